import { useParams } from 'wouter'
import { SelfServiceAccess } from '../access/self-service.tsx'
import { useApi } from '../api/hooks.ts'
import type { Employee } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { day } from '../format.ts'
import { Badge } from '../parts/badge.tsx'
import { ErrorNotice, Notice, Waiting } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { type EmployeePart, paths } from '../paths.ts'
import { EmployeeDetails } from './employee-details.tsx'
import { statusOf } from './employees-page.tsx'
import { History } from './history.tsx'
import { Lifecycle } from './lifecycle.tsx'
import { OpeningFigures } from './opening-figures.tsx'
import { Overview } from './overview.tsx'
import { PaySetup } from './pay-setup.tsx'
import { Terms } from './terms.tsx'

/** One employee: overview, every field, pay setup, opening figures and history. */
export function EmployeePage() {
  const { employeeId, part } = useParams<{ employeeId: string; part?: EmployeePart }>()
  const { company } = useCompany()
  const employee = useApi<Employee>(`/api/employees/${employeeId}`)
  if (!employee.data) return employee.error ? <ErrorNotice error={employee.error} /> : <Waiting lines={8} />
  const { data } = employee
  const to = (each?: EmployeePart) => paths.employee(company.id, data.id, each)
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
      tabs={[
        { to: to(), text: 'Overview' },
        { to: to('details'), text: 'Details' },
        { to: to('pay'), text: 'Pay setup' },
        { to: to('opening'), text: 'Opening figures' },
        { to: to('history'), text: 'History' },
      ]}
    >
      <Part employee={data} part={part} key={data.id} />
    </Page>
  )
}

function Part({ employee, part }: { employee: Employee; part: EmployeePart | undefined }) {
  if (part === 'history')
    return (
      <>
        <Terms employeeId={employee.id} />
        <History employeeId={employee.id} />
      </>
    )
  if (employee.is_deleted && part)
    return <Notice>A deleted employee cannot be changed. Restore the record first.</Notice>
  if (part === 'details') return <EmployeeDetails employee={employee} />
  if (part === 'pay') return <PaySetup employee={employee} />
  if (part === 'opening') return <OpeningFigures employee={employee} />
  return (
    <>
      <Overview employee={employee} />
      <SelfServiceAccess employee={employee} />
    </>
  )
}
