import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/*
 * A second calculation of Australian withholding and super, written from the published tables alone
 * (au-tables.json) in whole numbers (BigInt), without any code from src/payroll. It looks at a period as a
 * whole: the amounts paid in it, not the number of pays.
 */

export type Frequency = 'WEEKLY' | 'FORTNIGHTLY' | 'MONTHLY'
export type Payee = {
  /** The scale of Schedule 1. `4` means that no number was quoted, `9` a senior under Schedule 9. */
  scale: '1' | '2' | '3' | '4' | '5' | '6' | '9'
  isForeign: boolean
  hasLoan: boolean
  frequency: Frequency
  /** The scale of Schedule 9. */
  seniors?: string
  /** Tax offsets of the year, in dollars. For scales 2, 5 and 6. */
  offset?: bigint
  /** Medicare levy adjustment: 0 for a spouse alone. For scales 2 and 6. */
  children?: number
  /** The employee asked for the addition in a year with 53 or 27 pays. */
  hasExtraPay?: boolean
}

/** A payment with its own method under Schedule 5. Amounts are in cents. */
export type Additional =
  | { method: 'A' | 'SPREAD'; cents: bigint; divisor: number }
  | { method: 'B1'; cents: bigint; over: readonly PaidPeriod[]; isCurrentIn: boolean }
  | { method: 'B2'; cents: bigint }

/**
 * An earlier period of the year: its normal earnings, and the date of the table it was taxed by. `spread` is
 * the amount that earlier back payments under method B(i) added to it.
 */
export type PaidPeriod = { date: string; cents: bigint; withheld: bigint; spread?: bigint }

export type Period = {
  date: string
  /** Taxed by the period's table. */
  normal: bigint
  /** The pay has ordinary wages, not only overtime, leave or allowances. */
  hasWages: boolean
  /** The expected wages, when the period has none yet. */
  expected: bigint
  additional: readonly Additional[]
  /** Leave of later periods paid in this one, by period. */
  inAdvance?: readonly bigint[]
}

/** The totals of the year before this period, for method B(ii). */
export type YearSoFar = {
  periods: number
  cents: bigint
  b2: { cents: bigint; withheld: bigint; loan: bigint }
}

type Row = [lessThan: number | null, a: string, b: string]
type Dated = { from: string; to: string | null }
type Tables = {
  schedule1: (Dated & { scales: Record<string, Row[]>; noTfn: { resident: string; foreign: string } })[]
  schedule8: (Dated & { combined: Record<string, Row[]>; component: { tft: Row[]; no_tft: Row[] } })[]
  schedule15: (Dated & { rates: [number | null, string][] })[]
  schedule9: (Dated & { scales: Record<string, Row[]> })[]
  medicare: (Dated & { family: number; perChild: number; '2': MedicareRow; '6': MedicareRow })[]
  offsets: Record<Frequency, string> & { scales: string[] }
  extraPays: (Dated & { WEEKLY: [number, number][] | null; FORTNIGHTLY: [number, number][] })[]
  returnToWork: { rate: string }
  childSupport: { daysPerMonth: string; weekly: (Dated & { amount: string })[] }
  super: (Dated & { rate: string; period: 'quarter' | 'year'; maximum: number })[]
}
type MedicareRow = Record<'shadeInBase' | 'shadeInRate' | 'levyRate' | 'shadeOutRate', string> &
  Record<'from' | 'shadeInTo', number>

const tables = JSON.parse(readFileSync(join(import.meta.dirname, 'au-tables.json'), 'utf8')) as Tables

const PER_YEAR: Record<Frequency, number> = { WEEKLY: 52, FORTNIGHTLY: 26, MONTHLY: 12 }
const LIMIT_PERCENT = 47n

function on<T extends Dated>(list: readonly T[], date: string): T {
  const found = list.find(({ from, to }) => from <= date && (to === null || date <= to))
  if (!found) throw new Error(`no table for ${date}`)
  return found
}

/** A decimal string in units of 10^-places. */
function scaled(text: string, places: number): bigint {
  const [, sign = '', whole = '0', part = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  const value = BigInt(whole + part.padEnd(places, '0').slice(0, places))
  return sign ? -value : value
}

/** Rounds a non-negative quotient to the nearest whole number, halves up. */
const nearest = (over: bigint, under: bigint): bigint => (2n * over + under) / (2n * under)
const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)
const atLeastNil = (a: bigint): bigint => (a < 0n ? 0n : a)

/** Whole dollars of the weekly equivalent. */
function weeklyDollars(cents: bigint, frequency: Frequency): bigint {
  if (frequency === 'WEEKLY') return cents / 100n
  if (frequency === 'FORTNIGHTLY') return cents / 200n
  return ((cents % 100n === 33n ? cents + 1n : cents) * 3n) / 1300n
}

