import { describe, expect, it } from 'vitest'
import { asked, HOURS, line, on, past, timing } from '../../../../../test/support/au-past.ts'
import type { CivilDate } from '../../../../kernel/values/dates.ts'
import { decimal } from '../../../../kernel/values/money.ts'
import type { PastLine } from '../../../../payroll/history.ts'
import type { AuPastPay } from '../figures/past-pay.ts'
import { earlierPays } from './earlier-periods.ts'
import {
  earlierEtps,
  extraOf,
  hoursInPeriod,
  needsOfPast,
  regularPays,
  superSoFar,
  yearToDate,
} from './history.ts'
import { otherPaysOf } from './other-pays.ts'

describe('what must be read', () => {
  it('is the income year and two months before it, and a year back for an ending or a bonus', () => {
    expect(needsOfPast(asked({ startDate: on('2020-02-03') }))).toEqual({
      from: '2026-04-30',
      to: null,
      hasDetails: false,
      hasDetailsOfPeriod: true,
      hasHours: false,
      hasLastPay: false,
      sumsApartAt: ['2026-07-01', '2026-10-01'],
    })
    // A new employee may have a first contribution, so each pay is needed.
    expect(needsOfPast(asked({ startDate: on('2026-11-02') })).sumsApartAt).toBeUndefined()
    for (const change of [{ mayHaveExtras: true }, { lastDay: on('2026-11-12') }]) {
      const needs = needsOfPast(asked(change))
      expect([needs.from, needs.hasDetails, needs.sumsApartAt]).toEqual(['2025-11-12', true, undefined])
    }
  })

  it('never starts later than for super, however late in the year', () => {
    const late = { ...timing, payDate: on('2027-06-30') }
    expect(needsOfPast(asked({ timing: late, mayHaveExtras: true })).from).toBe('2026-04-30')
  })

  it('has the hours of all who may be below 18, with room for another age in the tables', () => {
    const hours = (born: string) => needsOfPast(asked({ dateOfBirth: on(born) })).hasHours
    expect(['2008-11-13', '2007-11-13', '2007-11-12'].map(hours)).toEqual([true, true, false])
  })
})

describe('the year so far', () => {
  it('starts on 1 July and ends before this pay', () => {
    const pays = [
      past('2026-06-30'),
      past('2026-07-01', { taxableGross: '1.00', tax: '0.10' }),
      past('2026-11-11', { taxableGross: '2.00', tax: '0.20' }),
      past('2026-11-12', { id: 999, taxableGross: '4.00', tax: '0.40' }),
      past('2026-11-12', { id: 1000 }),
      past('2026-11-13'),
    ]
    const year = yearToDate(pays, asked())
    expect([year.taxableGross, year.tax].map(String)).toEqual(['7', '0.7'])
    expect(year.taxCarried.toFixed()).toBe('0')
  })

  it('carries tax that an earlier pay could not bear', () => {
    const pays = [past('2026-10-08', { taxCarried: '20' }), past('2026-10-15', { taxCarried: '-5' })]
    expect(yearToDate(pays, asked()).taxCarried.toFixed()).toBe('15')
  })

  it('counts the super base of quarter and year, later pays too, but not of its own period', () => {
    const counted = (superBaseCounted: string, payDate: string, change = {}) =>
      past(payDate, { superBaseCounted, ...change })
    const pays = [
      counted('1', '2026-06-30'),
      counted('2', '2026-07-01'),
      counted('4', '2026-09-30'),
      counted('8', '2026-10-01'),
      counted('16', '2026-12-31'),
      counted('32', '2027-01-01'),
      counted('64', '2027-06-30'),
      counted('128', '2027-07-01'),
      counted('256', '2026-11-12'),
      // A pay of the same period, paid in another quarter. Its super belongs to that quarter.
      counted('512', '2026-09-30', { periodEnd: timing.periodEnd, periodStart: timing.periodStart }),
    ]
    const { superBaseInQuarter, superBaseInYear } = yearToDate(pays, asked())
    expect(superBaseInQuarter.toFixed()).toBe('24')
    expect(superBaseInYear.toFixed()).toBe(`${2 + 4 + 8 + 16 + 32 + 64 + 512}`)
  })

  it('has the payments by method B(ii) of other periods', () => {
    const extras = { methodB2Amount: '10', methodB2Tax: '3', methodB2StudyLoan: '1' }
    const pays = [past('2026-10-08', extras), past('2026-11-12', { id: 7, ...extras })]
    expect(Object.values(yearToDate(pays, asked()).extras).map(String)).toEqual(['10', '3', '1'])
  })
})

