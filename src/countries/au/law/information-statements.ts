import { addMonths, addYears, type CivilDate } from '../../../kernel/values/dates.ts'
import type { StatementDue } from '../../contract/employee-rules.ts'
import type { AuRates } from './rates/rates.ts'

/*
 * The Casual Employment Information Statement (Fair Work Act 2009 s 125B): at the start, and again as soon as practicable after some
 * months. The table in force on each of these days decides whether the statement is due.
 */

const STATEMENT = 'Casual Employment Information Statement'

export function casualStatements(
  { since, employees }: { since: CivilDate; employees: number },
  until: CivilDate,
  rates: AuRates,
): StatementDue[] {
  const tableOn = (day: CivilDate) => rates.informationStatements.find(day)?.value
  const start = tableOn(since) ? [{ statement: STATEMENT, occasion: 'Start', due: since, isStart: true }] : []
  const later: StatementDue[] = []
  for (let months = 1, day = addMonths(since, 1); day <= until; months += 1, day = addMonths(since, months)) {
    const table = tableOn(day)
    const isLarger = table !== undefined && employees >= table.largerFrom
    const isDue = table?.afterMonths.some(
      (rule) =>
        (isLarger || !rule.isOnlyLarger) &&
        (rule.isRepeated ? months > rule.months && months % rule.months === 0 : months === rule.months),
    )
    if (isDue) later.push({ statement: STATEMENT, occasion: `${months} months`, due: day, isStart: false })
  }
  return [...start, ...later]
}

/** Names the days of the first year, also those that only larger employers have. */
export function casualStatementsAdvice(since: CivilDate, rates: AuRates): string[] {
  const until = addYears(since, 1)
  const all = casualStatements({ since, employees: Number.MAX_SAFE_INTEGER }, until, rates)
  if (all.length === 0) return []
  const always = new Set(casualStatements({ since, employees: 1 }, until, rates).map(({ due }) => due))
  const larger = rates.informationStatements.nearest(until).largerFrom
  const days = all
    .filter(({ isStart }) => !isStart)
    .map(({ due, occasion }) => `${due} (${occasion}${always.has(due) ? '' : `, from ${larger} employees`})`)
  const again = days.length === 0 ? '' : ` and again on ${days.join(' and ')}`
  return [
    `Give the Fair Work Information Statement and the ${STATEMENT} at the start${again} (Fair Work Act 2009 ss 125 and 125B). Record the day in casual_statement_given_on.`,
  ]
}
