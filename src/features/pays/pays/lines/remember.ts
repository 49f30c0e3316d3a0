import { addDays, type CivilDate, civilDate } from '../../../../kernel/values/dates.ts'
import { type FieldTimeline, valueOn } from '../../../../payroll/terms.ts'
import type { KnownItem, Line } from './lines.ts'
import { EMPTY_ITEM, type EmployeeItems, itemKey, type LineCountry, type Template } from './match.ts'
import { isSameName, namedValue, ordinaryRateShown, type RateChoice, ratesOn } from './pay-rates.ts'

/*
 * Rebuilds a processed pay with the rates and items it was made with. If a row of the request omits a rate or amount, the
 * pay's own line with that name supplies it. Later changes by the employee or company do not affect the pay.
 */

type RememberedPay = { country: LineCountry; isWorkersComp: boolean }

type ItemLine = Exclude<Line, { kind: 'hours' | 'leave' }>

/** The employee's items and rates, with the values that the pay has for them. */
export function rememberItems(
  known: EmployeeItems,
  lines: readonly Line[],
  pay: RememberedPay,
): EmployeeItems {
  const own = lines.filter((line): line is ItemLine => line.kind !== 'hours' && line.kind !== 'leave')
  const items = new Map([...known.items].map(([key, item]) => [key, withoutLaterItems(item)]))
  const templates = new Map(known.templates)
  for (const line of own.toReversed()) {
    if (line.kind === 'allowance' && line.templateId !== null) {
      const { amount, allowance_category } = line.details
      const template: Template = {
        id: line.templateId,
        description: line.description,
        amount,
        allowance_category,
      }
      templates.set(line.description.trim().toLowerCase(), template)
    } else if (line.itemId) {
      const item = itemOf(line, known.employeeId, line.itemId)
      items.set(itemKey(item.kind, item.description, item.amount), item)
    }
  }
  const atRates = { ...known, ratesByDay: rememberRatesByDay(known, lines, pay) }
  return { ...atRates, items, templates, rates: rememberRates(atRates, lines) }
}

/** A deduction or sacrifice that is not on the pay did not apply to it, even if it applies today. */
const withoutLaterItems = (item: KnownItem): KnownItem =>
  item.kind === 'deduction' || item.kind === 'sacrifice' ? { ...item, auto_apply_to_pay: false } : item

function itemOf(line: ItemLine, employeeId: number, id: number): KnownItem {
  // Lines from earlier versions do not say whether they were automatic, so the current item decides.
  const isAuto = line.details.is_auto ?? line.item?.auto_apply_to_pay ?? true
  const kind = line.kind === 'back-payment' ? 'back_payment' : line.kind
  return {
    ...EMPTY_ITEM,
    ...line.item,
    employee_id: employeeId,
    kind,
    description: line.description,
    ...line.details,
    ...limitOf(line),
    id,
    auto_apply_to_pay: isAuto,
  }
}

/** The limit for the pay is the amount that was left of the total limit when it was made. */
function limitOf(line: ItemLine): Pick<KnownItem, 'limit_total' | 'taken'> {
  const isLimited = line.kind === 'deduction' || line.kind === 'sacrifice'
  return { limit_total: isLimited ? line.details.limit_left : null, taken: '0' }
}

/** The ordinary rates by day: those of the pay's own dated rows, and on other days those recorded when it was made. */
function rememberRatesByDay(
  known: EmployeeItems,
  lines: readonly Line[],
  pay: RememberedPay,
): FieldTimeline | undefined {
  const { ratePerHour, ratesByDay } = known
  if (ratePerHour === null) return ratesByDay
  const start = ratesByDay ?? { initial: ratePerHour, changes: [] }
  // Hours come last, because their rate applies where leave of the same day has another one.
  const rows = [
    ...lines.filter(({ kind }) => kind === 'leave'),
    ...lines.filter(({ kind }) => kind === 'hours'),
  ]
  const own = new Map(rows.flatMap((line) => ordinaryRateOf(line, known, pay)))
  const differing = [...own].filter(([day, rate]) => Number(valueOn(start, day)) !== Number(rate))
  if (differing.length === 0) return ratesByDay
  return differing.reduce((rates, [day, rate]) => onDay(rates, day, rate), start)
}

/** The ordinary rate that a dated row shows for its day, if it was paid at that rate. */
function ordinaryRateOf(
  line: Line,
  known: EmployeeItems,
  { country, isWorkersComp }: RememberedPay,
): [CivilDate, string][] {
  if (line.kind === 'leave') {
    const { leave_type, has_own_rate, date, rate, base_rate = rate } = line.details
    // Earlier versions added holidays at the rate of the period end.
    const isOther =
      has_own_rate || leave_type === 'PAID_PUBLIC_HOLIDAY' || leave_type in country.items.ownAmounts
    return isOther ? [] : [[civilDate(date), base_rate]]
  }
  if (line.kind !== 'hours' || (isWorkersComp && known.workersCompPerHour !== null)) return []
  const { date } = line.details
  const rate = ordinaryRateShown(line.details)
  return date && rate !== null ? [[civilDate(date), rate]] : []
}

/** The rates, with a different one on a single day. */
function onDay(rates: FieldTimeline, day: CivilDate, rate: string): FieldTimeline {
  const next = addDays(day, 1)
  const changes = [
    ...rates.changes.filter(({ from }) => from < day),
    { from: day, value: rate },
    { from: next, value: valueOn(rates, next) },
    ...rates.changes.filter(({ from }) => from > next),
  ]
  return { ...rates, changes }
}

/** Named rates keep the values they had on the pay, by day if they are multiples of a rate that changed. */
function rememberRates(known: EmployeeItems, lines: readonly Line[]): RateChoice[] {
  const paid = lines.flatMap((line) => {
    if (line.kind !== 'hours' || line.details.has_own_rate || line.details.multiplier !== null) return []
    const { rate_reference: reference, rate_description: description, rate, date } = line.details
    return reference || description ? [{ reference, description: description ?? '', rate, date }] : []
  })
  const isNamedBy = (rate: RateChoice, name: (typeof paid)[number]) =>
    name.reference ? rate.reference === name.reference : isSameName(rate.description, name.description)
  const asPaid = (rate: RateChoice, own: typeof paid): RateChoice => {
    const [first] = own
    if (!first) return rate
    const byDay = new Map(own.flatMap(({ date, rate: value }) => (date ? [[date, value] as const] : [])))
    return { ...rate, rate: first.rate, multiplier: null, byDay }
  }
  const isUnchanged = (rate: RateChoice, own: typeof paid) =>
    own.every(
      ({ date, rate: value }) =>
        Number(namedValue(rate, ratesOn(known, date)) ?? Number.NaN) === Number(value),
    )
  const gone = Map.groupBy(
    paid.filter((name) => !known.rates.some((rate) => isNamedBy(rate, name))),
    (name) => name.reference || name.description.trim().toLowerCase(),
  )
  return [
    ...known.rates.map((rate) => {
      const own = paid.filter((name) => isNamedBy(rate, name))
      return isUnchanged(rate, own) ? rate : asPaid(rate, own)
    }),
    ...[...gone.values()].map((own) => {
      const reference = own[0]?.reference ?? ''
      return asPaid({ reference, description: own[0]?.description ?? '', rate: null, multiplier: null }, own)
    }),
  ]
}