describe('super so far', () => {
  it('was contributed where an earlier pay had some', () => {
    const has = (pays: AuPastPay[]) => superSoFar(pays, asked()).hasContributed
    expect(has([])).toBe(false)
    expect(has([past('2026-11-05')])).toBe(true)
    expect(has([past('2026-11-05', { super: '0.00' })])).toBe(false)
    expect(has([past('2026-11-05', { super: '-5.00' })])).toBe(false)
    expect(has([past('2026-11-19', { id: 1 })])).toBe(false)
    expect(has([past('2026-11-12', { id: 1000 })])).toBe(false)
    expect(has([past('2026-11-12', { id: 999 })])).toBe(true)
  })

  it('was contributed elsewhere for someone who started more than 62 days ago', () => {
    const has = (startDate: string) => superSoFar([], asked({ startDate: on(startDate) })).hasContributed
    expect(['2026-09-10', '2026-09-11', '2026-09-12'].map(has)).toEqual([true, false, false])
  })

  it('was not contributed to a fund that replaced another and has none yet', () => {
    const has = (newFundSince: string, ...dates: string[]) =>
      superSoFar(
        dates.map((date) => past(date)),
        asked({ startDate: on('2020-02-03'), newFundSince: on(newFundSince) }),
      ).hasContributed
    expect(has('2026-11-06', '2026-11-05')).toBe(false)
    expect(has('2026-11-05', '2026-11-05')).toBe(true)
    // A pay from before the change, and a change of more than 62 days ago.
    expect([has('2026-11-13'), has('2026-09-10'), has('2026-09-11')]).toEqual([true, true, false])
    const needs = needsOfPast(asked({ startDate: on('2020-02-03'), newFundSince: on('2026-11-06') }))
    expect(needs.sumsApartAt).toBeUndefined()
  })

  it('is due on the latest date of the income year', () => {
    const due = (...dates: [string, string | null][]) =>
      superSoFar(
        dates.map(([payDate, superDueDate]) =>
          past(payDate, { superDueDate: superDueDate as CivilDate | null }),
        ),
        asked(),
      ).dueDate
    expect(due(['2026-06-30', '2026-12-01'])).toBeNull()
    expect(due(['2026-07-01', '2026-07-10'])).toBe('2026-07-10')
    expect(due(['2026-07-01', '2026-08-10'], ['2026-07-08', null], ['2026-07-15', '2026-07-24'])).toBe(
      '2026-08-10',
    )
    expect(due(['2026-07-01', '2026-07-10'], ['2026-07-15', '2026-08-24'])).toBe('2026-08-24')
  })
})

describe('earlier periods', () => {
  it('are the regular pays, newest first, those of this call before the stored ones', () => {
    const pays = [
      past('2026-10-15', { id: 1 }),
      past('2026-10-22', { id: 2 }),
      past('2026-10-22', { id: 3 }),
      past('2026-10-22', { id: 0 }),
      past('2026-10-29', { id: 4, isTermination: true }),
      past('2026-11-19', { id: 5 }),
      past('2026-11-12', { id: 1000 }),
    ]
    const ids = (order: AuPastPay[]) => regularPays(order, asked()).map(({ id }) => id)
    expect(ids(pays)).toEqual([0, 3, 2, 1])
    expect(ids(pays.toReversed())).toEqual([0, 3, 2, 1])
  })

  it('are one row for each period of the income year but this one', () => {
    const pays = [
      past('2026-06-25'),
      past('2026-07-02', { id: 1 }),
      past('2026-11-05', { id: 2 }),
      past('2026-11-04', { id: 3, periodStart: on('2026-11-02'), periodEnd: on('2026-11-08') }),
      past('2026-11-12', { id: 4 }),
    ]
    expect(JSON.parse(JSON.stringify(earlierPays(pays, asked())))).toEqual([
      {
        payDate: '2026-11-05',
        periodStart: '2026-11-02',
        periodEnd: '2026-11-08',
        taxable: '3040',
        tax: '600',
      },
      {
        payDate: '2026-07-02',
        periodStart: '2026-06-29',
        periodEnd: '2026-07-05',
        taxable: '1520',
        tax: '300',
      },
    ])
  })

  it('bear the back payments by method B(i) that were spread over them', () => {
    const back = (startDate: string | null, endDate: string | null) => [
      line({
        kind: 'back-payment',
        amount: '100.01',
        taxMethod: 'METHOD_B1',
        startDate: startDate as CivilDate | null,
        endDate: endDate as CivilDate | null,
      }),
    ]
    const shown = (startDate: string | null, endDate: string | null) =>
      earlierPays(
        [
          past('2026-10-01', { id: 1 }),
          past('2026-10-08', { id: 2 }),
          past('2026-10-15', { id: 3 }, { lines: back(startDate, endDate) }),
          past('2026-10-22', { id: 4 }),
        ],
        asked(),
      ).map(({ payDate, spread, backPay }) => `${payDate} ${spread?.toFixed(2)} ${backPay?.toFixed(2)}`)
    // The pay of 8 October covers 5 to 11 October. The pay of 1 October covers 28 September to 4 October.
    expect(shown('2026-10-05', '2026-10-11')).toEqual([
      '2026-10-22 undefined undefined',
      '2026-10-15 undefined 100.01',
      '2026-10-08 100.01 undefined',
      '2026-10-01 undefined undefined',
    ])
    expect(shown('2026-10-04', '2026-10-12')).toEqual([
      '2026-10-22 undefined undefined',
      '2026-10-15 33.33 100.01',
      '2026-10-08 33.34 undefined',
      '2026-10-01 33.34 undefined',
    ])
    expect(shown(null, '2026-10-11')[2]).toBe('2026-10-08 undefined undefined')
    expect(shown('2026-10-05', null)[2]).toBe('2026-10-08 undefined undefined')
  })

  it('add what several back payments put on one period', () => {
    const over = { startDate: on('2026-10-05'), endDate: on('2026-10-11') }
    const back = line({ kind: 'back-payment', amount: '10', taxMethod: 'METHOD_B1', ...over })
    const other = line({ kind: 'bonus', amount: '99', taxMethod: 'METHOD_B2', ...over })
    const [, week] = earlierPays(
      [past('2026-10-08', { id: 1 }), past('2026-10-15', { id: 2 }, { lines: [back, back, other] })],
      asked(),
    )
    expect(week?.spread?.toFixed()).toBe('20')
  })
})