/** x of the schedules, in cents. */
const xOf = (cents: bigint, frequency: Frequency): bigint =>
  weeklyDollars(atLeastNil(cents), frequency) * 100n + 99n

function ofFrequency(weekly: bigint, frequency: Frequency): bigint {
  if (frequency === 'WEEKLY') return weekly
  return frequency === 'FORTNIGHTLY' ? 2n * weekly : nearest(weekly * 13n, 3n)
}

function byRows(rows: readonly Row[], cents: bigint, frequency: Frequency): bigint {
  const x = xOf(cents, frequency)
  const row = rows.find(([lessThan]) => lessThan === null || x < BigInt(lessThan) * 100n)
  if (!row) throw new Error(`no row for ${cents}`)
  const millionths = scaled(row[1], 4) * x - scaled(row[2], 4) * 100n
  const weekly = millionths <= 0n ? 0n : nearest(millionths, 1_000_000n)
  return ofFrequency(weekly, frequency)
}

function flat(payee: Payee, cents: bigint, date: string): bigint {
  const { noTfn } = on(tables.schedule1, date)
  const rate = scaled(payee.isForeign ? noTfn.foreign : noTfn.resident, 2)
  return (rate * (atLeastNil(cents) / 100n)) / 100n
}

/** Withholding on a period's earnings, in dollars, by the combined table if there is a study loan. */
export function withholding(payee: Payee, cents: bigint, date: string): bigint {
  if (payee.scale === '4') return flat(payee, cents, date)
  if (payee.scale === '9') {
    const rows = on(tables.schedule9, date).scales[payee.seniors ?? '']
    if (!rows) throw new Error(`no seniors ${payee.seniors}`)
    const table = adjusted(payee, byRows(rows, cents, payee.frequency), cents, date)
    return owesLoan(payee) ? table + loanComponent(payee, cents, date) : table
  }
  const rows = owesLoan(payee)
    ? on(tables.schedule8, date).combined[payee.scale]
    : on(tables.schedule1, date).scales[payee.scale]
  if (!rows) throw new Error(`no scale ${payee.scale}`)
  return adjusted(payee, byRows(rows, cents, payee.frequency), cents, date)
}

/**
 * The table's amount plus the addition of a longer year, less the offset and the Medicare levy adjustment.
 * Never below nil.
 */
function adjusted(payee: Payee, table: bigint, cents: bigint, date: string): bigint {
  const { scale, frequency, offset, children, hasExtraPay } = payee
  const more = hasExtraPay && table > 0n ? extraPay(cents, frequency, date) : 0n
  const less =
    offset !== undefined && tables.offsets.scales.includes(scale) ? offsetOf(offset, frequency) : 0n
  const isAdjusted = children !== undefined && (scale === '2' || (scale === '6' && children > 0))
  const medicare = isAdjusted ? medicareOf(scale, children, cents, frequency, date) : 0n
  return atLeastNil(table + more - less - medicare)
}

function extraPay(cents: bigint, frequency: Frequency, date: string): bigint {
  if (frequency === 'MONTHLY') return 0n
  const rows = on(tables.extraPays, date)[frequency]
  if (!rows) throw new Error(`no additions for ${date}`)
  return BigInt(rows.findLast(([from]) => cents / 100n >= BigInt(from))?.[1] ?? 0)
}

const offsetOf = (annual: bigint, frequency: Frequency): bigint =>
  nearest(annual * scaled(tables.offsets[frequency], 3), 1000n)

function medicareOf(
  scale: '2' | '6',
  children: number,
  cents: bigint,
  frequency: Frequency,
  date: string,
): bigint {
  const table = on(tables.medicare, date)
  const row = table[scale]
  // Weekly family threshold in cents; x in cents; rates in hundredths.
  const wft = nearest(BigInt(table.family + table.perChild * children) * 100n, 52n)
  const sop = ((wft * scaled(row.shadeInRate, 2)) / scaled(row.shadeOutRate, 2) / 100n) * 100n
  const x = xOf(cents, frequency)
  if (x < BigInt(row.from) * 100n || x >= sop) return 0n
  const tenThousandths =
    x < BigInt(row.shadeInTo) * 100n
      ? (x - scaled(row.shadeInBase, 2)) * scaled(row.shadeInRate, 2)
      : x < wft
        ? x * scaled(row.levyRate, 2)
        : wft * scaled(row.levyRate, 2) - (x - wft) * scaled(row.shadeOutRate, 2)
  return ofFrequency(tenThousandths <= 0n ? 0n : nearest(tenThousandths, 10_000n), frequency)
}

/** Return to work payments of one pay, in dollars. */
export function returnToWorkTax(cents: bigint, payee: Payee, date: string): bigint {
  if (payee.scale === '4') return flat(payee, cents, date)
  return nearest(cents * scaled(tables.returnToWork.rate, 2), 10_000n)
}

