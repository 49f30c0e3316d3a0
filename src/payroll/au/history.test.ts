import { describe, expect, it } from 'vitest'
import { type CivilDate, civilDate } from '../dates.ts'
import { standardHours } from '../earnings.ts'
import type { PastLine, PastQuestion } from '../history.ts'
import { decimal } from '../money.ts'
import { lastFullPay, rateBehind } from './full-pay.ts'
import {
  type AuPastDetails,
  type AuPastPay,
  earlierEtps,
  earlierPays,
  extraOf,
  hoursInPeriod,
  isFirstOfPeriod,
  laterPeriods,
  needsOfPast,
  regularPays,
  superSoFar,
  superWith,
  yearToDate,
} from './history.ts'
import { NO_OTHER_PAYS, otherPaysOf } from './other-pays.ts'

const on = civilDate
const HOURS = { hoursPerDay: decimal('7.6'), hasHours: false }
const timing = {
  payDate: on('2026-11-12'),
  payPeriod: 'WEEKLY' as const,
  periodStart: on('2026-11-09'),
  periodEnd: on('2026-11-15'),
}
const asked = (change: Partial<PastQuestion> = {}): PastQuestion => ({
  timing,
  beforeId: 1000,
  startDate: on('2026-10-01'),
  dateOfBirth: null,
  lastDay: null,
  mayHaveExtras: false,
  leaveTypes: [],
  ...change,
})

const DETAILS: AuPastDetails = {
  extras: '0',
  extraTax: '0',
  extraStudyLoan: '0',
  netBeforeDeductions: '0',
  childSupport: '0',
  hoursPaid: '38',
  hoursPerDay: '7.6',
  daysPerWeek: '5',
  lines: [],
  etps: [],
}

/** A weekly pay of 1,520 that was paid on this day, for the week that ends three days later. */
function past(
  payDate: string,
  change: Partial<AuPastPay> = {},
  details: Partial<AuPastDetails> = {},
): AuPastPay {
  const end = new Date(Date.parse(payDate) + 3 * 86_400_000).toISOString().slice(0, 10)
  const start = new Date(Date.parse(payDate) - 3 * 86_400_000).toISOString().slice(0, 10)
  return {
    id: 5,
    isTermination: false,
    advances: [],
    payDate: on(payDate),
    payPeriod: 'WEEKLY',
    periodStart: on(start),
    periodEnd: on(end),
    taxableGross: '1520.00',
    tax: '300.00',
    super: '182.40',
    superBase: '1520.00',
    superBaseCounted: '1520.00',
    compulsorySuper: '182.40',
    aboveCompulsorySuper: '0',
    superDueDate: null,
    periodTaxable: '1520.00',
    periodTax: '300.00',
    methodB2Amount: '0',
    methodB2Tax: '0',
    methodB2StudyLoan: '0',
    taxCarried: '0',
    details: { ...DETAILS, ...details },
    ...change,
  } as AuPastPay
}

function line(change: Partial<PastLine>): PastLine {
  return {
    kind: 'bonus',
    description: 'Bonus',
    amount: '100',
    quantity: null,
    units: null,
    isOvertime: false,
    leaveType: null,
    date: null,
    taxMethod: null,
    stpCategory: null,
    isReturnToWork: false,
    startDate: null,
    endDate: null,
    isOutsideGross: false,
    ...change,
  }
}

