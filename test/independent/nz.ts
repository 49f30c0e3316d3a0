/*
 * A second calculation of the Holidays Act 2003 for whole employments, written from the words of the Act and
 * the reference data alone in whole numbers (BigInt), without any code from src/payroll. Days are numbers
 * since 1970-01-01, and amounts are in cents.
 */

export type Period = 'WEEKLY' | 'MONTHLY'

/** The content of one pay of the employment, besides ordinary pay. */
export type Pay = {
  /** First and last day of its period. */
  start: number
  end: number
  /** Ordinary wages in cents, and the days they cover. */
  wages: bigint
  days: number
  overtime: bigint
  allowance: bigint
  bonus: bigint
  /** First day and hours of unpaid leave, and of annual holidays. */
  unpaid: { day: number; hours: number } | null
  annual: { day: number; hours: number } | null
}

export type Employment = {
  start: number
  period: Period
  /** Cents per hour. 0n means that no rate is agreed, so the last four weeks decide. */
  rate: bigint
  pays: readonly Pay[]
  /** Employer and employee agree that unpaid leave of more than a week counts (s 16(3)). */
  isUnpaidCounted: boolean
  /** The last day, and the period of the payout. */
  lastDay: number
  /** Days of the week that are worked, eight hours each (1 is Monday). Monday to Friday when omitted. */
  workDays?: readonly number[]
  /** Different working days from a day, which is the first day of a period. */
  changes?: readonly { from: number; workDays: readonly number[] }[]
  /** First and last day of parental leave. The pays in it have no wages. */
  parental?: { first: number; last: number } | null
  /** Pays of an employment that ended before this one began. None of them counts (ss 14 and 16). */
  earlierPays?: readonly Pay[]
  /** The anniversary days of the workplace. None when omitted. */
  anniversaryDays?: readonly string[]
}

export type Owed = {
  /** The amount for the annual holidays of each pay. */
  annual: bigint[]
  unused: bigint
  eightPercent: bigint
}

const HOURS_PER_DAY = 8
const WEEKS_A_YEAR = 4
const MONDAY_TO_FRIDAY = [1, 2, 3, 4, 5]

/** The weeks of the employment being calculated, the latest first. */
let weeks: readonly { from: number; workDays: readonly number[] }[] = []
let anniversaries: ReadonlySet<number> = new Set()
/** The working days of the agreed week on a day. */
const weekOn = (day: number) => weeks.find(({ from }) => from <= day)?.workDays ?? MONDAY_TO_FRIDAY
const hoursPerWeek = (day: number) => BigInt(weekOn(day).length * HOURS_PER_DAY)

/* Fractions: [numerator, denominator]. */
type Fraction = readonly [bigint, bigint]
const isMore = ([a, b]: Fraction, [c, d]: Fraction) => a * d > c * b
const greater = (a: Fraction, b: Fraction) => (isMore(b, a) ? b : a)
const toCents = ([n, d]: Fraction): bigint => (2n * n + d) / (2n * d)
const plus = ([a, b]: Fraction, [c, d]: Fraction): Fraction => (b === d ? [a + c, b] : [a * d + c * b, b * d])
const minus = (a: Fraction, [c, d]: Fraction): Fraction => plus(a, [-c, d])
const times = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * c, b * d]
const NONE: Fraction = [0n, 1n]
const notBelowZero = (a: Fraction): Fraction => (a[0] < 0n ? NONE : a)
const wholeWeeks = (count: number): Fraction => [BigInt(count), 1n]

