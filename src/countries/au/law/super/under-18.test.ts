import { describe, expect, it } from 'vitest'
import { auRates } from '../../../../../test/golden/au-kinds.ts'
import { auPay, hoursLine, leaveLine, otherPays } from '../../../../../test/support/au-pay.ts'
import { civilDate } from '../../../../kernel/values/dates.ts'
import { decimal } from '../../../../kernel/values/money.ts'
import type { PastLine, PayTiming } from '../../../../payroll/history.ts'
import type { AuPayInput, WeekWorked } from '../input/input.ts'
import { calculateAuPay } from '../pay.ts'
import { weeksBehind } from './under-18.ts'

/* Super for employees under 18, in weeks of more than 30 hours, row by row. The fortnight is 2 to 15 November 2026. */

const on = civilDate
const minor = (change: Partial<AuPayInput>) =>
  calculateAuPay(auPay({ dateOfBirth: on('2009-11-13'), payPeriod: 'FORTNIGHTLY', ...change }), auRates)
const superOf = (change: Partial<AuPayInput>) => minor(change).figures.compulsorySuper.toFixed(2)
const week = (number: number, hours: string, change = {}) => ({
  ...hoursLine(hours, '10'),
  week: number,
  ...change,
})

describe('the weeks of a pay', () => {
  it('are all of the base where every week is long, and none where none is', () => {
    expect(superOf({ hours: [week(1, '31'), week(2, '40')] })).toBe('85.20')
    expect(superOf({ hours: [week(1, '30'), week(2, '30')] })).toBe('0.00')
    const said = (hours: AuPayInput['hours']) =>
      minor({ hours }).warnings.filter((sentence) => sentence.startsWith('Under 18'))
    expect(said([week(1, '31'), week(2, '40')])).toEqual([])
    expect(said([week(1, '30'), week(2, '30')])).toEqual([])
    const shown = (result: ReturnType<typeof minor>) =>
      result.steps.some(({ name }) => name === 'super.base-in-weeks')
    expect(shown(minor({ hours: [week(1, '31'), week(2, '40')] }))).toBe(false)
    expect(shown(minor({ hours: [week(1, '31'), week(2, '10')] }))).toBe(true)
  })

  it('have a base beside them where their own hours earn none', () => {
    // With overtime only, the weeks have no super earnings, so the base cannot be split by week.
    const hours = [week(1, '31', { isOvertime: true }), week(2, '5', { isOvertime: true })]
    const allowances = [
      {
        ...{ description: 'Allowance', amountPerUnit: decimal('100'), units: decimal('1'), category: null },
        ...{ isTaxable: true, isItemised: false, isInSuper: true },
      },
    ]
    expect(superOf({ hours, allowances })).toBe('12.00')
  })

  it('earn by ordinary hours, not by overtime or the hours of a workers compensation pay', () => {
    // The first week has 31 h, of which 1 is overtime. It earns 300 of the base of 500, and 12% of 300 is 36.
    const hours = [week(1, '30'), week(1, '1', { isOvertime: true }), week(2, '20')]
    expect(superOf({ hours })).toBe('36.00')
    expect(superOf({ hours, isWorkersCompensationPay: true })).toBe('0.00')
  })

  it('earn by the leave of their days too, as far as it counts for super', () => {
    const leave = (date: string, type: 'HOLIDAY' | 'UNPAID' = 'HOLIDAY') => ({
      ...leaveLine(type, '10', '10'),
      date: on(date),
    })
    const hours = [week(1, '31'), week(2, '10')]
    // The base is 410 + 100. With the leave in week 1, weeks 1 and 2 earn 410 and 100.
    expect(superOf({ hours, leave: [leave('2026-11-08')] })).toBe('49.20')
    expect(superOf({ hours, leave: [leave('2026-11-09')] })).toBe('37.20')
    expect(superOf({ hours, leave: [leave('2026-10-30')] })).toBe('49.20')
    expect(superOf({ hours, leave: [leave('2026-11-08', 'UNPAID')] })).toBe('37.20')
  })

  it('are not known where a row does not say its week, or other pays of the period do not', () => {
    const spread = (change: Partial<AuPayInput>) => minor(change).warnings.join().includes('spread evenly')
    expect(spread({ hours: [week(1, '31'), hoursLine('1', '10')] })).toBe(true)
    const hours = [week(1, '31')]
    expect(spread({ hours, hoursInPeriod: decimal('31') })).toBe(false)
    expect(spread({ hours, hoursInPeriod: decimal('31.01') })).toBe(true)
    const weeks: WeekWorked[] = [{ week: 2, hours: decimal('9'), earned: decimal('90') }]
    const others = { ...otherPays('90', '0'), superBase: decimal('90'), weeks }
    expect(spread({ hours, hoursInPeriod: decimal('40'), otherPays: others })).toBe(false)
    expect(superOf({ hours, hoursInPeriod: decimal('40'), otherPays: others })).toBe('37.20')
  })
})

describe('the weeks behind other pays', () => {
  const timing: PayTiming = {
    ...{ payDate: on('2026-11-12'), payPeriod: 'FORTNIGHTLY' },
    ...{ periodStart: on('2026-11-02'), periodEnd: on('2026-11-15') },
  }
  const line = (change: Partial<PastLine>): PastLine => ({
    ...{ kind: 'hours', description: 'Hours', amount: '100.00', quantity: '10', units: 'hours' },
    ...{ isOvertime: false, leaveType: null, date: null, taxMethod: null, stpCategory: null },
    ...{ isReturnToWork: false, startDate: null, endDate: null, isOutsideGross: false },
    ...change,
  })
  const behind = (...lines: Partial<PastLine>[]) =>
    weeksBehind(lines.map(line), timing, decimal('8'))?.map(
      ({ week: number, hours, earned }) => `${number}: ${hours} ${earned}`,
    )

  it('follow from the week or the day of each row', () => {
    expect(
      behind({ week: 1 }, { date: on('2026-11-09') }, { week: 1, units: 'days', quantity: '1' }),
    ).toEqual(['1: 18 200', '2: 10 100'])
    expect(behind({ week: 2, date: on('2026-11-02') })).toEqual(['2: 10 100'])
    expect(behind({ week: 1 }, {})).toBeUndefined()
  })

  it('count no earnings of overtime, and no hours without a quantity', () => {
    expect(behind({ week: 1, isOvertime: true })).toEqual(['1: 10 0'])
    expect(behind({ week: 1, quantity: null })).toEqual(['1: 0 100'])
    expect(behind({ week: 1, units: null })).toEqual(['1: 10 100'])
  })

  it('have the leave of their days, and nothing of other rows', () => {
    const leave = { kind: 'leave' as const, date: on('2026-11-10') }
    expect(behind({ ...leave, leaveType: 'HOLIDAY' })).toEqual(['2: 0 100'])
    expect(behind({ ...leave, leaveType: 'UNPAID' })).toEqual(['2: 0 0'])
    expect(behind({ ...leave, leaveType: 'HOLIDAY', date: null })).toEqual([])
    expect(behind(leave)).toEqual([])
    expect(behind({ kind: 'bonus', date: on('2026-11-10'), leaveType: 'HOLIDAY' })).toEqual([])
    expect(behind({ kind: 'allowance', week: 1 })).toEqual([])
  })
})