describe('what must be read', () => {
  it('is the income year and two months before it, and a year back for an ending or a bonus', () => {
    expect(needsOfPast(asked())).toEqual({
      from: '2026-04-30',
      to: null,
      hasDetails: false,
      hasDetailsOfPeriod: true,
      hasHours: false,
      hasLastPay: false,
    })
    for (const change of [{ mayHaveExtras: true }, { lastDay: on('2026-11-12') }]) {
      const needs = needsOfPast(asked(change))
      expect([needs.from, needs.hasDetails]).toEqual(['2025-11-12', true])
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
    expect(year).not.toHaveProperty('taxCarried')
  })

  it('carries tax that an earlier pay could not bear', () => {
    const pays = [past('2026-10-08', { taxCarried: '20' }), past('2026-10-15', { taxCarried: '-5' })]
    expect(yearToDate(pays, asked()).taxCarried?.toFixed()).toBe('15')
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
      // Of the same period, but paid in another quarter: its super was worked out there.
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

describe('pays of the same period', () => {
  it('share super only within a quarter', () => {
    const same = { periodEnd: timing.periodEnd, periodStart: timing.periodStart }
    const shares = (payDate: string) => superWith(timing)(past(payDate, same))
    expect(['2026-09-30', '2026-10-01', '2026-12-31', '2027-01-01'].map(shares)).toEqual([
      false,
      true,
      true,
      false,
    ])
    expect(superWith(timing)(past('2026-11-05'))).toBe(false)
  })

  it('are first by their id', () => {
    expect(isFirstOfPeriod([past('2026-11-12', { id: 999 })], asked())).toBe(false)
    expect(isFirstOfPeriod([past('2026-11-12', { id: 1000 })], asked())).toBe(true)
    expect(isFirstOfPeriod([past('2026-11-05', { id: 1 })], asked())).toBe(true)
    expect(isFirstOfPeriod([], asked())).toBe(true)
  })

  it('are added up, line by line and figure by figure', () => {
    expect(otherPaysOf([past('2026-11-05')], asked(), HOURS)).toBe(NO_OTHER_PAYS)
    const bonus = line({ taxMethod: 'METHOD_B2', amount: '500' })
    const figures = {
      periodTaxable: '1',
      periodTax: '2',
      methodB2Amount: '3',
      methodB2Tax: '4',
      methodB2StudyLoan: '5',
      superBase: '6',
      superBaseCounted: '7',
      compulsorySuper: '8',
      aboveCompulsorySuper: '9',
    }
    const details = {
      extras: '10',
      extraTax: '11',
      extraStudyLoan: '12',
      netBeforeDeductions: '13',
      childSupport: '14',
    }
    const sacrifice = line({ kind: 'sacrifice', amount: '15' })
    const one = past('2026-11-12', { id: 1, ...figures }, { ...details, lines: [bonus, sacrifice] })
    const bare = past('2026-11-12', { id: 2, ...figures, details: null })
    const both = otherPaysOf([one, bare], asked(), HOURS)
    const plain = JSON.parse(JSON.stringify(both))
    expect(plain).toEqual({
      taxable: '2',
      tax: '4',
      hasWages: false,
      extras: [
        { description: 'Bonus', amount: '500', taxMethod: 'METHOD_B2', startDate: null, endDate: null },
      ],
      extrasTaxed: '10',
      sacrifices: '15',
      extraTax: '11',
      extraStudyLoan: '12',
      methodB2: { amount: '6', tax: '8', studyLoan: '10' },
      net: '13',
      childSupport: '14',
      superBase: '12',
      superBaseCounted: '14',
      compulsorySuper: '16',
      aboveCompulsorySuper: '18',
    })
  })

  it('have wages where a line tells what the period earns', () => {
    const has = (change: Partial<PastLine>) =>
      otherPaysOf([past('2026-11-12', {}, { lines: [line(change)] })], asked(), HOURS).hasWages
    expect(has({ kind: 'hours' })).toBe(true)
    expect(has({ kind: 'hours', amount: '0.00' })).toBe(false)
    expect(has({ kind: 'leave', amount: '0' })).toBe(true)
    expect(has({ kind: 'sacrifice' })).toBe(false)
    expect(has({ kind: 'deduction' })).toBe(false)
    expect(has({ isReturnToWork: true })).toBe(false)
    expect(has({ taxMethod: 'NORMAL_EARNINGS' })).toBe(true)
    expect(has({ taxMethod: 'METHOD_B2' })).toBe(false)
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

  it('was contributed elsewhere for somebody who started more than 62 days ago', () => {
    const has = (startDate: string) => superSoFar([], asked({ startDate: on(startDate) })).hasContributed
    expect(['2026-09-10', '2026-09-11', '2026-09-12'].map(has)).toEqual([true, false, false])
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
    // The week of 8 October is that of 5 to 11, the week of 1 October that of 28 September to 4 October.
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
  it('of the income year use up the caps, those on death do not', () => {
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
      ['1', '2', '3', '4'].map((taxable) => ({ taxable: decimal(taxable), isEarlierIncomeYear: false })),
    )
  })
})

describe('hours of the period', () => {
  it('are added up, days by the hours of a day', () => {
    const rows = [
      { units: 'hours', value: '10.5' },
      { units: 'days', value: '2' },
      { units: 'km', value: '99' },
    ]
    expect(hoursInPeriod(rows, decimal('7.6')).toFixed()).toBe('25.7')
  })
})

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

  it('is any paid period of somebody without set hours', () => {
    const short = past('2026-10-29', {}, { hoursPaid: '5' })
    expect(found([short])).toBeNull()
    expect(found([short], CASUAL)).toBe('2026-11-01')
    expect(found([short], { ...CASUAL, employmentStatus: 'LABOUR_HIRE' })).toBe('2026-11-01')
    expect(found([], CASUAL)).toBeNull()
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
})

describe('leave that was paid in advance', () => {
  const advance = (periodEnd: string, taxable: string, tax: string) => ({
    periodEnd: on(periodEnd),
    taxable,
    tax,
  })
  const hours = { hoursPerDay: decimal('7.6'), hasHours: false }

  it('is earnings of the period it is taken in', () => {
    const ahead = past('2026-10-29', {
      advances: [advance('2026-11-15', '500', '60'), advance('2026-11-22', '1', '1')],
    })
    const others = otherPaysOf([ahead], asked(), hours)
    expect([others.taxable, others.tax].map(String)).toEqual(['500', '60'])
    expect(others.hasWages).toBe(true)
    const monthly = { ...ahead, payPeriod: 'MONTHLY' as const }
    expect(otherPaysOf([monthly], asked(), hours)).toBe(NO_OTHER_PAYS)
  })

  it('makes earlier periods, or adds to those that were paid', () => {
    const pays = [
      past('2026-10-08', {
        id: 1,
        advances: [advance('2026-10-18', '500', '60'), advance('2026-11-15', '9', '9')],
      }),
      past('2026-10-15', { id: 2, advances: [advance('2026-10-25', '700', '80')] }),
    ]
    const shown = earlierPays(pays, asked()).map(
      ({ payDate, periodStart, periodEnd, taxable, tax }) =>
        `${payDate} ${periodStart} ${periodEnd} ${taxable} ${tax}`,
    )
    expect(shown).toEqual([
      '2026-10-15 2026-10-19 2026-10-25 700 80',
      '2026-10-15 2026-10-12 2026-10-18 2020 360',
      '2026-10-08 2026-10-05 2026-10-11 1520 300',
    ])
  })

  it('is known with the pays of later periods', () => {
    const pays = [
      past('2026-11-12', { id: 1 }),
      past('2026-11-19', { id: 2, advances: [advance('2026-11-29', '5', '1')] }),
      past('2026-11-20', { id: 3, periodEnd: on('2026-11-22') }),
      past('2026-11-26', { id: 4, payPeriod: 'MONTHLY' }),
    ]
    expect(
      laterPeriods(pays, timing).map(({ periodEnd, taxable, tax }) => `${periodEnd} ${taxable} ${tax}`),
    ).toEqual(['2026-11-22 3040 600', '2026-11-29 5 1'])
  })

  it('a later pay of the period says its day', () => {
    const same = { periodStart: timing.periodStart, periodEnd: timing.periodEnd }
    const last = (...days: string[]) =>
      otherPaysOf(
        days.map((day, id) => past(day, { id, ...same })),
        asked(),
        hours,
      ).lastPayDate
    expect([last('2026-11-12'), last('2026-11-11'), last('2026-11-14', '2026-11-13')]).toEqual([
      undefined,
      undefined,
      '2026-11-14',
    ])
  })
})

describe('edges of the past', () => {
  it('the last full pay is that of the latest period, whenever it was paid', () => {
    const paid = (payDate: string, end: string, taxable: string) =>
      past(payDate, { periodEnd: on(end), periodTaxable: taxable })
    const late = paid('2026-11-10', '2026-11-01', '1000.00')
    const early = paid('2026-11-05', '2026-11-08', '2000.00')
    const terms = { employmentStatus: 'FULL_TIME', hasRate: true } as const
    for (const pays of [
      [late, early],
      [early, late],
    ])
      expect(lastFullPay(pays, asked(), terms)?.taxable.toFixed()).toBe('2000')
  })

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

  it('only rows that tell what the period earns are wages of it', () => {
    const hasWages = (change: Partial<PastLine>) =>
      otherPaysOf(
        [
          past(
            '2026-11-12',
            { periodEnd: timing.periodEnd, periodStart: timing.periodStart },
            { lines: [line(change)] },
          ),
        ],
        asked(),
        HOURS,
      ).hasWages
    expect(hasWages({ kind: 'hours' })).toBe(true)
    expect(hasWages({ kind: 'hours', amount: '0' })).toBe(false)
    expect(hasWages({ kind: 'leave', amount: '0' })).toBe(true)
    expect(hasWages({ kind: 'sacrifice' })).toBe(false)
    expect(hasWages({ kind: 'deduction' })).toBe(false)
    expect(hasWages({ kind: 'bonus' })).toBe(true)
    expect(hasWages({ kind: 'bonus', taxMethod: 'NORMAL_EARNINGS' })).toBe(true)
    expect(hasWages({ kind: 'bonus', taxMethod: 'METHOD_B2' })).toBe(false)
    expect(hasWages({ kind: 'bonus', isReturnToWork: true })).toBe(false)
    expect(hasWages({ kind: 'allowance' })).toBe(true)
    expect(hasWages({ kind: 'allowance', isOutsideGross: true })).toBe(false)
    expect(hasWages({ kind: 'hours', isOutsideGross: true })).toBe(true)
  })
})
