import { countryOf, todayOf } from '../countries/index.ts'
import { addDays, addMonths, type CivilDate } from '../kernel/values/dates.ts'
import { present } from '../kernel/values/present.ts'
import { type PayPeriod, periodEndFor } from '../payroll/pay-periods.ts'
import type { Country } from '../payroll/words.ts'
import type { Service } from '../service.ts'
import type { DemoClient } from './client.ts'
import type { DemoPerson } from './people.ts'

type Company = { id: number; legal_name: string; pay_cycle_anchor: CivilDate; jurisdiction: Country }
type Pay = { id: number; employee_number: string; hours: { value: number }[] }
type Run = { pay_run_id: number; pays: Pay[] }

const RUNS = 4

/** Creates some pay history: the latest runs of the owner's two companies, with overtime, a sick day and a bonus. */
export async function seedPays(
  clientFor: (person: DemoPerson) => Promise<DemoClient>,
  service: Service,
): Promise<void> {
  const owner = await clientFor('owner')
  const companies = await owner<Company[]>('GET', '/api/company')
  await payRuns(owner, service, companies, 'Southern Cross Coffee Pty Ltd', 'WEEKLY')
  await payRuns(owner, service, companies, 'Aoraki Coffee Ltd', 'FORTNIGHTLY')
}

async function payRuns(
  owner: DemoClient,
  service: Service,
  companies: readonly Company[],
  legalName: string,
  period: PayPeriod,
): Promise<void> {
  const company = companies.find((entry) => entry.legal_name === legalName)
  if (!company) return
  const today = todayOf(service, company)
  for (const [index, payDate] of lastEnds(period, today, company.pay_cycle_anchor).entries()) {
    // If the clock is outside our rate tables, skip the pay history so that the service still starts.
    if (!hasTables(service, company.jurisdiction, payDate)) continue
    const path = `/api/company/${company.id}`
    const run = await owner<Run>('POST', `${path}/pay-runs`, { pay_period: period, pay_date: payDate })
    const [first, second] = run.pays
    if (first && index === 1) await change(owner, path, first, overtime(first))
    if (second && index === 2) await change(owner, path, second, sickDay(second, payDate))
    if (first && index === 3) await change(owner, path, first, bonus(first))
    await owner('POST', `${path}/pay-runs/${run.pay_run_id}/process`)
  }
}

/** The ends of the latest finished periods, oldest first. The current period is left free to experiment with. */
function lastEnds(period: PayPeriod, today: CivilDate, anchor: CivilDate): CivilDate[] {
  const back = (date: CivilDate) =>
    period === 'MONTHLY' ? addMonths(date, -1) : addDays(date, period === 'WEEKLY' ? -7 : -14)
  let end = periodEndFor(period, today, anchor)
  if (end >= today) end = back(end)
  const ends = [end]
  while (ends.length < RUNS) ends.unshift(back(present(ends[0])))
  return ends
}

/** Whether every table that a pay needs covers the date. */
function hasTables({ rates }: Service, country: string, date: CivilDate): boolean {
  return countryOf(country)
    .payTables(rates)
    .every((table) => table.find(date) !== undefined)
}

const change = (owner: DemoClient, path: string, pay: Pay, items: object) =>
  owner('PUT', `${path}/pays/${pay.id}`, items)

const ordinary = (value: number) => ({ description: 'Ordinary hours', units: 'hours', value })
const hoursOf = (pay: Pay) => pay.hours[0]?.value ?? 0

const overtime = (pay: Pay) => ({
  hours: [
    ordinary(hoursOf(pay)),
    { description: 'Overtime', units: 'hours', value: 3.5, multiplier: 1.5, is_overtime: true },
  ],
})

const sickDay = (pay: Pay, date: CivilDate) => ({
  hours: [ordinary(hoursOf(pay) - 4)],
  leave: [{ description: 'Sick leave', leave_type: 'SICK', date, hours: 4 }],
})

const bonus = (pay: Pay) => ({
  hours: [ordinary(hoursOf(pay))],
  bonuses: [{ description: 'Customer choice award', amount: 250, tax_method: 'NORMAL_EARNINGS' }],
})
