import { describe, expect, it } from 'vitest'
import { checkHistoryFile } from '../../../src/features/reports/holidays-act-report/check-history.ts'
import { loadRates } from '../../../src/load-rates.ts'

/*
 * Histories of other pay frequencies and rosters: weeks, fortnights, four weeks and months, whose hours follow the days of the
 * period or are the same each time, and rosters of two and three weeks.
 */

const rates = loadRates().nz
const DAY = 86_400_000
const at = (date: string) => Date.parse(`${date}T00:00:00Z`)
const iso = (time: number) => new Date(time).toISOString().slice(0, 10)
const WORDS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']
const WEEKS = { WEEKLY: 1, FORTNIGHTLY: 2, FOUR_WEEKLY: 4 } as const
type Kind = keyof typeof WEEKS | 'MONTHLY'
type Roster = readonly Readonly<Record<string, number>>[]

const ROSTERS = {
  even: [{ MO: 8, TU: 8, WE: 8, TH: 8, FR: 8 }],
  shortFriday: [{ MO: 9, TU: 9, WE: 9, TH: 9, FR: 4 }],
  threeDays: [{ TU: 6, TH: 6, SA: 5 }],
  twoWeeks: [
    { MO: 12, TU: 12, WE: 12 },
    { TH: 12, FR: 12 },
  ],
  threeWeeks: [
    { MO: 6, TU: 6, FR: 6 },
    { MO: 6, WE: 6, TH: 6, FR: 6 },
    { TU: 6, FR: 6 },
  ],
} satisfies Record<string, Roster>

const FIRST = at('2024-12-30')
const total = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0)

type Row = { date: string; type: string; hours: number; paid: number; days?: number }
type Plan = {
  kind: Kind
  roster: Roster
  rate: number
  isEven?: boolean
  /** A different rate from a day. */
  rise?: { from: string; rate: number }
  /** Days whose hours are missing. */
  missing?: readonly string[]
  rows?: readonly Row[]
}

function csvOf({ kind, roster, isEven = false, missing = [], rows = [], ...plan }: Plan): string {
  const week = total(roster.flatMap((days) => Object.values(days))) / roster.length
  const hoursOn = (time: number) =>
    roster[Math.floor((time - FIRST) / (7 * DAY)) % roster.length]?.[
      WORDS[new Date(time).getUTCDay()] ?? ''
    ] ?? 0
  const text = roster.map((days) =>
    Object.entries(days)
      .map(([day, hours]) => `${day} ${hours}`)
      .join(','),
  )
  const pattern = roster.length === 1 ? text[0] : `${iso(FIRST)}: ${text.join('; ')}`
  const lines: string[] = []
  let from = kind === 'MONTHLY' ? at('2025-01-01') : FIRST
  const start = iso(from)
  while (from < at('2026-07-01')) {
    const day = new Date(from)
    const rate = plan.rise && iso(from) >= plan.rise.from ? plan.rise.rate : plan.rate
    const to =
      kind === 'MONTHLY'
        ? Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0)
        : from + (WEEKS[kind] * 7 - 1) * DAY
    const days = Array.from({ length: (to - from) / DAY + 1 }, (_, index) => from + index * DAY)
    const isIn = (date: string) => date >= iso(days[0] ?? 0) && date <= iso(to)
    const whole = isEven ? Math.round((week * 5200) / 12) / 100 : total(days.map(hoursOn))
    const hours = whole - total(missing.filter(isIn).map((date) => hoursOn(at(date))))
    const own = rows.filter(({ date }) => isIn(date))
    const gross = (hours - total(own.map((row) => row.hours))) * rate + total(own.map((row) => row.paid))
    const head = `Kahu,${start},${iso(days[0] ?? 0)},${iso(to)}`
    const tail = `${(week * rate).toFixed(2)},"${pattern}",otago`
    const leave = own.map((row) => `${row.type},${row.date},${row.hours},${row.paid},${row.days ?? ''}`)
    const [one = ',,,,', ...more] = leave
    lines.push(`${head},${gross.toFixed(2)},${hours},${tail},${one}`)
    lines.push(...more.map((row) => `${head},0,0,${tail},${row}`))
    from = to + DAY
  }
  const header =
    'employee,start_date,period_start,period_end,gross,hours,weekly_pay,work_pattern,region,leave_type,leave_date,leave_hours,leave_paid,alternative_days'
  return [header, ...lines].join('\n')
}

async function found(plan: Plan) {
  const { rows } = await checkHistoryFile(new TextEncoder().encode(csvOf(plan)), rates)
  return rows
    .filter(({ difference }) => difference > 0)
    .map(({ type, date, difference }) => [type, date, difference])
}

const KINDS = (['WEEKLY', 'FORTNIGHTLY', 'FOUR_WEEKLY', 'MONTHLY'] as const).map((kind) => ({
  kind,
  isEven: false,
}))
const ALL = [...KINDS, { kind: 'MONTHLY' as const, isEven: true }].flatMap((each) =>
  Object.entries(ROSTERS).map(([name, roster]) => ({ ...each, name, roster })),
)

