import { useDeferredValue, useMemo, useState } from 'react'
import { Link } from 'wouter'
import { useApi } from '../api/hooks.ts'
import type { Employee } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { day, hours, money, plural, words } from '../format.ts'
import { Badge } from '../parts/badge.tsx'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { Field } from '../parts/field.tsx'
import { ErrorNotice, Waiting } from '../parts/notice.tsx'
import { Page, Panel } from '../parts/page.tsx'
import { paths } from '../paths.ts'

const STATUSES = { active: 'Active', terminated: 'Terminated', deleted: 'Deleted', all: 'Everyone' }

export const employeeTabs = (company: number) => [
  { to: paths.employees(company), text: 'People' },
  { to: paths.leave(company), text: 'Leave' },
  { to: paths.leaveCalendar(company), text: 'Who is away' },
  { to: paths.manyEmployees(company), text: 'Many at once' },
]

export const statusOf = (employee: Employee) =>
  employee.is_deleted ? 'Deleted' : employee.is_terminated ? 'Terminated' : 'Active'

/** The employees of the company, searched by name, number, position or department. */
export function EmployeesPage() {
  const { company, api, isNz, wording } = useCompany()
  const [status, setStatus] = useState<keyof typeof STATUSES>('active')
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search.trim().toLowerCase())
  const employees = useApi<Employee[]>(`${api}/employees?status=${status}`)
  const rows = useMemo(
    () => (employees.data ?? []).filter((employee) => textOf(employee).includes(wanted)),
    [employees.data, wanted],
  )
  const columns = useMemo(
    (): Column<Employee>[] => [
      {
        id: 'name',
        title: 'Name',
        value: (employee) => `${employee.last_name} ${employee.first_name}`,
        cell: (employee) => (
          <Link href={paths.employee(company.id, employee.id)}>
            {employee.first_name} {employee.last_name}
          </Link>
        ),
      },
      { id: 'number', title: 'Number', value: (employee) => String(employee.number ?? '') },
      { id: 'position', title: 'Position', value: (employee) => String(employee.position ?? '') },
      { id: 'employment', title: 'Employment', value: (employee) => String(employee.employment_status) },
      { id: 'period', title: 'Paid', value: (employee) => words(String(employee.pay_period)) },
      {
        id: 'rate',
        title: 'Hourly rate',
        isNumber: true,
        value: (employee) => Number(employee.pay_rate_per_hour ?? 0),
        cell: (employee) =>
          employee.pay_rate_per_hour === null ? '–' : money(Number(employee.pay_rate_per_hour)),
      },
      {
        id: 'holiday',
        title: wording.holiday,
        isNumber: true,
        value: (employee) => (isNz ? employee.annual_holidays_weeks : employee.holiday_hours),
        cell: (employee) =>
          isNz ? `${hours(employee.annual_holidays_weeks)} wk` : `${hours(employee.holiday_hours)} h`,
      },
      {
        id: 'start',
        title: 'Started',
        isShort: true,
        value: (employee) => employee.start_date,
        cell: startCell,
      },
      {
        id: 'status',
        title: 'Status',
        value: statusOf,
        cell: (employee) => <Badge text={statusOf(employee)} />,
      },
    ],
    [company.id, isNz, wording],
  )
  return (
    <Page
      title="Employees"
      lead={employees.data && plural(rows.length, 'person', 'people')}
      tabs={employeeTabs(company.id)}
      actions={
        <Link href={paths.newEmployee(company.id)} className="button main writes">
          New employee
        </Link>
      }
    >
      <Panel title="People">
        <search className="filters">
          <Field label="Search">
            {(control) => (
              <input
                type="search"
                value={search}
                placeholder="Name, number, position"
                onChange={(event) => setSearch(event.target.value)}
                {...control}
              />
            )}
          </Field>
          <Field label="Show">
            {(control) => (
              <select
                value={status}
                onChange={(event) => setStatus(event.target.value as keyof typeof STATUSES)}
                {...control}
              >
                {Object.entries(STATUSES).map(([value, text]) => (
                  <option key={value} value={value}>
                    {text}
                  </option>
                ))}
              </select>
            )}
          </Field>
        </search>
        <ErrorNotice error={employees.error} />
        {employees.isPending ? (
          <Waiting />
        ) : (
          <DataTable
            caption="Employees"
            rows={rows}
            columns={columns}
            rowKey={(employee) => employee.id}
            empty={
              wanted
                ? 'No one matches the search.'
                : 'No employees yet. Choose “New employee”, or import a file under Company.'
            }
          />
        )}
      </Panel>
    </Page>
  )
}

const startCell = (employee: Employee) => day(employee.start_date)

function textOf(employee: Employee): string {
  const { first_name, last_name, number, position, department, email_address } = employee
  return `${first_name} ${last_name} ${number ?? ''} ${position ?? ''} ${department ?? ''} ${email_address ?? ''}`.toLowerCase()
}