/* The calendar. */
const weekday = (day: number) => (day + 4) % 7
const isWorked = (day: number) => weekOn(day).includes(weekday(day))
const workingDays = (from: number, to: number) => {
  let count = 0n
  for (let day = from; day <= to; day++) if (isWorked(day)) count += 1n
  return count
}
const parts = (day: number) => new Date(day * 86_400_000)
export const dayOf = (year: number, month: number, date: number) => Date.UTC(year, month, date) / 86_400_000
const yearsAfter = (day: number, years: number) => {
  const date = parts(day)
  const last = new Date(Date.UTC(date.getUTCFullYear() + years, date.getUTCMonth() + 1, 0)).getUTCDate()
  return dayOf(date.getUTCFullYear() + years, date.getUTCMonth(), Math.min(date.getUTCDate(), last))
}
/** The first day of the period that contains a day. Weeks end on Sunday. */
const periodStart = (period: Period, day: number) =>
  period === 'WEEKLY'
    ? day - ((weekday(day) + 6) % 7)
    : dayOf(parts(day).getUTCFullYear(), parts(day).getUTCMonth(), 1)

/** s 14: everything except unpaid leave. `paid` is the amount for the annual holidays of the pay. */
const gross = (pay: Pay, paid: bigint) => pay.wages + pay.overtime + pay.allowance + pay.bonus + paid

export function owedFor(employment: Employment, payoutStart: number): Owed {
  const first = { from: Number.NEGATIVE_INFINITY, workDays: employment.workDays ?? MONDAY_TO_FRIDAY }
  weeks = [...(employment.changes ?? []).toReversed(), first]
  anniversaries = new Set((employment.anniversaryDays ?? []).map(dayNumberOf))
  const paid: bigint[] = []
  const advance: bigint[] = []
  // Entitled weeks: four for each anniversary, each of the week agreed when it is taken (ss 16 and 17).
  let left: Fraction = NONE
  let given = 0
  // Weeks for an anniversary after the last day were never owed, so holidays taken out of them were in
  // advance (s 23).
  const owedAtEnd = anniversariesUpTo(employment, employment.lastDay + 1)
  let owedLeft: Fraction = NONE
  for (const [index, pay] of employment.pays.entries()) {
    const reached = anniversariesUpTo(employment, pay.end, index)
    left = plus(left, wholeWeeks((reached - given) * WEEKS_A_YEAR))
    owedLeft = plus(owedLeft, wholeWeeks(Math.max(0, Math.min(reached, owedAtEnd) - given) * WEEKS_A_YEAR))
    given = reached
    const began = holidayBegan(employment, index)
    const taken: Fraction = [BigInt(pay.annual?.hours ?? 0), hoursPerWeek(pay.start)]
    const amount = pay.annual ? toCents(times(weekOfHoliday(employment, paid, index, began), taken)) : 0n
    const beyond = minus(taken, notBelowZero(owedLeft))
    paid.push(amount)
    advance.push(beyond[0] > 0n ? toCents([amount * beyond[0] * taken[1], beyond[1] * taken[0]]) : 0n)
    left = minus(left, taken)
    owedLeft = minus(owedLeft, taken)
  }
  const never = wholeWeeks((given - owedAtEnd) * WEEKS_A_YEAR)
  return ending(employment, paid, advance, minus(left, never), payoutStart)
}

/** s 16: the number of completed periods of twelve months, excluding the days that do not count. */
function anniversariesUpTo(employment: Employment, day: number, known = employment.pays.length - 1): number {
  const served = day - daysNotServed(employment, day, known)
  let years = 0
  while (yearsAfter(employment.start, years + 1) <= served) years += 1
  return years
}

/** The day on which this number of twelve-month periods was complete. */
function anniversaryOf(employment: Employment, years: number): number {
  let day = yearsAfter(employment.start, years)
  if (years > 0) while (anniversariesUpTo(employment, day) < years) day += 1
  return day
}

/**
 * Days of unpaid leave before a day, beyond the first week of each spell, unless it is agreed that they
 * count.
 */
function daysNotServed({ isUnpaidCounted, pays }: Employment, day: number, known: number): number {
  if (isUnpaidCounted) return 0
  let days = 0
  for (const stretch of unpaidStretches(pays.slice(0, known + 1))) {
    const { length } = weekOn(stretch.first)
    if (stretch.days > length)
      days += Math.max(
        0,
        Math.min(Math.floor(((stretch.days - length) * 7) / length), day - (stretch.first + 7)),
      )
  }
  return days
}