describe('an additional payment', () => {
  it('is a line with a method of its own that is no return to work', () => {
    expect(extraOf(line({}))).toEqual([])
    expect(extraOf(line({ taxMethod: 'NORMAL_EARNINGS' }))).toEqual([])
    expect(extraOf(line({ taxMethod: 'METHOD_B2', isReturnToWork: true }))).toEqual([])
    expect(extraOf(line({ taxMethod: 'METHOD_B2' }))).toEqual([
      {
        description: 'Bonus',
        amount: decimal('100'),
        taxMethod: 'METHOD_B2',
        startDate: null,
        endDate: null,
      },
    ])
  })
})

describe('earlier termination payments', () => {
  it('of the income year use up the caps, those on death with their code', () => {
    const etp = (code: string, taxable: string) => ({
      code,
      taxable,
      taxFree: '0',
      withheld: '0',
      lumpSumD: '0',
    })
    const etps = ['R', 'O', 'S', 'P', 'D', 'N', 'B', 'T'].map((code, index) => etp(code, `${index + 1}`))
    const pays = [
      past('2026-06-30', {}, { etps: [etp('R', '100')] } as never),
      past('2026-07-01', {}, { etps } as never),
      past('2026-08-01', { details: null }),
    ]
    expect(earlierEtps(pays, asked())).toEqual(
      [undefined, undefined, undefined, undefined, 'D', 'N', 'B', 'T'].map((code, index) => ({
        taxable: decimal(`${index + 1}`),
        isEarlierIncomeYear: false,
        ...(code ? { code } : {}),
      })),
    )
    const [first] = earlierEtps(pays, asked({ startDate: on('2025-01-06') }))
    expect(first).toEqual({ taxable: decimal('100'), isEarlierIncomeYear: true })
  })
})

describe('hours of the period', () => {
  it('are added up, days by the hours of a day', () => {
    const rows = [
      { units: 'hours', value: '10.5' },
      { units: 'days', value: '2' },
      { units: 'km', value: '99' },
    ]
    expect(hoursInPeriod(rows, decimal('7.6'), asked()).toFixed()).toBe('25.7')
  })
})

describe('edges of the past', () => {
  it('a pay whose details were not read has no lines', () => {
    const bare = { ...past('2026-10-08'), details: null }
    expect(earlierPays([bare], asked()).map(({ periodEnd, backPay }) => `${periodEnd} ${backPay}`)).toEqual([
      '2026-10-11 undefined',
    ])
    const others = otherPaysOf(
      [{ ...past('2026-11-12'), details: null, periodEnd: timing.periodEnd }],
      asked(),
      HOURS,
    )
    expect([others.hasWages, others.net.toFixed(), others.extras]).toEqual([false, '0', []])
  })

  it('back pay without both days of its range was spread over nothing', () => {
    const b1 = (change: Partial<PastLine>) =>
      past('2026-10-15', {}, { lines: [line({ kind: 'back-payment', taxMethod: 'METHOD_B1', ...change })] })
    const spread = (change: Partial<PastLine>) =>
      earlierPays([b1(change), past('2026-10-08')], asked()).some((period) => period.spread !== undefined)
    expect(spread({ startDate: on('2026-10-01'), endDate: on('2026-10-31') })).toBe(true)
    expect(spread({ startDate: on('2026-10-01') })).toBe(false)
    expect(spread({ endDate: on('2026-10-31') })).toBe(false)
  })

  it('back pay is spread over its own period and earlier ones, never over a later one', () => {
    const range = { startDate: on('2026-10-01'), endDate: on('2026-10-31') }
    const b1 = past(
      '2026-10-15',
      { id: 6 },
      { lines: [line({ kind: 'back-payment', taxMethod: 'METHOD_B1', ...range })] },
    )
    const periods = earlierPays([past('2026-10-22', { id: 7 }), b1, past('2026-10-08')], asked())
    expect(periods.map(({ periodEnd, spread }) => `${periodEnd} ${spread ?? 0}`)).toEqual([
      '2026-10-25 0',
      '2026-10-18 50',
      '2026-10-11 50',
    ])
  })

  it('the year starts with the pay of 1 July', () => {
    const ends = (payDate: string) => earlierPays([past(payDate)], asked()).length
    expect([ends('2026-06-30'), ends('2026-07-01')]).toEqual([0, 1])
  })
})
