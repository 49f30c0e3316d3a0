/*
 * Generated pay histories in the format of the Holidays Act report, with deliberate faults. The expected effect of each fault is
 * calculated here from the Act alone, without any code from src. Every week pays the same, so an average week equals the agreed
 * week.
 */

const DAY = 86_400_000
const iso = (time: number) => new Date(time).toISOString().slice(0, 10)
const at = (date: string) => Date.parse(`${date}T00:00:00Z`)
const DAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']
const cents = (amount: number) => Math.round((amount + Number.EPSILON) * 100) / 100

/** National public holidays in the three lists below, none of them moved by a weekend. */
const HOLIDAYS = [
  '2025-04-18',
  '2025-04-21',
  '2025-06-02',
  '2025-06-20',
  '2025-10-27',
  '2025-12-25',
  '2025-12-26',
]
const MORE = [
  '2025-01-01',
  '2025-01-02',
  '2025-02-06',
  '2025-04-25',
  '2024-12-25',
  '2024-12-26',
  '2024-10-28',
  '2024-06-28',
]
const EARLIER = [
  '2024-01-01',
  '2024-01-02',
  '2024-02-06',
  '2024-03-29',
  '2024-04-01',
  '2024-04-25',
  '2024-06-03',
]
const ALL = new Set([...HOLIDAYS, ...MORE, ...EARLIER])

export const FAULTS = [
  'sick-short',
  'bereavement-short',
  'holiday-unpaid',
  'holiday-single-time',
  'holiday-as-annual',
  'annual-at-base',
  'alternative-missing',
  'alternative-half',
] as const
export type Fault = (typeof FAULTS)[number]

export type HistoryPlan = {
  name: string
  /** Working days with their hours. */
  pattern: readonly [day: string, hours: number][]
  rate: number
  /** A regular weekly allowance. */
  allowance: number
  faults: readonly Fault[]
}

type Row = { leave: string; date: string; hours: number; paid: number }
type Week = { start: string; lessHours: number; rows: Row[]; alternative: number | null }

const FIRST = at('2024-01-01')
const WEEKS = 104

export const HEADER =
  'employee,start_date,period_start,period_end,gross,regular_allowances,hours,weekly_pay,leave_type,leave_date,leave_hours,leave_paid,work_pattern,region,alternative_days,holiday_pay'

