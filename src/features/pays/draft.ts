import type { Company } from '../../database/tables/companies.ts'
import type { PayRunRow } from '../../database/tables/pays.ts'
import { type CivilDate, type PayPeriod, periodsPerYear } from '../../payroll/dates.ts'
import { type Decimal, decimal, toPlaces, whole } from '../../payroll/money.ts'
import type { Service } from '../../service.ts'
import { loadDraftRecipients, lockCompanyPays, type PayEmployee } from './load/employees.ts'
import type { PayCreate } from './request/schema.ts'
import { writePays } from './road.ts'
import { ensureRun } from './store/runs.ts'
import type { PayTask } from './task.ts'

/** Weeks of ordinary hours in a pay of the period: 1, 2, or 52 ÷ 12 to six places. */
function weeksIn(period: PayPeriod): Decimal {
  return toPlaces(whole(52).div(whole(periodsPerYear(period))), 6)
}

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
    const tasks = employees.map((employee) => draftTask(employee, run, payDate))
    await writePays(service, tx, company, tasks, {
      isDryRun: false,
      isTaxRedistributed: true,
      hasWarnings: true,
      event: 'pay.created',
    })
    return run.id
  })
}

function draftTask(employee: PayEmployee, run: PayRunRow, payDate: CivilDate): PayTask {
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
    request: { hours: standardHours(employee, run.pay_period) },
    lines: null,
    termination: null,
    existing: null,
  }
}

/** The period's standard hours at the ordinary rate; none for an employee who has no rate. */
function standardHours(employee: PayEmployee, period: PayPeriod): NonNullable<PayCreate['hours']> {
  if (employee.pay_rate_per_hour === null) return []
  const perWeek = decimal(employee.standard_hours_per_day).times(
    decimal(String(employee.standard_days_per_week)),
  )
  const value = toPlaces(perWeek.times(weeksIn(period)), 2).toFixed()
  return [{ description: 'Ordinary hours', units: 'hours', value }]
}
