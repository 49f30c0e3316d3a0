import { describe, expect, it } from 'vitest'
import { civilDate } from '../kernel/values/dates.ts'
import type { PastQuestion } from '../payroll/history.ts'
import { AU_OPENING } from './au/opening.ts'
import {
  gapsOf,
  neededFrom,
  type Opening,
  type OpeningPeriod,
  type OpeningTotal,
  openingPeriods,
  restOf,
  unknownBefore,
  unknownSpan,
} from './contract/opening.ts'
import { openingLines } from './contract/opening-lines.ts'
import { NZ_OPENING } from './nz/opening.ts'

/* Opening figures: the periods that were entered, the rest of a year's totals, and the gaps. */

const RULES = { AU: AU_OPENING, NZ: NZ_OPENING }
const on = civilDate
const period = (start: string, end: string, change: Partial<OpeningPeriod> = {}): OpeningPeriod => ({
  ...{ payPeriod: 'WEEKLY' as const, periodStart: on(start), periodEnd: on(end), payDate: on(end) },
  ...{ gross: '1000.00', counted: null, tax: '170.00', hours: '38', daysPaid: null },
  ...{ irregular: null, unpaidLeaveHours: null },
  ...change,
})
const LAST = period('2026-10-26', '2026-11-01')
const BEFORE = period('2026-10-19', '2026-10-25')
const opening = (change: Partial<Opening> = {}): Opening => ({
  ...{ asAt: on('2026-11-05'), paidTo: on('2026-11-01'), previousPayrollId: null, previousBmsId: null },
  ...{ leave: {}, totals: { gross: '9000' }, stp: null, etps: [], lastFullPay: null, history: [] },
  ...change,
})

describe('what was paid elsewhere', () => {
  it('has totals of one country or of both', () => {
    const has = (total: OpeningTotal) => [AU_OPENING, NZ_OPENING].map((rules) => rules.totals.includes(total))
    expect(has('gross')).toEqual([true, true])
    expect(has('super')).toEqual([true, false])
  })

  it('has periods latest first, the last full pay once', () => {
    const ends = (change: Partial<Opening>) => openingPeriods(opening(change)).map((each) => each.periodEnd)
    expect(ends({ history: [BEFORE, LAST] })).toEqual(['2026-11-01', '2026-10-25'])
    expect(ends({ history: [LAST, BEFORE], lastFullPay: LAST })).toEqual(['2026-11-01', '2026-10-25'])
    expect(ends({ history: [BEFORE], lastFullPay: LAST })).toEqual(['2026-11-01', '2026-10-25'])
    expect(ends({ history: [] })).toEqual([])
  })

  it('leaves of a total what the periods do not hold, and nothing of none', () => {
    const gross = (each: OpeningPeriod) => each.gross
    expect(restOf('2500.00', [LAST, BEFORE], gross).toFixed()).toBe('500')
    expect(restOf(undefined, [LAST], gross).toFixed()).toBe('0')
  })

  it('is lines as far as they are known', () => {
    const shown = (change: Partial<OpeningPeriod>) =>
      openingLines({ ...LAST, ...change }).map(
        ({ kind, amount, quantity, leaveType, date }) => `${kind} ${amount} ${quantity} ${leaveType} ${date}`,
      )
    expect(shown({})).toEqual(['hours 1000.00 38 null null'])
    expect(shown({ hours: null })).toEqual(['hours 1000.00 0 null null'])
    expect(shown({ irregular: '150.00', additions: '50.00', unpaidLeaveHours: '8' })).toEqual([
      'hours 800.00 38 null null',
      'bonus 150.00 null null null',
      'allowance 50.00 null null null',
      'leave 0.00 8 UNPAID 2026-10-26',
    ])
    expect(shown({ additions: null })).toHaveLength(1)
    expect(openingLines(LAST)[0]).toEqual({
      ...{ kind: 'hours', description: 'Paid elsewhere', amount: '1000.00', quantity: '38', units: 'hours' },
      ...{ isOvertime: false, leaveType: null, date: null, taxMethod: null, stpCategory: null },
      ...{ isReturnToWork: false, startDate: null, endDate: null, isOutsideGross: false },
    })
  })
})

