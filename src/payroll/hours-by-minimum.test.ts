import { describe, expect, it } from 'vitest'
import { type CivilDate, civilDate } from '../kernel/values/dates.ts'
import { decimal } from '../kernel/values/money.ts'
import { hoursBelow, type PaidHours } from './hours-by-minimum.ts'

const WEEK = {
  payPeriod: 'WEEKLY' as const,
  periodEnd: civilDate('2026-04-05'),
  startDate: civilDate('2025-01-01'),
  daysPerWeek: decimal('5'),
}

/** 20 an hour until 31 March, 22 from 1 April. */
const rising = (day: CivilDate) => ({
  rate: decimal(day < '2026-04-01' ? '20' : '22'),
  words: 'adult',
})

function row(hours: string, paid: string, where: { date?: string; week?: number } = {}): PaidHours {
  const { date, ...rest } = where
  return { hours: decimal(hours), paid: decimal(paid), ...rest, ...(date ? { date: civilDate(date) } : {}) }
}

const found = (
  rows: PaidHours[],
  period: Partial<Parameters<typeof hoursBelow>[1]> = {},
  minimumOn = rising,
) =>
  hoursBelow(rows, { ...WEEK, ...period }, minimumOn).map(
    ({ where, hours, paid, least }) => `${where}${hours} ${paid.toFixed(2)} ${least.toFixed(2)}`,
  )

describe('hours below a minimum', () => {
  it('finds none where each day has its own minimum', () => {
    expect(found([row('8', '160', { date: '2026-03-31' }), row('8', '176', { date: '2026-04-01' })])).toEqual(
      [],
    )
  })

  it('does not let one day make up for another in a period with two minimums', () => {
    const rows = [row('8', '400', { date: '2026-04-01' }), row('8', '160', { date: '2026-04-02' })]
    expect(found(rows)).toEqual(['On 2026-04-02: 8 160.00 176.00'])
  })

  it('adds the rows of a day', () => {
    const rows = [row('8', '160', { date: '2026-04-01' }), row('2', '70', { date: '2026-04-01' })]
    expect(found(rows)).toEqual([])
  })

  it('shares a row without a day by the working days of the employment', () => {
    expect(found([row('30', '615')])).toEqual([
      'From 2026-04-01 to 2026-04-05, by the share of working days: 18 369.00 396.00',
    ])
    expect(found([row('30', '615')], { startDate: civilDate('2026-04-01') })).toEqual(['30 615.00 660.00'])
    expect(found([row('30', '615')], { lastDay: civilDate('2026-03-31') })).toEqual([])
    // The employment has only the weekend, which has no working days, so all seven days count.
    expect(found([row('4', '80')], { startDate: civilDate('2026-04-04') })).toEqual(['4 80.00 88.00'])
  })

  it('shares a row of a week over that week only', () => {
    const fortnight = { payPeriod: 'FORTNIGHTLY' as const, periodEnd: civilDate('2026-04-12') }
    expect(found([row('10', '200', { week: 1 })], fortnight)).toEqual([
      'From 2026-04-01 to 2026-04-12, by the share of working days: 6 120.00 132.00',
    ])
    expect(found([row('10', '200', { week: 2 })], fortnight)).toEqual([
      'From 2026-04-01 to 2026-04-12, by the share of working days: 10 200.00 220.00',
    ])
  })

  it('counts a day outside the period with the nearest day of it', () => {
    expect(found([row('8', '150', { date: '2026-03-20' })])).toEqual(['On 2026-03-20: 8 150.00 160.00'])
  })

  it('has no minimum on days without one', () => {
    const fromApril = (day: CivilDate) => (day < '2026-04-01' ? null : rising(day))
    expect(found([row('10', '10')], {}, fromApril as typeof rising)).toEqual([
      'From 2026-04-01 to 2026-04-05, by the share of working days: 6 6.00 132.00',
    ])
    expect(found([row('10', '10')], {}, (() => null) as unknown as typeof rising)).toEqual([])
  })
})