function withoutLoan(payee: Payee, cents: bigint, date: string): bigint {
  return withholding({ ...payee, hasLoan: false }, cents, date)
}

/** Schedule 8: nothing if the Medicare levy is reduced for low family income. */
const owesLoan = ({ hasLoan, children, scale, seniors = '' }: Payee): boolean => {
  const mayReduce = scale === '2' || scale === '6' || (scale === '9' && !seniors.endsWith('-full-exemption'))
  return hasLoan && (children === undefined || !mayReduce)
}

function loanComponent(payee: Payee, cents: bigint, date: string): bigint {
  const { component } = on(tables.schedule8, date)
  return byRows(payee.scale === '1' ? component.no_tft : component.tft, cents, payee.frequency)
}

/** Steps 3 to 7 of methods A and B(ii), in dollars. */
function spread(base: bigint, cents: bigint, divisor: number, tax: (cents: bigint) => bigint): bigint {
  const share = (cents / BigInt(divisor) / 100n) * 100n
  return (tax(base + share) - tax(base)) * BigInt(divisor)
}

/** Step 9: not above the limit, cents dropped, not below nil. */
function limited(dollars: bigint, cents: bigint): bigint {
  return atLeastNil(least(dollars, (cents * LIMIT_PERCENT) / 10_000n))
}

/** The limit applies to tax and loan together. */
const within = (loan: bigint, cents: bigint, tax: bigint): bigint =>
  least(loan, atLeastNil((cents * LIMIT_PERCENT) / 10_000n - tax))

const wholeDollars = (cents: bigint): bigint => (atLeastNil(cents) / 100n) * 100n

/**
 * The amount to withhold in a period, in dollars, whatever the number and order of its pays. Next to a
 * payment under method A the cents of the wages are dropped: step 2 is the tax on step 1, which ignores them.
 */
export function taxOfPeriod(payee: Payee, period: Period, year: YearSoFar): bigint {
  const { date, normal, hasWages, expected, additional } = period
  const base = !hasWages && expected > normal ? expected : normal
  const isByA = payee.scale !== '4' && additional.some((extra) => extra.method === 'A')
  const onWages = withholding(payee, isByA ? wholeDollars(normal) : normal, date)
  if (payee.scale === '4') {
    const groups = Map.groupBy(additional, groupOf)
    const extras = [...groups.values()].map((group) => flat(payee, total(group), date))
    return onWages + extras.reduce((sum, dollars) => sum + dollars, 0n)
  }
  const advance = (period.inAdvance ?? []).map((cents) => withholding(payee, cents, date))
  return (
    onWages +
    advance.reduce((sum, dollars) => sum + dollars, 0n) +
    bySpreading(payee, base, period) +
    byB1(payee, base, period) +
    byB2(payee, base, period, year)
  )
}

const total = (group: readonly { cents: bigint }[]): bigint =>
  group.reduce((sum, { cents }) => sum + cents, 0n)
const groupOf = (extra: Additional): string =>
  'divisor' in extra ? `${extra.method} ${extra.divisor}` : extra.method

/** Payments with the same method and divisor count as one (Schedule 5: total additional payments). */
function bySpreading(payee: Payee, base: bigint, { date, additional }: Period): bigint {
  const parts = additional.filter((extra) => 'divisor' in extra)
  let dollars = 0n
  for (const group of Map.groupBy(parts, groupOf).values()) {
    const { method, divisor } = group[0] as (typeof parts)[number]
    const cents = total(group)
    const taken = (tax: (cents: bigint) => bigint) => {
      const rise = spread(wholeDollars(base), cents, divisor, tax)
      return method === 'A' ? limited(rise, cents) : atLeastNil(rise)
    }
    const tax = taken((earnings) => withoutLoan(payee, earnings, date))
    dollars += tax
    if (!owesLoan(payee)) continue
    const loan = taken((earnings) => loanComponent(payee, earnings, date))
    dollars += method === 'A' ? within(loan, cents, tax) : loan
  }
  return dollars
}

/**
 * Back payments over the same periods are added together: each period is taxed on everything that belongs to
 * it.
 */
function byB1(payee: Payee, base: bigint, { date, additional }: Period): bigint {
  const parts = additional.filter((extra) => extra.method === 'B1')
  const owed = new Map<string, { paid: PaidPeriod; share: bigint }>()
  let current = 0n
  for (const { cents, over, isCurrentIn } of parts) {
    const shares = split(cents, over.length + (isCurrentIn ? 1 : 0))
    for (const [index, paid] of over.entries()) {
      const share = (owed.get(paid.date)?.share ?? 0n) + (shares[index] ?? 0n)
      owed.set(paid.date, { paid, share })
    }
    if (isCurrentIn) current += shares.at(-1) ?? 0n
  }
  let dollars = 0n
  for (const { paid, share } of owed.values()) {
    // Amounts added to the period earlier have already been taxed with it.
    const before = paid.cents + (paid.spread ?? 0n)
    const withheld = paid.spread ? withholding(payee, before, paid.date) : paid.withheld
    dollars += withholding(payee, before + share, paid.date) - withheld
  }
  if (current !== 0n) dollars += withholding(payee, base + current, date) - withholding(payee, base, date)
  return atLeastNil(dollars)
}

