import { useState } from 'react'
import { Link, useParams } from 'wouter'
import { SelfServiceAccess } from '../access/self-service.tsx'
import { useApi, useWrite } from '../api/hooks.ts'
import type { Employee, EmployeeResult, Pay } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { day, hours, money, quantity, words } from '../format.ts'
import { Badge } from '../parts/badge.tsx'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { ErrorNotice, Notice, Waiting } from '../parts/notice.tsx'
import { Page, Panel } from '../parts/page.tsx'
import { paths } from '../paths.ts'
import { EmployeeForm } from './employee-form.tsx'
import { statusOf } from './employees-page.tsx'
import { Lifecycle } from './lifecycle.tsx'
import { BankAccounts, SuperFunds } from './money-lists.tsx'
import { Nationality } from './nationality.tsx'
import { refusalOf } from './new-employee-page.tsx'
import { StandingItems } from './standing-items.tsx'

/** One employee: balances, pays, standing items, every field, and the ends and beginnings of the job. */
export function EmployeePage() {
  const { employeeId } = useParams<{ employeeId: string }>()
  const { company, isNz } = useCompany()
  const employee = useApi<Employee>(`/api/employees/${employeeId}`)
  if (!employee.data) return employee.error ? <ErrorNotice error={employee.error} /> : <Waiting />
  const { data } = employee
  return (
    <Page
      title={`${data.first_name} ${data.last_name}`}
      lead={
        <>
          <Badge text={statusOf(data)} /> {data.position ?? data.employment_status} · since{' '}
          {day(data.start_date)}
          {data.termination_date && ` · ended ${day(data.termination_date)}`}
        </>
      }
      back={{ to: paths.employees(company.id), text: 'Employees' }}
      actions={<Lifecycle employee={data} />}
    >
      <div className="columns">
        <Balances employee={data} />
        <Job employee={data} />
      </div>
      {data.working_holiday_tax_scale_applies === true && !isNz && <Nationality employeeId={data.id} />}
      <RecentPays employeeId={data.id} />
      <StandingItems employeeId={data.id} />
      {!data.is_deleted && <BankAccounts employeeId={data.id} />}
      {!data.is_deleted && !isNz && <SuperFunds employeeId={data.id} />}
      <SelfServiceAccess employee={data} />
      <Details employee={data} key={data.id} />
    </Page>
  )
}

function Balances({ employee }: { employee: Employee }) {
  const { isNz, wording } = useCompany()
  const inHours = (value: unknown) => `${hours(Number(value))} h`
  const rows: [string, string][] = isNz
    ? [
        [wording.holiday, `${hours(employee.annual_holidays_weeks)} weeks`],
        ['Alternative holidays', `${hours(employee.alt_holiday_days)} days`],
        ['Sick leave', inHours(employee.sick_hours)],
        ['Time in lieu', inHours(employee.toil_hours)],
      ]
    : [
        [wording.holiday, inHours(employee.holiday_hours)],
        ['Sick leave', inHours(employee.sick_hours)],
        ['Long service leave', inHours(employee.lsl_hours)],
        ['Rostered days off', inHours(employee.rdo_hours)],
        ['Time in lieu', inHours(employee.toil_hours)],
      ]
  return (
    <Panel title="Leave balances">
      <Facts rows={rows} />
    </Panel>
  )
}

function Job({ employee }: { employee: Employee }) {
  const { isNz } = useCompany()
  const rate = employee.pay_rate_per_hour
  const rows: [string, string][] = [
    ['Employment', String(employee.employment_status)],
    ['Hourly rate', rate === null ? '–' : money(Number(rate))],
    ['Paid', words(String(employee.pay_period))],
    [
      'Standard week',
      `${quantity(Number(employee.standard_hours_per_day))} h × ${employee.standard_days_per_week} days`,
    ],
    isNz
      ? ['Tax code', `${employee.nz_tax_code ?? '–'}${employee.has_student_loan ? ' SL' : ''}`]
      : ['Tax treatment', String(employee.tax_treatment_code ?? '–')],
    ['Department', String(employee.department ?? '–')],
  ]
  return (
    <Panel title="The job">
      <Facts rows={rows} />
    </Panel>
  )
}

function Facts({ rows }: { rows: [string, string][] }) {
  return (
    <dl className="facts">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function RecentPays({ employeeId }: { employeeId: number }) {
  const { company, api, wording } = useCompany()
  const pays = useApi<Pay[]>(`${api}/pays?employee_id=${employeeId}`)
  const amount = (id: string, title: string, value: (pay: Pay) => number): Column<Pay> => ({
    id,
    title,
    isNumber: true,
    value,
    cell: (pay) => money(value(pay)),
  })
  const columns: Column<Pay>[] = [
    {
      id: 'date',
      title: 'Paid',
      value: (pay) => pay.processed_date,
      cell: (pay) => <Link href={paths.pay(company.id, pay.id ?? 0)}>{day(pay.processed_date)}</Link>,
    },
    amount('gross', 'Gross', (pay) => pay.gross),
    amount('tax', wording.tax, (pay) => pay.tax),
    amount('net', 'Net', (pay) => pay.net),
    {
      id: 'status',
      title: 'Status',
      value: (pay) => pay.status,
      cell: (pay) => <Badge text={pay.status === 'pending' ? 'Draft' : 'Processed'} />,
    },
  ]
  return (
    <Panel title="Pays">
      <ErrorNotice error={pays.error} />
      {pays.data && (
        <DataTable
          caption="Pays of this employee"
          rows={pays.data.toReversed()}
          columns={columns}
          rowKey={(pay) => pay.id ?? 0}
          pageSize={6}
          empty="No pay yet."
        />
      )}
    </Panel>
  )
}

function Details({ employee }: { employee: Employee }) {
  const { api, company } = useCompany()
  const [refusal, setRefusal] = useState<Error | null>(null)
  const [saved, setSaved] = useState(0)
  const update = useWrite<EmployeeResult[]>(`${api}/employees`, '/api/employees', '/api/company')
  const save = (members: Record<string, unknown>) => {
    setRefusal(null)
    update.mutate(
      { method: 'PATCH', path: `${api}/employees/update`, body: [{ id: employee.id, ...members }] },
      {
        onSuccess: ([result]) => {
          if (result?.employee) setSaved(saved + 1)
          else setRefusal(refusalOf(result))
        },
      },
    )
  }
  if (employee.is_deleted)
    return <Notice>A deleted employee cannot be changed. Restore the record first.</Notice>
  return (
    <>
      <h2>Details</h2>
      <EmployeeForm
        key={saved}
        record={employee}
        country={company.jurisdiction}
        isNew={false}
        saveText="Save changes"
        isSaving={update.isPending}
        isSaved={saved > 0}
        error={refusal ?? update.error}
        onSave={save}
      />
    </>
  )
}
