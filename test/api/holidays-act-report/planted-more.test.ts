import { describe, expect, it } from 'vitest'
import { checkHistoryFile } from '../../../src/features/reports/holidays-act-report/check-history.ts'
import { loadRates } from '../../../src/load-rates.ts'
import { type Fault, type HistoryPlan, historyOf } from '../../support/nz-histories.ts'

/*
 * Histories of two years with other faults than planted.json: regular allowances left out, half alternative holidays, holidays that
 * used up annual leave, and 8% with the wages. The amounts are worked out in test/support/nz-histories.ts from the Act alone.
 */

const rates = loadRates().nz
const PATTERNS: HistoryPlan['pattern'][] = [
  [...(['MO', 'TU', 'WE', 'TH', 'FR'] as const).map((day): [string, number] => [day, 8])],
  [...(['MO', 'TU', 'WE', 'TH', 'FR'] as const).map((day): [string, number] => [day, 7.5])],
  [...(['MO', 'TU', 'TH', 'FR'] as const).map((day): [string, number] => [day, 10])],
  [...(['MO', 'WE', 'TH', 'FR'] as const).map((day): [string, number] => [day, 6])],
]
const SETS: Fault[][] = [
  ['sick-short', 'holiday-unpaid', 'annual-at-base', 'holiday-single-time'],
  ['bereavement-short', 'alternative-half', 'holiday-unpaid', 'alternative-missing'],
  ['sick-short', 'holiday-single-time', 'alternative-missing', 'holiday-as-annual'],
  ['bereavement-short', 'annual-at-base', 'alternative-half', 'holiday-single-time'],
  ['sick-short', 'bereavement-short', 'holiday-unpaid', 'holiday-as-annual'],
]

const plans: HistoryPlan[] = Array.from({ length: 20 }, (_, index) => ({
  name: `Q${index}`,
  pattern: PATTERNS[index % PATTERNS.length] as HistoryPlan['pattern'],
  rate: 24 + index * 1.3,
  allowance: 40 + index * 6,
  faults: SETS[index % SETS.length] as Fault[],
}))

const FLAGGED = ['PUBLIC_HOLIDAY_AS_LEAVE', 'ALTERNATIVE_DAY_NOT_GRANTED']
const inOrder = (rows: readonly unknown[][]) => rows.toSorted((a, b) => (a.join() < b.join() ? -1 : 1))
const check = (csv: string) => checkHistoryFile(new TextEncoder().encode(csv), rates)

async function found(csv: string) {
  const { rows, unchecked } = await check(csv)
  expect(unchecked).toEqual([])
  return inOrder(
    rows
      .filter(({ type, difference }) => difference > 0 || FLAGGED.includes(type))
      .map(({ type, date, difference }) => [type, date, difference]),
  )
}

describe('other planted faults', () => {
  it('are at least 60 in 20 histories', () => {
    expect(plans.flatMap((plan) => historyOf(plan).expected).length).toBeGreaterThanOrEqual(60)
  })

  it.each(plans)('of $name at $rate an hour are all found to the cent', async (plan) => {
    const { csv, expected } = historyOf(plan)
    expect(await found(csv)).toEqual(inOrder(expected))
  })
})

it.each(plans)('$name without its faults has no claim', async (plan) => {
  expect(await found(historyOf({ ...plan, faults: [] }).csv)).toEqual([])
})

describe('holiday pay with the wages', () => {
  /** Weeks of 20 hours at 30 with 48 of holiday pay; some paid less. Ends with week 40. */
  const casual = (short: Record<number, number>, finalPaid: string) => {
    const weeks = Array.from({ length: 40 }, (_, index) => {
      const start = new Date(Date.UTC(2025, 1, 3) + index * 7 * 86_400_000)
      const [from, to] = [start, new Date(start.getTime() + 6 * 86_400_000)].map((day) =>
        day.toISOString().slice(0, 10),
      )
      const paid = short[index] ?? 48
      const end = index === 39 ? `FINAL_HOLIDAY_PAY,${to},,${finalPaid}` : ',,,'
      return `Rangi,2025-02-03,${from},${to},${600 + paid},20,4,20,600,${paid},${end}`
    })
    return [
      'employee,start_date,period_start,period_end,gross,hours,days_per_week,hours_per_week,weekly_pay,holiday_pay,leave_type,leave_date,leave_hours,leave_paid',
      ...weeks,
    ].join('\n')
  }

  it('is 8% of the other earnings of each week, and is not claimed again at the end', async () => {
    const { rows } = await check(casual({ 10: 40, 20: 0 }, '0'))
    const short = rows.filter(({ difference }) => difference > 0)
    expect(short.map(({ type, date, difference }) => [type, date, difference])).toEqual([
      ['HOLIDAY_PAY_WITH_WAGES', '2025-04-20', 8],
      ['HOLIDAY_PAY_WITH_WAGES', '2025-06-29', 48],
    ])
    expect((await check(casual({}, '0'))).arrears).toBe(0)
  })
})