/**
 * Equal shares in cents that add up to the whole. The first ones are a cent larger, or a cent lower when
 * negative.
 */
function split(cents: bigint, count: number): bigint[] {
  const [each, rest] = [cents / BigInt(count), cents % BigInt(count)]
  const [cent, odd] = rest < 0n ? [-1n, -rest] : [1n, rest]
  return Array.from({ length: count }, (_, index) => each + (BigInt(index) < odd ? cent : 0n))
}

function byB2(payee: Payee, base: bigint, { date, additional }: Period, year: YearSoFar): bigint {
  const cents = total(additional.filter((extra) => extra.method === 'B2'))
  if (cents === 0n) return 0n
  const backPay = total(additional.filter((extra) => extra.method === 'B1'))
  const average = wholeDollars((year.cents + base + backPay) / BigInt(year.periods + 1))
  const divisor = PER_YEAR[payee.frequency]
  const taken = (tax: (cents: bigint) => bigint, before: bigint) =>
    limited(spread(average, cents + year.b2.cents, divisor, tax) - before, cents)
  const tax = taken((earnings) => withoutLoan(payee, earnings, date), year.b2.withheld)
  if (!owesLoan(payee)) return tax
  return (
    tax +
    within(
      taken((earnings) => loanComponent(payee, earnings, date), year.b2.loan),
      cents,
      tax,
    )
  )
}

/**
 * Schedule 15: one rate for a pay, based on the amounts paid earlier in the year. Whole dollars, to the
 * nearest dollar.
 */
export function workingHolidayTax(cents: bigint, paidBefore: bigint, date: string): bigint {
  const row = on(tables.schedule15, date).rates.find(
    ([upTo]) => upTo === null || paidBefore <= BigInt(upTo) * 100n,
  )
  if (!row) throw new Error('no rate')
  const thousandths = scaled(row[1], 3) * (cents / 100n)
  return row[0] === null ? thousandths / 1000n : nearest(thousandths, 1000n)
}

/** The part of a period's net pays that child support must leave, in cents. */
function protectedAmount(frequency: Frequency, date: string): bigint {
  const { daysPerMonth, weekly } = tables.childSupport
  const week = scaled(on(weekly, date).amount, 2)
  if (frequency !== 'MONTHLY') return frequency === 'WEEKLY' ? week : 2n * week
  return nearest(week * scaled(daysPerMonth, 4), 70_000n)
}

/**
 * The child support that each pay of a period can cover, in cents: the requested amount, within its own net
 * and within the nets so far above one protected amount.
 */
export function childSupportOfPays(
  pays: readonly { net: bigint; asked: bigint }[],
  frequency: Frequency,
  date: string,
): bigint[] {
  let above = -protectedAmount(frequency, date)
  return pays.map(({ net, asked }) => {
    above += net
    const taken = least(asked, atLeastNil(least(net, above)))
    above -= taken
    return taken
  })
}

/** Annual leave of a period in millionths of an hour: per hour, or per year and once in the period. */
export function leaveOfPeriod(
  earned: { hours: bigint } | { days: bigint; tenthsPerDay: bigint; frequency: Frequency },
): bigint {
  if ('hours' in earned) return earned.hours * 76_923n
  return nearest(earned.days * earned.tenthsPerDay * 100_000n, BigInt(PER_YEAR[earned.frequency]))
}

/** The part of a base that weeks of more than 30 hours earn (under 18), in cents. */
export function baseOfLongWeeks(
  weeks: readonly { hours: number; cents: bigint }[],
  otherCents: bigint,
): bigint {
  const long = weeks.filter(({ hours }) => hours > 30)
  if (long.length === weeks.length) return total(weeks) + otherCents
  if (long.length === 0) return 0n
  return nearest((total(weeks) + otherCents) * total(long), total(weeks))
}

/**
 * The compulsory super of a period in cents. `counted` is the base already counted in the year or quarter.
 */
export function superOfPeriod(baseCents: bigint, countedCents: bigint, date: string): bigint {
  const { rate, maximum } = on(tables.super, date)
  const room = atLeastNil(BigInt(maximum) * 100n - countedCents)
  const taken = least(atLeastNil(baseCents), room)
  return nearest(taken * scaled(rate, 4), 10_000n)
}