/** s 21(2): a holiday that continues over several pays began on its first day. */
function holidayBegan({ pays }: Employment, index: number): number {
  let first = pays[index]?.annual?.day ?? pays[index]?.start ?? 0
  for (let earlier = index - 1; earlier >= 0; earlier--) {
    const before = pays[earlier]?.annual
    if (!before) break
    const end = afterWorkingDays(before.day, before.hours / HOURS_PER_DAY)
    if (workingDays(end, first - 1) > 0n) break
    first = before.day
  }
  return first
}

/** The day after a number of working days, counted from a day. */
function afterWorkingDays(day: number, count: number): number {
  let at = day
  for (let left = count; left > 0; at++) if (isWorked(at)) left -= 1
  return at
}

/** ss 21, 22: the greater of ordinary weekly pay and average weekly earnings, up to the end of the last pay period before. */
function weekOfHoliday(
  employment: Employment,
  paid: readonly bigint[],
  index: number,
  began: number,
): Fraction {
  const own = employment.pays[index] as Pay
  const upTo = Math.min(periodStart(employment.period, began), own.start) - 1
  // s 22: in advance if twelve months are not complete on the first day of the holiday.
  const isYear = anniversariesUpTo(employment, began, index) >= 1
  return weekUpTo(employment, paid, index, { upTo, on: own.start, isYear })
}

function weekUpTo(
  employment: Employment,
  paid: readonly bigint[],
  count: number,
  { upTo, on, isYear }: { upTo: number; on: number; isYear: boolean },
  isAveraged = false,
): Fraction {
  const before = employment.pays.slice(0, count).flatMap((pay, i) => (pay.end <= upTo ? [{ pay, i }] : []))
  const inYear = before.filter(({ pay }) => pay.end > upTo - 364)
  const year = inYear.reduce((sum, { pay, i }) => sum + gross(pay, paid[i] ?? 0n), 0n)
  const off = employment.isUnpaidCounted
    ? weeksOff(
        before.map(({ pay }) => pay),
        upTo - 363,
      )
    : 0
  const full = isYear ? 52 : Math.ceil((upTo + 1 - employment.start) / 7)
  const average: Fraction = [year, BigInt(Math.max(1, full - off))]
  return isAveraged ? average : greater(ordinaryWeek(employment, paid, before, { upTo, on }), average)
}

/**
 * Parental Leave and Employment Protection Act s 42(2): years that end during the leave or in the twelve
 * months after it.
 */
function averagedYears(employment: Employment, years: number): number {
  const { parental } = employment
  if (!parental) return 0
  const ends = Array.from({ length: years }, (_, index) => anniversaryOf(employment, index + 1))
  return ends.filter((day) => day >= parental.first && day <= yearsAfter(parental.last, 1)).length
}

/**
 * s 16(3): whole or part weeks beyond the first of each spell of unpaid leave, as far as they are in the
 * weeks that count. A spell has one first week, inside those weeks or before them.
 */
const weeksOff = (pays: readonly Pay[], from: number) =>
  unpaidStretches(pays).reduce((weeks, { first, days }) => {
    const { length } = weekOn(first)
    let left = days
    let beyond = 0
    for (let day = first, count = 0; left > 0; day++) {
      if (!isWorked(day)) continue
      count += 1
      if (count > length && day >= from) beyond += Math.min(1, left)
      left -= 1
    }
    return weeks + Math.ceil(beyond / length)
  }, 0)

/** One spell of unpaid leave: no working day interrupts it. */
function unpaidStretches(pays: readonly Pay[]): { first: number; end: number; days: number }[] {
  const stretches: { first: number; end: number; days: number }[] = []
  for (const { unpaid } of pays) {
    if (!unpaid) continue
    const days = unpaid.hours / HOURS_PER_DAY
    const end = afterWorkingDays(unpaid.day, days)
    const last = stretches.at(-1)
    if (last && workingDays(last.end, unpaid.day - 1) === 0n)
      Object.assign(last, { end, days: last.days + days })
    else stretches.push({ first: unpaid.day, end, days })
  }
  return stretches
}

