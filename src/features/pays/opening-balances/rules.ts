import { OPENING_TOTALS, type Opening, type OpeningTotal } from '../../../countries/contract/opening.ts'
import { type Country, countryOf } from '../../../countries/index.ts'
import { type InvalidPlace, InvalidRequest } from '../../../kernel/problem.ts'
import { addDays, type CivilDate, civilDate } from '../../../kernel/values/dates.ts'
import { decimal, sumTexts } from '../../../kernel/values/money.ts'
import { keysOf } from '../../../kernel/values/word-lists.ts'
import { DAYS_PAID_AHEAD } from '../../../payroll/history.ts'
import { type IncomeFacts, incomeStream } from '../../employees/employees/index.ts'
import type { OpeningBalancesInput, OpeningPeriodInput } from './schema.ts'

type Loc = (string | number)[]

/** Checks the request on its own: no duplicate periods, and no payment after the date of the figures. */
export function checkInputs(items: readonly { input: OpeningBalancesInput; loc: Loc }[]): void {
  const places = items.flatMap(({ input, loc }) => [...brokenRules(input, loc)])
  if (places.length > 0) throw new InvalidRequest(places)
}

function* brokenRules(input: OpeningBalancesInput, loc: Loc): Generator<InvalidPlace> {
  const { as_at, paid_to_date, last_full_pay, service_start_date } = input
  if (service_start_date && service_start_date > as_at)
    yield place([...loc, 'service_start_date'], 'service_start_date must not be after as_at')
  if (paid_to_date && paid_to_date > as_at && daysAhead(as_at, paid_to_date))
    yield place([...loc, 'paid_to_date'], `paid_to_date must be at most ${DAYS_PAID_AHEAD} days after as_at`)
  const rows = (input.pay_history ?? []).map((row, index) => ({ row, at: [...loc, 'pay_history', index] }))
  const seen = new Set<string>()
  for (const { row, at } of [
    ...rows,
    ...(last_full_pay ? [{ row: last_full_pay, at: [...loc, 'last_full_pay'] }] : []),
  ]) {
    if ((row.pay_date ?? row.period_end_date) > as_at)
      yield place([...at, 'pay_date'], 'pay_date must not be after as_at: later pays are pays here')
    if (row.period_start_date && row.period_start_date > row.period_end_date)
      yield place([...at, 'period_start_date'], 'period_start_date must not be after period_end_date')
    yield* brokenBackPay(row, at)
  }
  for (const { row, at } of rows) {
    if (seen.has(row.period_end_date))
      yield place([...at, 'period_end_date'], `period_end_date ${row.period_end_date} is given twice`)
    seen.add(row.period_end_date)
  }
  const types = (input.stp?.other_incomes ?? []).map((income) => income.income_type ?? 'SAW')
  const known = new Set<string>([input.stp?.income_type ?? 'SAW'])
  for (const [index, type] of types.entries()) {
    if (known.has(type))
      yield place(
        [...loc, 'stp', 'other_incomes', index, 'income_type'],
        `income_type ${type} is given twice: combine its amounts`,
      )
    known.add(type)
  }
  for (const [index, etp] of (input.etps ?? []).entries())
    if (etp.pay_date > as_at)
      yield place([...loc, 'etps', index, 'pay_date'], 'pay_date must not be after as_at')
}

function* brokenBackPay(row: OpeningPeriodInput, at: Loc): Generator<InvalidPlace> {
  const { back_pay, back_pay_start_date: start, back_pay_end_date: end } = row
  if (!isGiven(back_pay)) return
  if (!start || !end)
    yield place([...at, 'back_pay'], 'back_pay needs back_pay_start_date and back_pay_end_date')
  else if (start > end)
    yield place([...at, 'back_pay_start_date'], 'back_pay_start_date must not be after back_pay_end_date')
}

const daysAhead = (asAt: string, paidTo: string) => paidTo > addDays(civilDate(asAt), DAYS_PAID_AHEAD)
const place = (loc: Loc, msg: string): InvalidPlace => ({ loc, msg, type: 'value_error' })

/** The reason why the company's country or the employee's pays rule out these figures. Null if they are valid. */
export function refusalOf(
  opening: Opening,
  input: OpeningBalancesInput,
  about: { country: string; firstPay: CivilDate | null },
): string | null {
  const { firstPay } = about
  const country = countryOf(about.country)
  if (firstPay !== null && firstPay <= opening.asAt)
    return `as_at ${opening.asAt} is not before the first pay here (${firstPay}): opening figures are for what was paid before it.`
  const foreign: string[] = keysOf<OpeningTotal>(OPENING_TOTALS).filter(
    (name) => opening.totals[name] !== undefined && !country.opening.totals.includes(name),
  )
  if (!country.opening.hasReportedYear)
    foreign.push(...(['stp', 'etps'] as const).filter((name) => isGiven(input[name])))
  if (foreign.length > 0)
    return `The company is in ${country.name}; these figures belong to another country: ${foreign.join(', ')}.`
  return tooMuchHistory(opening, country)
}

const isGiven = (value: unknown) =>
  Array.isArray(value) ? value.length > 0 : value !== null && value !== undefined

/** The periods are part of the year's totals, so they cannot exceed them. */
function tooMuchHistory({ totals, history, asAt }: Opening, country: Country): string | null {
  const { start } = country.law.taxYear(asAt)
  const inYear = history.filter(({ payDate }) => payDate >= start)
  for (const name of ['gross', 'tax'] as const) {
    const total = totals[name]
    if (total === undefined) continue
    const known = sumTexts(inYear.map((period) => period[name]))
    if (known.gt(decimal(total)))
      return `pay_history adds up to a ${name} of ${known.toFixed(2)} since ${start}, more than year_to_date.${name} (${decimal(total).toFixed(2)}), which includes it.`
  }
  return null
}

/** Figures without an income type are reported as salary and wages, though the employee has another type. */
export function incomeTypeGap({ stp, totals }: Opening, employee: IncomeFacts): string[] {
  const type = incomeStream(employee)
  if (stp?.income_type || totals.gross === undefined || type === null || type === 'SAW') return []
  return [
    `stp.income_type was not given: the year to date is reported as SAW, and the employee is paid as ${type}. Send stp with income_type ${type} if it was the same.`,
  ]
}
