import { useMemo } from 'react'
import { Link } from 'wouter'
import { useApi } from '../api/hooks.ts'
import type { Employee } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { hours, money } from '../format.ts'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { ErrorNotice, Waiting } from '../parts/notice.tsx'
import { Page, Panel } from '../parts/page.tsx'
import { paths } from '../paths.ts'
import { Figure } from '../pays/figure.tsx'
import { employeeTabs } from './employees-page.tsx'
import { LeaveChart } from './leave-chart.tsx'
import { type Liability, liabilityOf, rateOf } from './liability.ts'

/** The leave balances of all employees and their value. */
export function LeavePage() {
  const { company, api, isNz, wording } = useCompany()
  const employees = useApi<Employee[]>(`${api}/employees?status=active`)
  const rows = useMemo(
    () =>
      (employees.data ?? []).map((employee) => liabilityOf(employee, isNz)).sort((a, b) => b.total - a.total),
    [employees.data, isNz],
  )
  const sum = (pick: (row: Liability) => number) => rows.reduce((total, row) => total + pick(row), 0)
  const other = isNz ? 'Alternative holidays' : 'Long service leave'
  const columns = useMemo(
    (): Column<Liability>[] => [
      {
        id: 'name',
        title: 'Name',
        value: ({ employee }) => `${employee.last_name} ${employee.first_name}`,
        cell: ({ employee }) => (
          <Link href={paths.employee(company.id, employee.id)}>
            {employee.first_name} {employee.last_name}
          </Link>
        ),
      },
      number('holiday', wording.holiday, ({ employee }) =>
        isNz ? employee.annual_holidays_weeks : employee.holiday_hours,
      ),
      number('other', other, ({ employee }) => (isNz ? employee.alt_holiday_days : employee.lsl_hours)),
      number('sick', 'Sick leave (h)', ({ employee }) => employee.sick_hours),
      amount('rate', 'Hourly rate', ({ employee }) => rateOf(employee)),
      amount('worth', 'Liability', ({ total }) => total),
    ],
    [company.id, isNz, wording, other],
  )
  return (
    <Page title="Employees" tabs={employeeTabs(company.id)}>
      <ErrorNotice error={employees.error} />
      {employees.isPending ? (
        <Waiting />
      ) : (
        <>
          <div className="figures">
            <Figure name={wording.holiday} amount={sum((row) => row.holiday)} />
            <Figure name={other} amount={sum((row) => row.longService)} />
            <Figure name="Leave liability" amount={sum((row) => row.total)} isMain />
          </div>
          {rows.some(({ total }) => total > 0) && (
            <Panel title="Leave liability, the largest first">
              <LeaveChart rows={rows} />
            </Panel>
          )}
          <Panel title="Balances">
            <p className="help">
              Balance × hourly rate today.{' '}
              {isNz ? 'Annual holidays in weeks, alternative ones in days.' : 'Hours.'} A termination has its
              own rules; its preview shows the amounts.
            </p>
            <DataTable
              caption="Leave balances and their value"
              rows={rows}
              columns={columns}
              rowKey={({ employee }) => employee.id}
              empty="No one here."
            />
          </Panel>
        </>
      )}
    </Page>
  )
}

function number(id: string, title: string, value: (row: Liability) => number): Column<Liability> {
  return { id, title, isNumber: true, value, cell: (row) => hours(value(row)) }
}

function amount(id: string, title: string, value: (row: Liability) => number): Column<Liability> {
  return { id, title, isNumber: true, value, cell: (row) => money(value(row)) }
}