type Before = readonly { pay: Pay; i: number }[]

/**
 * s 8: the agreed week plus the payments found in each of the last worked periods. Without an agreed rate,
 * four weeks ÷ 4.
 */
function ordinaryWeek(
  employment: Employment,
  paid: readonly bigint[],
  before: Before,
  { upTo, on }: { upTo: number; on: number },
): Fraction {
  const { names, weekly } = regularPart(employment, before, upTo)
  if (employment.rate > 0n) return [employment.rate * hoursPerWeek(on) * weekly[1] + weekly[0], weekly[1]]
  const four = before.filter(({ pay }) => pay.end > upTo - 28)
  const all = four.reduce((sum, { pay, i }) => sum + gross(pay, paid[i] ?? 0n), 0n)
  const irregular = four.reduce(
    (sum, { pay }) => PARTS.reduce((more, name) => (names.includes(name) ? more : more + pay[name]), sum),
    0n,
  )
  return [all > irregular ? all - irregular : 0n, 4n]
}

const PARTS = ['overtime', 'allowance', 'bonus'] as const

/** The payments found in each of the last worked periods, and the weekly amount of each. */
function regularPart(employment: Employment, before: Before, upTo: number) {
  const isMonthly = employment.period === 'MONTHLY'
  const all = before
    .map(({ pay }) => pay)
    .filter((pay) => pay.end > upTo - (isMonthly ? 123 : 91) && pay.wages > 0n)
  // A week with leave is not an ordinary working week. It counts only when there are fewer than two others.
  const whole = all.filter((pay) => pay.unpaid === null && pay.annual === null)
  const worked = (whole.length < 2 ? all : whole).slice(isMonthly ? -3 : -4)
  const names = PARTS.filter((part) => worked.length >= 2 && worked.every((pay) => pay[part] > 0n))
  const regular = names.reduce((sum, name) => worked.reduce((all, pay) => all + pay[name], sum), 0n)
  const weeks: Fraction = isMonthly ? [BigInt(worked.length) * 52n, 12n] : [BigInt(worked.length), 1n]
  const weekly: Fraction = regular === 0n ? [0n, 1n] : [regular * weeks[1], weeks[0]]
  return { names, weekly }
}

const dayNumberOf = (text: string) => Date.parse(`${text}T00:00:00Z`) / 86_400_000
const daysIn = (...texts: string[]) => new Set(texts.join(' ').split(' ').map(dayNumberOf))

/** Public holidays that no weekend moves (Employment New Zealand's list). */
const FIXED = daysIn(
  '2025-04-18 2025-04-21 2025-06-02 2025-06-20 2025-10-27 2026-04-03 2026-04-06 2026-06-01 2026-07-10 2026-10-26',
  '2027-03-26 2027-03-29 2027-06-07 2027-06-25',
)
/**
 * s 45A: Waitangi and ANZAC Day. On a weekend they move to the Monday for people who do not work on that day.
 */
const MONDAYISED = daysIn('2025-02-06 2025-04-25 2026-02-06 2026-04-25 2027-02-06 2027-04-25')
/**
 * s 45: Christmas, Boxing Day and the first days of the year. A Saturday moves to Monday, and a Sunday to
 * Tuesday.
 */
const AT_CHRISTMAS = daysIn(
  '2024-12-25 2024-12-26 2025-01-01 2025-01-02 2025-12-25 2025-12-26 2026-01-01 2026-01-02 2026-12-25 2026-12-26',
  '2027-01-01 2027-01-02',
)
const [SUNDAY, SATURDAY] = [0, 6]

