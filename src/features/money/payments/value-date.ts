import { countryOf, todayOf } from '../../../countries/index.ts'
import type { Company } from '../../../database/tables/companies.ts'
import { badRequest } from '../../../kernel/problem.ts'
import { type CivilDate, civilDate, daysBetween } from '../../../kernel/values/dates.ts'
import { onBusinessDay } from '../../../payroll/business-days.ts'
import type { Service } from '../../../service.ts'
import type { Item } from './load-items.ts'

/** A value date later than this is probably a mistake. */
const FAR_AHEAD_DAYS = 30

/**
 * The date on which the bank credits the accounts. Without a requested date, this is the earliest pay date or
 * today, whichever is later, moved to the next bank day.
 */
export function valueDateOf(
  service: Service,
  company: Company,
  items: readonly Item[],
  wanted: string | undefined,
): CivilDate {
  const today = todayOf(service, company)
  if (wanted === undefined) {
    const earliest = items.map((item) => item.payDate).sort()[0] ?? today
    return nextBankDay(service, company, civilDate(earliest > today ? earliest : today))
  }
  const date = civilDate(wanted)
  if (date < today)
    throw badRequest(`value_date ${date} is in the past: the bank accepts files from ${today}.`)
  const next = nextBankDay(service, company, date)
  if (next !== date) throw badRequest(`${date} is not a bank day: the next one is ${next}.`)
  return date
}

/**
 * Checks the date of a payment: not in the future, and not before the pays it was for. `earliest` is the
 * first of their dates.
 */
export function requirePast(
  service: Service,
  company: Company,
  name: string,
  date: string,
  earliest: string | null,
  since = 'the pay that it is for',
): void {
  const today = todayOf(service, company)
  if (date > today) throw badRequest(`${name} ${date} is in the future: today is ${today}.`)
  if (earliest !== null && date < earliest)
    throw badRequest(`${name} ${date} is before ${since} (${earliest}).`)
}

function nextBankDay(service: Service, company: Company, date: CivilDate): CivilDate {
  return onBusinessDay(date, countryOf(company.jurisdiction).bankHolidays(service.rates))
}

/** Sentences about unusual dates of a file. */
export function dateWarnings(
  service: Service,
  company: Company,
  valueDate: CivilDate,
  items: readonly Item[],
): string[] {
  const ahead = daysBetween(todayOf(service, company), valueDate)
  const late = items.filter((item) => item.payDate < valueDate)
  const names = [...new Set(late.map((item) => item.name))]
  return [
    ...(ahead > FAR_AHEAD_DAYS ? [`The file is due on ${valueDate}, ${ahead} days from now.`] : []),
    ...(late.length > 0 && valueDate > todayOf(service, company)
      ? [`The file is due on ${valueDate}, after the pay date of ${names.slice(0, 10).join(', ')}.`]
      : []),
  ]
}
