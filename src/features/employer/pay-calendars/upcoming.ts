import { todayOf } from '../../../countries/index.ts'
import type { Company } from '../../../database/tables/companies.ts'
import { addDays } from '../../../kernel/values/dates.ts'
import { present } from '../../../kernel/values/present.ts'
import { periodEndFor, periodStartFor } from '../../../payroll/pay-periods.ts'
import type { Service } from '../../../service.ts'
import { cycleOf, paymentDay } from './cycle.ts'
import { loadCalendars, loadCyclesInUse } from './queries.ts'
import type { UpcomingRun } from './schema.ts'

type Paying = Pick<Company, 'id' | 'jurisdiction' | 'pay_cycle_anchor' | 'days_in_arrears'>

/** The next run of each cycle in use, by pay date. */
export async function listUpcoming(service: Service, company: Company): Promise<UpcomingRun[]> {
  const upcoming = await listUpcomingOf(service, [company])
  return upcoming.map(({ company_id: _company, ...run }) => run)
}

/** Lists the next runs of many companies, in two statements. */
export async function listUpcomingOf(
  service: Service,
  companies: readonly Paying[],
): Promise<(UpcomingRun & { company_id: number })[]> {
  const { query } = service.database
  const ids = companies.map(({ id }) => id)
  const calendars = await loadCalendars(query, ...ids)
  const byId = new Map(companies.map((company) => [company.id, company]))
  const upcoming = (await loadCyclesInUse(query, ids)).map((row) => {
    const company = present(byId.get(row.company_id))
    const today = todayOf(service, company)
    const calendar = calendars.get(row.pay_calendar_id ?? 0)
    const cycle = cycleOf(company, row.pay_period, calendar)
    const from = row.last_end ? addDays(row.last_end, 1) : addDays(today, -cycle.daysInArrears)
    const end = row.draft_end ?? periodEndFor(row.pay_period, from, cycle.anchor)
    const payDate = row.draft_pay_date ?? paymentDay(service.rates, company.jurisdiction, cycle, end)
    return {
      company_id: company.id,
      pay_calendar_id: row.pay_calendar_id,
      name: calendar?.name ?? null,
      pay_period: row.pay_period,
      period_start_date: periodStartFor(row.pay_period, end),
      period_end_date: end,
      pay_date: payDate,
      employee_count: row.employee_count,
      pay_run_id: row.draft_id,
      is_late: payDate < today,
    }
  })
  return upcoming.sort((a, b) => (a.pay_date < b.pay_date ? -1 : a.pay_date > b.pay_date ? 1 : 0))
}