it('counts unpaid leave by the week agreed at the time', async () => {
  // 40 weeks of 1,000 for five days, one of them with four unpaid days; then 14 weeks of 600 for three days, then a week of holidays.
  // The four days are less than a week, so the divisor is 52: 37 × 1,000 + 200 + 14 × 600 = 45,600 ÷ 52 = 876.92.
  const rows = Array.from({ length: 55 }, (_, index) => {
    const start = Date.UTC(2025, 0, 6) + index * 7 * 86_400_000
    const [from, to] = [start, start + 6 * 86_400_000].map((day) => new Date(day).toISOString().slice(0, 10))
    const week = index < 40 ? '"MO 8,TU 8,WE 8,TH 8,FR 8",5,40,1000' : '"MO 8,WE 8,FR 8",3,24,600'
    if (index === 20) return `Ani,2025-01-06,${from},${to},200,8,${week},UNPAID,2025-05-27,32,0`
    if (index === 54) return `Ani,2025-01-06,${from},${to},600,24,${week},ANNUAL_HOLIDAYS,${from},24,600`
    return `Ani,2025-01-06,${from},${to},${index < 40 ? '1000,40' : '600,24'},${week},,,,`
  })
  const header =
    'employee,start_date,period_start,period_end,gross,hours,work_pattern,days_per_week,hours_per_week,weekly_pay,leave_type,leave_date,leave_hours,leave_paid'
  const { rows: found } = await check([header, ...rows].join('\n'))
  const holiday = found.filter(({ type }) => type === 'ANNUAL_HOLIDAYS')
  expect(holiday.map(({ date, difference }) => [date, difference])).toEqual([['2026-01-19', 276.92]])
})

describe('a history that leaves something open', () => {
  const csv = (...lines: string[]) =>
    [
      'employee,start_date,period_start,period_end,gross,leave_type,leave_date,leave_hours,leave_paid',
      ...lines,
    ].join('\n')

  it('says for each row what was assumed', async () => {
    const { rows } = await check(
      csv(
        'Tui,2025-06-02,2025-06-02,2025-06-08,1000,,,,',
        'Tui,2025-06-02,2025-06-09,2025-06-15,1000,,,,',
        'Tui,2025-06-02,2025-06-16,2025-06-22,1000,ANNUAL_HOLIDAYS,2025-06-16,40,1000',
      ),
    )
    expect(rows[0]?.assumptions).toEqual([
      'A week has 40 hours on 5 days: hours_per_week, days_per_week and work_pattern are missing.',
      'weekly_pay is missing: an ordinary week is the last four weeks ÷ 4 (s 8(2)).',
    ])
  })

  it('names the years that cannot be checked', async () => {
    const { unchecked } = await check(
      csv(
        'Tui,2012-06-04,2013-06-03,2013-06-09,1000,,,,',
        'Tui,2012-06-04,2025-06-02,2025-06-08,1000,SICK,2025-06-03,8,200',
      ),
    )
    expect(unchecked.map(({ year, reason }) => [year, reason])).toEqual([
      [2025, 'No row covers 2013-06-10 to 2025-06-01: nothing was checked.'],
      [2013, 'The public holidays of the year are not listed.'],
      [2025, 'Public holidays were not checked: work_pattern is missing.'],
    ])
    const later = await check(csv('Tui,2020-06-01,2025-06-02,2025-06-08,1000,SICK,2025-06-03,8,200'))
    expect(later.unchecked[0]?.reason).toContain('until 2026-06-02 averages over 52 weeks are incomplete')
  })
})
