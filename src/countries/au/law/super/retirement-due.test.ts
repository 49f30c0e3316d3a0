import { describe, expect, it } from 'vitest'
import { auRates } from '../../../../../test/golden/au-kinds.ts'
import { auPay } from '../../../../../test/support/au-pay.ts'
import { civilDate, dayNumber } from '../../../../kernel/values/dates.ts'
import type { SuperSettings } from '../input/input.ts'
import { dueDate, holidayIn, superDueDate } from './retirement-due.ts'

/* The due date of super: by quarter up to June 2026, and by payday from July 2026. */

const due = (payDate: string, change: Partial<SuperSettings> = {}) =>
  superDueDate(civilDate(payDate), { ...auPay().superannuation, ...change }, auRates)

describe('by the quarter', () => {
  it('is 28 days after its last day, whichever month it ends in', () => {
    expect([due('2025-07-01'), due('2025-09-30')]).toEqual(['2025-10-28', '2025-10-28'])
    expect([due('2025-10-01'), due('2025-12-31')]).toEqual(['2026-01-28', '2026-01-28'])
    expect([due('2026-01-01'), due('2026-03-31')]).toEqual(['2026-04-28', '2026-04-28'])
    expect([due('2026-04-01'), due('2026-06-30')]).toEqual(['2026-07-28', '2026-07-28'])
  })

  it('ends with March on its 31st, also where the day before would be a business day', () => {
    const rule = { kind: 'quarterly' as const, daysAfterQuarter: 28 }
    expect(dueDate(civilDate('2026-02-10'), rule, {}, () => false)).toBe('2026-04-28')
  })

  it('moves to the next business day: 28 July 2024 is a Sunday', () => {
    expect(due('2024-06-28')).toBe('2024-07-29')
  })
})

describe('by the payday', () => {
  it('is the seventh business day, the twentieth for a first contribution', () => {
    // After Friday 3 July 2026 there is no public holiday of a whole state until August.
    expect([due('2026-07-03'), due('2026-07-03', { isFirstContribution: true })]).toEqual([
      '2026-07-14',
      '2026-07-31',
    ])
    // Monday 5 October 2026 is Labour Day in some states, so it is not a business day anywhere.
    expect(due('2026-10-02')).toBe('2026-10-14')
  })

  it('is never before an extended date that still runs', () => {
    const extended = (date: string) => due('2026-07-03', { extendedDueDate: civilDate(date) })
    expect([extended('2026-07-13'), extended('2026-07-14'), extended('2026-07-15')]).toEqual([
      '2026-07-14',
      '2026-07-14',
      '2026-07-15',
    ])
  })

  it('counts from the next regular payday for a pay outside the cycle', () => {
    expect(due('2026-07-03', { nextRegularPayday: civilDate('2026-07-10') })).toBe('2026-07-21')
  })
})

describe('the calendar', () => {
  const day = (text: string) => dayNumber(civilDate(text))
  const calendar = { first: day('2026-01-01'), last: day('2026-12-31'), days: new Set([day('2026-12-25')]) }

  it('knows its own days, the first and the last too', () => {
    const isHoliday = holidayIn(calendar)
    expect(['2026-01-01', '2026-12-25', '2026-12-31'].map((text) => isHoliday(day(text)))).toEqual([
      false,
      true,
      false,
    ])
  })

  it('refuses days that it does not know', () => {
    for (const text of ['2025-12-31', '2027-01-01'])
      expect(() => holidayIn(calendar)(day(text))).toThrow(`No public holiday calendar covers ${text}.`)
  })
})
