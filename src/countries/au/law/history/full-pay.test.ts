import { describe, expect, it } from 'vitest'
import { asked, line, on, past, timing } from '../../../../../test/support/au-past.ts'
import { decimal } from '../../../../kernel/values/money.ts'
import { standardHours } from '../../../../payroll/earnings.ts'
import type { AuPastPay } from '../figures/past-pay.ts'
import { lastFullPay, rateBehind } from './full-pay.ts'

describe('the last full pay', () => {
  const SET = { employmentStatus: 'FULL_TIME', hasRate: true } as const
  const CASUAL = { employmentStatus: 'CASUAL', hasRate: true } as const
  const NO_RATE = { employmentStatus: 'FULL_TIME', hasRate: false } as const
  const found = (pays: AuPastPay[], terms: Parameters<typeof lastFullPay>[2] = SET) =>
    lastFullPay(pays, asked(), terms)?.periodEnd ?? null

  it('is of the newest earlier period with all its hours', () => {
    const full = past('2026-10-22')
    expect(found([past('2026-10-15'), full])).toBe('2026-10-25')
    expect(found([full, past('2026-10-29', {}, { hoursPaid: '37.98' })])).toBe('2026-10-25')
    expect(found([full, past('2026-10-29', {}, { hoursPaid: '37.99' })])).toBe('2026-11-01')
    expect(found([full, past('2026-11-12')])).toBe('2026-10-25')
    expect(found([full, past('2026-10-29', { periodTaxable: '0' })])).toBe('2026-10-25')
  })

  it('is of the same employment, unless nothing else gives a rate', () => {
    const pays = [past('2026-10-22'), past('2026-10-29', {}, { hoursPaid: '12' })]
    const since = (startDate: string, terms: Parameters<typeof lastFullPay>[2]) =>
      lastFullPay(pays, asked({ startDate: on(startDate) }), terms)?.periodEnd ?? null
    expect(since('2026-10-19', SET)).toBe('2026-10-25')
    expect(since('2026-10-26', SET)).toBeNull()
    expect(since('2026-10-26', CASUAL)).toBe('2026-11-01')
    expect(since('2026-11-02', CASUAL)).toBeNull()
    expect(since('2026-11-02', NO_RATE)).toBe('2026-10-25')
  })

  it('adds the hours and the earnings of the pays of a period', () => {
    const half = { periodTaxable: '760.00', periodStart: on('2026-10-26'), periodEnd: on('2026-11-01') }
    const pays = [
      past('2026-10-29', { id: 1, ...half }, { hoursPaid: '19' }),
      past('2026-10-30', { id: 2, ...half }, { hoursPaid: '19' }),
    ]
    expect(lastFullPay(pays, asked(), SET)).toEqual({
      periodEnd: on('2026-11-01'),
      taxable: decimal('1520'),
      hours: decimal('38'),
    })
  })

  it('is no period with leave unpaid or paid out, and one without hours is full', () => {
    const unpaid = line({ kind: 'leave', leaveType: 'UNPAID' })
    const sick = line({ kind: 'leave', leaveType: 'SICK' })
    expect(found([past('2026-10-29', {}, { lines: [unpaid] })])).toBeNull()
    const cashedOut = line({ kind: 'leave', leaveType: 'AU_CASHED_OUT_HOLIDAY' })
    expect(found([past('2026-10-29', {}, { lines: [cashedOut] })])).toBeNull()
    expect(found([past('2026-10-29', {}, { lines: [sick] })])).toBe('2026-11-01')
    expect(found([past('2026-10-29', {}, { hoursPaid: '0' })])).toBe('2026-11-01')
    expect(found([past('2026-10-29', { details: null })])).toBe('2026-11-01')
  })

  it('is any paid period of someone without set hours', () => {
    const short = past('2026-10-29', {}, { hoursPaid: '5' })
    expect(found([short])).toBeNull()
    expect(found([short], CASUAL)).toBe('2026-11-01')
    expect(found([short], { ...CASUAL, employmentStatus: 'LABOUR_HIRE' })).toBe('2026-11-01')
    expect(found([], CASUAL)).toBeNull()
  })

  it('is the last paid period of someone without set hours, though an earlier one had the standard hours', () => {
    const pays = [past('2026-10-22'), past('2026-10-29', {}, { hoursPaid: '12' })]
    expect(found(pays, CASUAL)).toBe('2026-11-01')
    expect(found(pays, { ...CASUAL, employmentStatus: 'LABOUR_HIRE' })).toBe('2026-11-01')
    expect(found(pays)).toBe('2026-10-25')
  })

  it('skips the unusual leave of someone without set hours, unless every period had some', () => {
    const unpaid = line({ kind: 'leave', leaveType: 'UNPAID' })
    const absent = past('2026-10-29', {}, { hoursPaid: '4', lines: [unpaid] })
    expect(found([past('2026-10-22', {}, { hoursPaid: '12' }), absent], CASUAL)).toBe('2026-10-25')
    expect(found([absent], CASUAL)).toBe('2026-11-01')
  })

  it('may be this period where no rate is known otherwise', () => {
    const current = past('2026-11-12', { id: 1 }, { hoursPaid: '5' })
    expect(found([current], CASUAL)).toBeNull()
    expect(found([current], NO_RATE)).toBe('2026-11-15')
    expect(found([past('2026-10-29', {}, { hoursPaid: '5' }), current], NO_RATE)).toBe('2026-11-01')
  })

  it('is held against the standard hours of its period', () => {
    const hours = { hoursPerDay: decimal('7.6'), daysPerWeek: decimal('5') }
    const standard = (period: 'WEEKLY' | 'FORTNIGHTLY' | 'MONTHLY') => standardHours(period, hours).toFixed(2)
    expect([standard('WEEKLY'), standard('FORTNIGHTLY'), standard('MONTHLY')]).toEqual([
      '38.00',
      '76.00',
      '164.67',
    ])
  })

  it('tells a rate by its hours, or by the standard ones', () => {
    const hours = { hoursPerDay: decimal('7.6'), daysPerWeek: decimal('5') }
    const full = (paid: string) => ({
      periodEnd: timing.periodEnd,
      taxable: decimal('1000'),
      hours: decimal(paid),
    })
    expect(rateBehind(full('30'), hours, 'WEEKLY').toFixed(2)).toBe('33.33')
    expect(rateBehind(full('0'), hours, 'WEEKLY').toFixed(2)).toBe('26.32')
  })

  it('is that of the latest period, whenever it was paid', () => {
    const paid = (payDate: string, end: string, taxable: string) =>
      past(payDate, { periodEnd: on(end), periodTaxable: taxable })
    const late = paid('2026-11-10', '2026-11-01', '1000.00')
    const early = paid('2026-11-05', '2026-11-08', '2000.00')
    for (const pays of [
      [late, early],
      [early, late],
    ])
      expect(lastFullPay(pays, asked(), SET)?.taxable.toFixed()).toBe('2000')
  })

  it('may be a period whose newest pay was not read in detail', () => {
    const bare = { ...past('2026-11-05', { id: 9 }), details: null }
    const short = past('2026-11-05', { id: 8 }, { hoursPaid: '10' })
    expect(lastFullPay([bare, short], asked(), SET)?.taxable.toFixed()).toBe('3040')
    expect(lastFullPay([short], asked(), SET)).toBeNull()
  })
})
