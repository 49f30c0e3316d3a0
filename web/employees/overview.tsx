import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { download } from '../api/client.ts'
import { useApi } from '../api/hooks.ts'
import type { Employee, Pay } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { day, hours, money, quantity, words } from '../format.ts'
import { Notes } from '../notes/notes.tsx'
import { Badge } from '../parts/badge.tsx'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { Facts } from '../parts/facts.tsx'
import { ErrorNotice, Waiting } from '../parts/notice.tsx'
import { Panel } from '../parts/page.tsx'
import { RevealNumbers } from '../parts/reveal-numbers.tsx'
import { paths } from '../paths.ts'
import { DatedChanges } from './dated-changes.tsx'
import { labelOf } from './labels.ts'
import { LeaveLedgerPanel } from './leave-ledger.tsx'
import { PayeeForm } from './stp-details.tsx'
import { TerminationPanel } from './termination-panel.tsx'

/** An overview of an employee for the payroll officer. */
export function Overview({ employee }: { employee: Employee }) {
  const { isNz } = useCompany()
  return (
    <>
      <div className="columns">
        <Balances employee={employee} />
        <Job employee={employee} />
      </div>
      {employee.working_holiday_tax_scale_applies === true && (
        <Panel title="Working holiday maker">
          <PayeeForm employee={employee} />
        </Panel>
      )}
      {isNz && <LeaveLedgerPanel path={`/api/employees/${employee.id}/leave-ledger`} />}
      {employee.is_terminated && <TerminationPanel employee={employee} />}
      <DatedChanges employeeId={employee.id} />
      <RecentPays employeeId={employee.id} />
      <Notes about={{ employee_id: employee.id }} />
      <Documents employee={employee} />
      <RevealNumbers path={`/api/employees/${employee.id}`} labelOf={labelOf} />
    </>
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
      {!isNz && <ViolenceLeave employeeId={employee.id} />}
    </Panel>
  )
}

type ViolenceLeaveLeft = { days_left: number; days_per_year: number; year_to: string }

/** Read and shown only on request, so a bystander does not see it. */
function ViolenceLeave({ employeeId }: { employeeId: number }) {
  const [isShown, setIsShown] = useState(false)
  const left = useApi<ViolenceLeaveLeft>(
    isShown ? `/api/employees/${employeeId}/family-violence-leave` : null,
  )
  if (!isShown)
    return (
      <button type="button" className="quiet small" onClick={() => setIsShown(true)}>
        Show family and domestic violence leave
      </button>
    )
  return (
    <>
      <ErrorNotice error={left.error} />
      {left.data && (
        <p>
          Family and domestic violence leave: {quantity(left.data.days_left)} of{' '}
          {quantity(left.data.days_per_year)} days left until {day(left.data.year_to)}. Payslips never show
          it.
        </p>
      )}
    </>
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
      {pays.data ? (
        <DataTable
          caption="Pays of this employee"
          rows={pays.data.toReversed()}
          columns={columns}
          rowKey={(pay) => pay.id ?? 0}
          pageSize={6}
          empty={
            <>
              No pay yet. <Link href={paths.pays(company.id)}>Start a pay run</Link> and it shows here.
            </>
          }
        />
      ) : (
        !pays.error && <Waiting />
      )}
    </Panel>
  )
}

const DOCUMENTS = {
  'year-to-date-statement': 'Year to date',
  'certificate-of-earnings': 'Certificate of earnings',
}

function Documents({ employee }: { employee: Employee }) {
  const { api } = useCompany()
  const get = useMutation({
    mutationFn: (name: string) =>
      download(`${api}/employees/${employee.id}/${name}`, `${employee.last_name} ${name}.pdf`),
  })
  return (
    <Panel title="Documents">
      <p className="help">For a bank, a landlord, or the employee: created from the current pays.</p>
      <div className="buttons">
        {Object.entries(DOCUMENTS).map(([name, text]) => (
          <button
            key={name}
            type="button"
            className="reads"
            disabled={get.isPending}
            onClick={() => get.mutate(name)}
          >
            {text}
          </button>
        ))}
      </div>
      <ErrorNotice error={get.error} />
    </Panel>
  )
}
