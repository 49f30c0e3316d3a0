import type { Company } from '../../database/tables/companies.ts'
import type { PayRunRow } from '../../database/tables/pays.ts'
import { addDays, type CivilDate, type PayPeriod, periodEndFor } from '../../payroll/dates.ts'
import { standardHours, standardHoursIn } from '../../payroll/earnings.ts'
import { decimal } from '../../payroll/money.ts'
import type { Service } from '../../service.ts'
import { loadDraftRecipients, lockCompanyPays, type PayEmployee } from './load/employees.ts'
import type { PayCreate } from './request/schema.ts'
import { travel } from './road.ts'
import { ensureRun, type PayDates } from './store/runs.ts'
import { type PayTask, timingOf } from './task.ts'

/** Drafts a pending pay for every active pay recipient who has none in the run yet; answers the run's id. */
export function draftRun(
  service: Service,
  company: Company,
  payPeriod: PayPeriod,
  asked: DraftDates,
): Promise<number> {
  const dates = datesOfDraft(company, payPeriod, asked, service.clock.today())
  const { payDate } = dates
  return service.database.transaction(async (tx) => {
    await lockCompanyPays(tx, company.id)
    const run = await ensureRun(tx, company, payPeriod, dates, service.clock.now())
    const employees = await loadDraftRecipients(tx, company.id, run)
    const tasks = employees.map((employee) => draftTask(employee, run, payDate))
    await travel(service, tx, company, tasks, {
      isDryRun: false,
      isTaxRedistributed: true,
      hasWarnings: true,
      event: 'pay.created',
    })
    return run.id
  })
}

export type DraftDates = { payDate: CivilDate | null; periodEnd: CivilDate | null }

/** What was sent; the rest as the company pays: so many days after the period's end. */
function datesOfDraft(
  { days_in_arrears: days, pay_cycle_anchor: anchor }: Company,
  payPeriod: PayPeriod,
  { payDate, periodEnd }: DraftDates,
  today: CivilDate,
): PayDates {
  if (days === 0) return { payDate: payDate ?? today, periodEnd }
  const end = periodEnd ?? periodEndFor(payPeriod, addDays(payDate ?? today, -days), anchor)
  return { payDate: payDate ?? addDays(end, days), periodEnd: end }
}

function draftTask(employee: PayEmployee, run: PayRunRow, payDate: CivilDate): PayTask {
  return {
    name: `Employee ${employee.id}`,
    employee,
    run,
    timing: timingOf(run, payDate),
    isWorkersComp: false,
    status: 'pending',
    department: null,
    request: { hours: standardRow(employee, run.pay_period) },
    lines: null,
    termination: null,
    existing: null,
  }
}

/** The period's standard hours at the ordinary rate; none for an employee who has no rate. */
function standardRow(employee: PayEmployee, period: PayPeriod): NonNullable<PayCreate['hours']> {
  if (employee.pay_rate_per_hour === null) return []
  const value = standardHours(period, {
    hoursPerDay: decimal(employee.standard_hours_per_day),
    daysPerWeek: decimal(String(employee.standard_days_per_week)),
  }).toFixed()
  return [{ description: 'Ordinary hours', units: 'hours', value }]
}
