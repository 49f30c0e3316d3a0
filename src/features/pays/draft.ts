import type { Company } from '../../database/tables/companies.ts'
import type { PayRunRow } from '../../database/tables/pays.ts'
import type { CivilDate, PayPeriod } from '../../payroll/dates.ts'
import { decimal, toPlaces } from '../../payroll/money.ts'
import type { Service } from '../../service.ts'
import { loadDraftRecipients, lockCompanyPays, type PayEmployee } from './load/employees.ts'
import type { PayCreate } from './request/schema.ts'
import { writePays } from './road.ts'
import { ensureRun } from './store/runs.ts'
import type { PayTask } from './task.ts'

/** Weeks of ordinary hours in a pay of each period. */
const WEEKS: Record<PayPeriod, string> = { WEEKLY: '1', FORTNIGHTLY: '2', MONTHLY: '4.333333' }
const STANDARD_HOURS = { AU: '7.6', NZ: '8' }

/** Drafts a pending pay for every active pay recipient who has none in the run yet; answers the run's id. */
export function draftRun(
  service: Service,
  company: Company,
  payPeriod: PayPeriod,
  payDate: CivilDate,
): Promise<number> {
  return service.database.transaction(async (tx) => {
    await lockCompanyPays(tx, company.id)
    const run = await ensureRun(tx, company, payPeriod, payDate, service.clock.now())
    const employees = await loadDraftRecipients(tx, company.id, run)
    const tasks = employees.map((employee) => draftTask(employee, company, run, payDate))
    await writePays(service, tx, company, tasks, {
      isDryRun: false,
      isTaxRedistributed: true,
      hasWarnings: true,
      event: 'pay.created',
    })
    return run.id
  })
}

function draftTask(employee: PayEmployee, company: Company, run: PayRunRow, payDate: CivilDate): PayTask {
  return {
    name: `Employee ${employee.id}`,
    employee,
    run,
    place: {
      payDate,
      payPeriod: run.pay_period,
      periodStart: run.start_date as CivilDate,
      periodEnd: run.end_date as CivilDate,
      isWorkersComp: false,
    },
    status: 'pending',
    department: null,
    request: { hours: standardHours(employee, company, run.pay_period) },
    lines: null,
    termination: null,
    existing: null,
  }
}

/** The period's standard hours at the ordinary rate; none for an employee who has no rate. */
function standardHours(
  employee: PayEmployee,
  company: Company,
  period: PayPeriod,
): NonNullable<PayCreate['hours']> {
  if (employee.pay_rate_per_hour === null) return []
  const perDay = decimal(employee.standard_hours_per_day ?? STANDARD_HOURS[company.jurisdiction])
  const perWeek = perDay.times(decimal(String(employee.standard_days_per_week ?? 5)))
  const value = toPlaces(perWeek.times(decimal(WEEKS[period])), 2).toFixed()
  return [{ description: 'Ordinary hours', units: 'hours', value }]
}