describe('what is not known', () => {
  it('is asked for over 52 weeks in New Zealand and the income year in Australia, from the start at most', () => {
    const asked = { countedTo: on('2026-11-01'), payDate: on('2026-11-05') }
    expect(neededFrom(NZ_OPENING, asked, on('2020-01-01'))).toBe('2025-11-03')
    expect(neededFrom(AU_OPENING, asked, on('2020-01-01'))).toBe('2026-07-01')
    expect(neededFrom(AU_OPENING, asked, on('2026-08-03'))).toBe('2026-08-03')
  })

  it('ends where the first known period starts, or where the earlier system stopped', () => {
    expect(unknownSpan(opening(), on('2026-07-01'))).toEqual({ from: '2026-07-01', to: '2026-11-01' })
    expect(unknownSpan(opening({ history: [LAST, BEFORE] }), on('2026-07-01'))).toEqual({
      from: '2026-07-01',
      to: '2026-10-18',
    })
    expect(unknownSpan(opening({ history: [BEFORE] }), on('2026-10-18'))).not.toBeNull()
    expect(unknownSpan(opening({ history: [BEFORE] }), on('2026-10-19'))).toBeNull()
  })

  it('matters to a pay that looks back', () => {
    const asked: PastQuestion = {
      timing: {
        ...{ payDate: on('2026-11-12'), payPeriod: 'WEEKLY' as const },
        ...{ periodStart: on('2026-11-09'), periodEnd: on('2026-11-15') },
      },
      ...{ beforeId: 1, startDate: on('2020-01-01'), dateOfBirth: null, lastDay: null },
      ...{ mayHaveExtras: false, leaveTypes: [] },
    }
    const unknown = (country: 'AU' | 'NZ', change: Partial<PastQuestion>, known: Partial<Opening> = {}) =>
      unknownBefore(opening(known), RULES[country], { ...asked, ...change })?.from ?? null
    expect(unknown('AU', {})).toBeNull()
    expect(unknown('AU', { mayHaveExtras: true })).toBe('2026-07-01')
    expect(unknown('AU', { lastDay: on('2026-11-12') })).toBe('2026-07-01')
    expect(unknown('AU', { leaveTypes: ['ANNUAL_HOLIDAYS'] })).toBeNull()
    expect(unknown('AU', { mayHaveExtras: true }, { lastFullPay: LAST })).toBeNull()
    expect(unknown('NZ', { mayHaveExtras: true })).toBeNull()
    expect(unknown('NZ', { lastDay: on('2026-11-12') }, { lastFullPay: LAST })).toBe('2025-11-10')
    expect(unknown('NZ', { leaveTypes: ['ANNUAL_HOLIDAYS'] })).toBe('2025-11-10')
  })

  it('is told, and what cannot be exact without it', () => {
    const gaps = (country: 'AU' | 'NZ', change: Partial<Opening>, start = '2020-01-01') =>
      gapsOf(opening(change), RULES[country], on(start)).map((gap) => gap.split(/ (was|were) not given/)[0])
    const PERIODS = 'Pay periods from 2026-07-01 to 2026-11-01'
    expect(gaps('AU', {})).toEqual([PERIODS, 'stp'])
    expect(gaps('AU', { totals: {} })).toEqual(['year_to_date.gross', PERIODS])
    expect(gaps('AU', { totals: {}, history: [LAST] }, '2026-11-05')).toEqual([])
    expect(gaps('AU', { totals: {}, history: [LAST] }, '2026-11-04')).toEqual(['year_to_date.gross'])
    expect(gaps('AU', { stp: {}, lastFullPay: LAST })).toEqual([])
    expect(gaps('AU', { stp: {} })).toEqual([PERIODS])
    expect(gaps('NZ', {})).toEqual(['Pay periods from 2025-11-03 to 2026-11-01'])
    expect(gapsOf(opening(), NZ_OPENING, on('2020-01-01'))[0]).toContain('the 8%')
    expect(gapsOf(opening({ stp: {} }), AU_OPENING, on('2020-01-01'))[0]).toContain('normal earnings')
  })
})