describe.each(ALL)('$kind, $name, same hours each time: $isEven', ({ kind, isEven, roster }) => {
  it('has no claim where the public holidays are within the hours', async () => {
    expect(await found({ kind, isEven, roster, rate: 31.4 })).toEqual([])
  })
})

/** Public holidays that are worked in these rosters. */
const MISSED = [
  { name: 'even', date: '2025-10-27', hours: 8 },
  { name: 'shortFriday', date: '2025-06-20', hours: 4 },
  { name: 'threeDays', date: '2025-12-25', hours: 6 },
  { name: 'twoWeeks', date: '2026-02-06', hours: 12 },
  { name: 'threeWeeks', date: '2026-02-06', hours: 6 },
] as const

describe.each(MISSED)('a public holiday of $name that was not paid', ({ name, date, hours }) => {
  const roster = ROSTERS[name]
  const claim = [['PUBLIC_HOLIDAY_UNPAID', date, Math.round(hours * 3140) / 100]]

  it.each(KINDS)('is found in $kind pay', async (how) => {
    expect(await found({ ...how, roster, rate: 31.4, missing: [date] })).toEqual(claim)
  })

  it.each(KINDS)('is found in $kind pay as a row of unpaid leave', async (how) => {
    const rows = [{ type: 'UNPAID', date, hours, paid: 0 }]
    expect(await found({ ...how, roster, rate: 31.4, rows })).toEqual(claim)
  })
})

// A twelfth of the year without the holiday equals the hours of that February, so threeWeeks cannot show it.
it.each(MISSED.slice(0, 4))('$name: is found in months of the same hours', async ({ name, date, hours }) => {
  const plan = { kind: 'MONTHLY' as const, isEven: true, roster: ROSTERS[name], rate: 31.4 }
  expect(await found({ ...plan, missing: [date] })).toEqual([
    ['PUBLIC_HOLIDAY_UNPAID', date, Math.round(hours * 3140) / 100],
  ])
})

it('expects no public holiday to be paid within longer unpaid leave', async () => {
  const rows = ['2025-06-19', '2025-06-20'].map((date) => ({ type: 'UNPAID', date, hours: 8, paid: 0 }))
  expect(await found({ kind: 'WEEKLY', roster: ROSTERS.even, rate: 31.4, rows })).toEqual([])
})

it('prices a sick day of a roster by its hours after a rise, not by the average of the year', async () => {
  // Twelve hours at 36.00 are 432.00. The average day of the year before is less.
  const rows = [{ type: 'SICK', date: '2025-06-23', hours: 12, paid: 360 }]
  const rise = { from: '2025-06-02', rate: 36 }
  expect(await found({ kind: 'WEEKLY', roster: ROSTERS.twoWeeks, rate: 30, rise, rows })).toEqual([
    ['SICK', '2025-06-23', 72],
  ])
})

describe('the final holiday pay', () => {
  const weekly = (changes: Readonly<Record<string, readonly string[]>>) => {
    const pattern = '"MO 8,TU 8,WE 8,TH 8,FR 8",auckland'
    // 60 weeks of 1,000 from 6 January 2025. The last day is Friday 27 February 2026. Four weeks are 4,000, and 8% of
    // 800 + 7 × 1,000 + 4,000 is 944.
    const lines = Array.from({ length: 60 }, (_, index) => {
      const from = iso(at('2025-01-06') + index * 7 * DAY)
      const own = [...(changes[from] ?? []), ...(index === 59 ? ['FINAL_HOLIDAY_PAY,2026-02-27,,4944,'] : [])]
      const head = `Ngaire,2025-01-06,${from},${iso(at(from) + 6 * DAY)}`
      const rows = own.length === 0 ? [',,,,'] : own
      return rows.map((row, place) => `${head},${place === 0 ? '1000,40' : '0,0'},1000,${pattern},${row}`)
    })
    const header =
      'employee,start_date,period_start,period_end,gross,hours,weekly_pay,work_pattern,region,leave_type,leave_date,leave_hours,leave_paid,alternative_days'
    return [header, ...lines.flat()].join('\n')
  }
  const owed = async (changes: Readonly<Record<string, readonly string[]>>) => {
    const { rows } = await checkHistoryFile(new TextEncoder().encode(weekly(changes)), rates)
    return rows.filter(({ type }) => type === 'FINAL_HOLIDAY_PAY').map((row) => row.owed)
  }
  const worked = (days: string) => ({ '2025-10-27': [`PUBLIC_HOLIDAY_WORKED,2025-10-27,8,300,${days}`] })

  it('gives back a day of leave that a public holiday used up', async () => {
    expect(await owed({})).toEqual([4944])
    expect(await owed({ '2025-10-27': ['ANNUAL_HOLIDAYS,2025-10-27,8,200,'] })).toEqual([4944])
  })

  it('has the alternative holidays that were granted, or should have been, and not taken', async () => {
    expect(await owed(worked('1'))).toEqual([5144])
    expect(await owed(worked('0'))).toEqual([5144])
    expect(await owed({ ...worked('1'), '2025-11-10': ['ALT_HOLIDAY,2025-11-10,8,200,'] })).toEqual([4944])
  })
})