/** Whether a working day is a public holiday for this week and workplace. */
function isPublicHoliday(day: number): boolean {
  if (FIXED.has(day) || anniversaries.has(day) || MONDAYISED.has(day) || AT_CHRISTMAS.has(day)) return true
  const movedFrom = (days: ReadonlySet<number>, back: number, on: number) =>
    days.has(day - back) && weekday(day - back) === on && !weekOn(day).includes(on)
  return (
    (weekday(day) === 1 && (movedFrom(MONDAYISED, 2, SATURDAY) || movedFrom(MONDAYISED, 1, SUNDAY))) ||
    movedFrom(AT_CHRISTMAS, 2, SATURDAY) ||
    movedFrom(AT_CHRISTMAS, 2, SUNDAY)
  )
}

/**
 * s 40(2) and (3): public holidays that would fall in the entitled leave if it were taken straight after the
 * last day.
 */
function holidaysAfter(lastDay: number, left: Fraction): bigint {
  let count = 0n
  let days = times(left, [BigInt(weekOn(lastDay).length), 1n])
  for (let day = lastDay + 1; days[0] > 0n; day++) {
    if (!isWorked(day)) continue
    if (isPublicHoliday(day)) count += 1n
    else days = minus(days, [1n, 1n])
  }
  return count
}

/**
 * ss 9, 9A: the pay that the day would have had, with a day's share of the regular payments of a week.
 * Without an agreed rate, a year's earnings ÷ the days paid.
 */
function dailyPay(employment: Employment, paid: readonly bigint[], upTo: number, on: number): Fraction {
  if (employment.rate > 0n) {
    const before = employment.pays.flatMap((pay, i) => (pay.end <= upTo ? [{ pay, i }] : []))
    const { weekly } = regularPart(employment, before, upTo)
    const days = BigInt(weekOn(on).length)
    return [employment.rate * BigInt(HOURS_PER_DAY) * weekly[1] * days + weekly[0], weekly[1] * days]
  }
  let [year, days] = [0n, 0]
  for (const [i, pay] of employment.pays.entries()) {
    if (pay.end > upTo || pay.end <= upTo - 364) continue
    year += gross(pay, paid[i] ?? 0n)
    days += pay.days + (pay.annual?.hours ?? 0) / HOURS_PER_DAY
  }
  return days === 0 ? [0n, 1n] : [year, BigInt(days)]
}

/** ss 23 to 26. */
function ending(
  employment: Employment,
  paid: readonly bigint[],
  advance: readonly bigint[],
  left: Fraction,
  payoutStart: number,
): Owed {
  const { start, lastDay, pays, period } = employment
  const years = anniversariesUpTo(employment, lastDay + 1)
  const anniversary = anniversaryOf(employment, years)
  const upTo = Math.min(periodStart(period, lastDay), payoutStart) - 1
  const parental = wholeWeeks(averagedYears(employment, years) * WEEKS_A_YEAR)
  const averaged = isMore(parental, left) ? left : parental
  const payFor = (count: Fraction, isAveraged: boolean) => {
    const of = { upTo, on: lastDay, isYear: years >= 1 }
    return count[0] > 0n ? toCents(times(weekUpTo(employment, paid, pays.length, of, isAveraged), count)) : 0n
  }
  const weeksPay = payFor(minus(left, averaged), false) + payFor(averaged, true)
  const daily = dailyPay(employment, paid, upTo, lastDay)
  const unused = weeksPay + toCents([daily[0] * holidaysAfter(lastDay, left), daily[1]])
  let since = 0n
  let inAdvance = 0n
  for (const [i, pay] of pays.entries()) {
    if (pay.end < anniversary) continue
    const first = Math.max(pay.start, start)
    const last = lastDay < pay.end && lastDay >= first ? lastDay : pay.end
    const all = workingDays(first, last)
    const part: Fraction =
      anniversary <= pay.start || anniversary <= start
        ? [1n, 1n]
        : all === 0n
          ? [anniversary > last ? 0n : 1n, 1n]
          : [workingDays(anniversary, last), all]
    since += toCents([gross(pay, paid[i] ?? 0n) * part[0], part[1]])
    inAdvance += advance[i] ?? 0n
  }
  const share = toCents([(since + unused) * 8n, 100n])
  return {
    annual: [...paid],
    unused,
    eightPercent: share > inAdvance ? share - inAdvance : 0n,
  }
}