/** A history of two years with the faults of its plan, and the expected findings by type and day. */
export function historyOf(plan: HistoryPlan): { csv: string; expected: [string, string, number][] } {
  const { pattern, rate, allowance } = plan
  const week = pattern.reduce((sum, [, hours]) => sum + hours, 0)
  const hoursOn = (date: string) =>
    pattern.find(([day]) => day === DAYS[new Date(at(date)).getUTCDay()])?.[1] ?? 0
  /** Relevant daily pay for the hours of an average day (s 9), including a share of the allowance. */
  const daily = (hours: number) =>
    cents((hours * (rate * (week / pattern.length) + allowance / pattern.length)) / (week / pattern.length))
  const weeks: Week[] = Array.from({ length: WEEKS }, (_, index) => ({
    ...{ start: iso(FIRST + index * 7 * DAY), lessHours: 0, rows: [], alternative: null },
  }))
  const weekOf = (date: string) => weeks[Math.floor((at(date) - FIRST) / (7 * DAY))] as Week
  const worked = [...ALL].filter((date) => hoursOn(date) > 0 && at(date) < FIRST + WEEKS * 7 * DAY).sort()
  const expected: [string, string, number][] = []
  const used = new Map<string, Fault>()
  const want = new Set(plan.faults)
  // Each fault uses another day, starting with the last. They come after the annual holiday, so its average uses plain weeks.
  const spare = worked.filter((date) => date > '2025-04-10' && date < '2025-12-26')
  for (const fault of plan.faults)
    if (
      ['holiday-unpaid', 'holiday-single-time', 'holiday-as-annual', 'alternative-missing'].includes(fault)
    ) {
      const date = spare.pop()
      if (date) used.set(date, fault)
    }
  for (const date of worked) {
    const hours = hoursOn(date)
    const own = weekOf(date)
    const fault = used.get(date)
    const due = daily(hours)
    if (fault === 'holiday-unpaid') {
      own.lessHours += hours
      expected.push(['PUBLIC_HOLIDAY_UNPAID', date, due])
    } else if (fault === 'holiday-as-annual') {
      own.rows.push({ leave: 'ANNUAL_HOLIDAYS', date, hours, paid: due })
      expected.push(['PUBLIC_HOLIDAY_AS_LEAVE', date, 0])
    } else if (fault === 'holiday-single-time' || fault === 'alternative-missing') {
      const half = cents(1.5 * rate * hours + (0.5 * allowance * hours) / week)
      const paid = fault === 'holiday-single-time' ? cents(rate * hours) : half
      own.rows.push({ leave: 'PUBLIC_HOLIDAY_WORKED', date, hours, paid })
      own.alternative = fault === 'alternative-missing' ? 0 : 1
      expected.push(
        fault === 'alternative-missing'
          ? ['ALTERNATIVE_DAY_NOT_GRANTED', date, 0]
          : ['PUBLIC_HOLIDAY_WORKED', date, cents(half - paid)],
      )
    } else own.rows.push({ leave: 'PAID_PUBLIC_HOLIDAY', date, hours, paid: due })
  }
  const [first, hours] = pattern[0] as [string, number]
  const dayIn = (monday: string) => iso(at(monday) + ((DAYS.indexOf(first) + 6) % 7) * DAY)
  const one = (monday: string, leave: string, fault: Fault, short: number) => {
    const date = dayIn(monday)
    const due = daily(leave === 'ALT_HOLIDAY' && want.has(fault) ? hours / 2 : hours)
    const paid = want.has(fault) ? cents(due * short) : due
    weekOf(date).rows.push({
      leave,
      date,
      hours: leave === 'ALT_HOLIDAY' && want.has(fault) ? hours / 2 : hours,
      paid,
    })
    if (want.has(fault)) expected.push([leave, date, cents(daily(hours) - paid)])
  }
  one('2025-02-17', 'SICK', 'sick-short', 0.8)
  one('2025-02-24', 'NZ_BEREAVEMENT', 'bereavement-short', 0.5)
  one('2025-03-31', 'ALT_HOLIDAY', 'alternative-half', 1)
  const holiday = weekOf('2025-03-17')
  const base = cents(rate * week)
  const full = cents(rate * week + allowance)
  const isShort = want.has('annual-at-base') && allowance > 0
  holiday.rows.push({
    leave: 'ANNUAL_HOLIDAYS',
    date: dayIn('2025-03-17'),
    hours: week,
    paid: isShort ? base : full,
  })
  if (isShort) expected.push(['ANNUAL_HOLIDAYS', dayIn('2025-03-17'), cents(full - base)])
  return { csv: csvOf(plan, weeks, week), expected }
}

function csvOf(
  { name, pattern, rate, allowance }: HistoryPlan,
  weeks: readonly Week[],
  week: number,
): string {
  const text = pattern.map(([day, hours]) => `${day} ${hours}`).join(',')
  const lines = weeks.flatMap(({ start, lessHours, rows, alternative }) => {
    const end = iso(at(start) + 6 * DAY)
    const onLeave = rows.reduce((sum, row) => sum + row.hours, 0)
    const away = rows
      .filter(({ leave }) => leave !== 'PUBLIC_HOLIDAY_WORKED')
      .reduce((sum, row) => sum + row.hours, 0)
    const regular = cents(allowance * ((week - away) / week))
    const paid = rows.reduce((sum, row) => sum + row.paid, 0)
    const gross = cents((week - lessHours - onLeave) * rate + regular + paid)
    const head = `${name},2024-01-01,${start},${end}`
    const tail = `"${text}",wellington,${alternative ?? ''},`
    const agreed = cents(rate * week).toFixed(2)
    const [first, ...more] = rows
    const own = (row: Row | undefined) =>
      row ? `${row.leave},${row.date},${row.hours},${row.paid.toFixed(2)}` : ',,,'
    return [
      `${head},${gross.toFixed(2)},${regular.toFixed(2)},${week - lessHours},${agreed},${own(first)},${tail}`,
      ...more.map((row) => `${head},0,0,0,${agreed},${own(row)},"${text}",wellington,,`),
    ]
  })
  return [HEADER, ...lines].join('\n')
}
