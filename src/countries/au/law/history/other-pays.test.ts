import { describe, expect, it } from 'vitest'
import { asked, HOURS, line, on, past, timing } from '../../../../../test/support/au-past.ts'
import { decimal } from '../../../../kernel/values/money.ts'
import type { PastLine, PastQuestion } from '../../../../payroll/history.ts'
import type { TaxDeclaration } from '../input/input.ts'
import { earlierPays } from './earlier-periods.ts'
import { isFirstOfPeriod, superWith } from './history.ts'
import { laterPeriods } from './later-periods.ts'
import { NO_OTHER_PAYS, otherPaysOf } from './other-pays.ts'

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
      extrasSacrificed: '15',
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
    expect(has({ kind: 'hours', isOvertime: true })).toBe(false)
    expect(has({ kind: 'leave', leaveType: 'SICK' })).toBe(false)
    expect(has({ kind: 'leave', leaveType: 'UNPAID', amount: '0' })).toBe(true)
    expect(has({ kind: 'sacrifice' })).toBe(false)
    expect(has({ kind: 'deduction' })).toBe(false)
    expect(has({ isReturnToWork: true })).toBe(false)
    expect(has({ taxMethod: 'NORMAL_EARNINGS' })).toBe(true)
    expect(has({ taxMethod: 'METHOD_B2' })).toBe(false)
  })
})

describe('leave that was paid in advance', () => {
  const advance = (periodEnd: string, taxable: string, tax: string) => ({
    periodEnd: on(periodEnd),
    taxable,
    tax,
  })
  const hours = HOURS

  it('is earnings of the period it is taken in', () => {
    const ahead = past('2026-10-29', {
      advances: [advance('2026-11-15', '500', '60'), advance('2026-11-22', '1', '1')],
    })
    const others = otherPaysOf([ahead], asked(), hours)
    expect([others.taxable, others.tax].map(String)).toEqual(['500', '60'])
    expect(others.hasWages).toBe(true)
  })

  it('stays earnings of its period after a change of pay frequency', () => {
    const ahead = (payPeriod: 'WEEKLY' | 'FORTNIGHTLY' | 'MONTHLY', end: string) =>
      past('2026-10-29', { payPeriod, advances: [advance(end, '1000', '200')] })
    const read = (pay: ReturnType<typeof ahead>, change = {}) => {
      const question = asked()
      const timing = { ...question.timing, ...change }
      const { taxable, tax } = otherPaysOf([pay], { ...question, timing }, hours)
      return [String(taxable), String(tax)]
    }
    const fortnight = {
      payPeriod: 'FORTNIGHTLY',
      periodStart: on('2026-11-09'),
      periodEnd: on('2026-11-22'),
    } as const
    expect(read(ahead('WEEKLY', '2026-11-15'), fortnight)).toEqual(['1000', '200'])
    expect(read(ahead('WEEKLY', '2026-11-22'), fortnight)).toEqual(['1000', '200'])
    expect(read(ahead('WEEKLY', '2026-11-08'), fortnight)).toEqual(['0', '0'])
    // The week to 15 November is half of the fortnight to 22 November, and 12 of 52 parts of its month.
    expect(read(ahead('FORTNIGHTLY', '2026-11-22'))).toEqual(['500', '100'])
    expect(read(ahead('FORTNIGHTLY', '2026-11-08'))).toEqual(['0', '0'])
    expect(read(ahead('MONTHLY', '2026-11-30'))).toEqual(['230.77', '46.15'])
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
      laterPeriods(pays, { ...asked(), timing }, HOURS).map(
        ({ periodEnd, taxable, tax }) => `${periodEnd} ${taxable} ${tax}`,
      ),
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

describe('a declaration between two pays of a period', () => {
  const same = { periodStart: timing.periodStart, periodEnd: timing.periodEnd }
  const without = { ...HOURS.declaration, tfn: 'NOT_QUOTED' as const }
  const others = (...days: string[]) =>
    otherPaysOf(
      days.map((day, id) => past(day, { id, ...same }, { declaration: without })),
      asked(),
      HOURS,
    )

  it('leaves the tax of the earlier pays where it is', () => {
    const { taxable, tax, underOtherDeclaration } = others('2026-11-10')
    expect([taxable, tax, underOtherDeclaration].map((figure) => figure?.toFixed())).toEqual([
      '1520',
      '0',
      '1520',
    ])
  })

  it('does not look at payments made after it by another declaration', () => {
    expect(others('2026-11-14').taxable.toFixed()).toBe('0')
    expect(others('2026-11-14').superBase.toFixed()).toBe('1520')
  })

  it('leaves the tax of an earlier pay that was entered later', () => {
    const late = past('2026-11-10', { ...same, id: 2000 }, { declaration: without })
    const before = otherPaysOf([late], { ...asked(), isAsMade: true }, HOURS)
    expect([before.underOtherDeclaration, before.superBase].map(String)).toEqual(['1520', '0'])
    const alike = past('2026-11-10', { ...same, id: 2000 })
    expect(otherPaysOf([alike], { ...asked(), isAsMade: true }, HOURS)).toBe(NO_OTHER_PAYS)
  })

  it('counts what the period paid before and after the earlier pays', () => {
    const placed = (...pays: [string, boolean][]) =>
      otherPaysOf(
        pays.map(([day, isOther], id) => past(day, { id, ...same }, isOther ? { declaration: without } : {})),
        asked(),
        HOURS,
      ).otherDeclarations?.map(({ before, taxable, isAfterThis }) =>
        [before, taxable, isAfterThis ? 'after' : ''].join(' ').trim(),
      )
    const [first, second, third] = ['2026-11-09', '2026-11-10', '2026-11-14']
    expect(placed([first, false], [second, true])).toBeUndefined()
    expect(placed([first, true], [second, false])).toEqual(['0 1520'])
    expect(placed([first, true], [first, true], [second, false])).toEqual(['0 3040'])
    expect(placed(['2026-11-13', true], [third, false])).toEqual(['0 1520 after'])
    expect(placed([first, true], ['2026-11-13', true], [third, false])).toEqual(['0 1520', '1520 1520 after'])
  })

  it('is the same declaration whatever day it was signed', () => {
    const signed = { ...HOURS.declaration, declarationDate: on('2026-11-01') }
    const again = otherPaysOf([past('2026-11-10', same, { declaration: signed })], asked(), HOURS)
    expect([again.tax.toFixed(), again.underOtherDeclaration]).toEqual(['300', undefined])
  })

  /* A pending number is treated as quoted to the 28th day after signing: to 11 November when signed on 14 October. */
  const pending = (signed: string | null) => ({
    ...HOURS.declaration,
    tfn: 'PENDING' as const,
    declarationDate: signed === null ? null : on(signed),
  })
  const earlierTax = (then: TaxDeclaration, now: TaxDeclaration, change: Partial<PastQuestion> = {}) => {
    const earlier = past('2026-11-10', same, { declaration: then })
    const { tax, underOtherDeclaration } = otherPaysOf([earlier], asked(change), {
      ...HOURS,
      declaration: now,
    })
    return [tax.toFixed(), underOtherDeclaration?.toFixed()]
  }
  const TOGETHER = ['300', undefined]
  const APART = ['0', '1520']

  it('a pending number that expires between two pays leaves the tax of the first', () => {
    expect(earlierTax(pending('2026-10-14'), pending('2026-10-14'))).toEqual(APART)
    expect(earlierTax(pending('2026-10-15'), pending('2026-10-15'))).toEqual(TOGETHER)
    expect(earlierTax(pending(null), pending(null), { startDate: on('2026-10-14') })).toEqual(APART)
  })

  it('a signing date that is put right makes a difference only where the number had expired', () => {
    expect(earlierTax(pending('2026-10-10'), pending('2026-11-02'))).toEqual(APART)
    expect(earlierTax(pending('2026-11-01'), pending('2026-11-02'))).toEqual(TOGETHER)
    expect(earlierTax(pending('2026-11-01'), { ...HOURS.declaration, tfn: 'QUOTED' })).toEqual(TOGETHER)
  })

  it('a variation that ends between two pays leaves the tax of the first', () => {
    const varied = (to: string) => ({
      ...HOURS.declaration,
      variation: { rate: decimal('0.1'), from: null, to: on(to) },
    })
    expect(earlierTax(varied('2026-11-11'), varied('2026-11-11'))).toEqual(APART)
    expect(earlierTax(varied('2026-11-12'), varied('2026-11-12'))).toEqual(TOGETHER)
  })

  it('an eighteenth birthday between two pays leaves the tax of the first', () => {
    const minor = { ...HOURS.declaration, tfn: 'UNDER_18' as const }
    expect(earlierTax(minor, minor, { dateOfBirth: on('2008-11-12') })).toEqual(APART)
    expect(earlierTax(minor, minor, { dateOfBirth: on('2008-11-13') })).toEqual(TOGETHER)
  })
})

describe('edges of a period', () => {
  it('super is shared with pays of the period in the same quarter alone', () => {
    const week = { periodStart: on('2026-06-29'), periodEnd: on('2026-07-05') }
    const now = { timing: { ...timing, ...week, payDate: on('2026-07-03') } }
    const others = (payDate: string) => {
      const { taxable, superBase, compulsorySuper } = otherPaysOf([past(payDate, week)], asked(now), HOURS)
      return [taxable, superBase, compulsorySuper].map((figure) => figure.toFixed())
    }
    expect(others('2026-07-01')).toEqual(['1520', '1520', '182.4'])
    expect(others('2026-06-30')).toEqual(['1520', '0', '0'])
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
    expect(hasWages({ kind: 'leave', leaveType: 'UNPAID', amount: '0' })).toBe(true)
    expect(hasWages({ kind: 'sacrifice' })).toBe(false)
    expect(hasWages({ kind: 'deduction' })).toBe(false)
    expect(hasWages({ kind: 'bonus' })).toBe(true)
    expect(hasWages({ kind: 'bonus', taxMethod: 'NORMAL_EARNINGS' })).toBe(true)
    expect(hasWages({ kind: 'bonus', taxMethod: 'METHOD_B2' })).toBe(false)
    expect(hasWages({ kind: 'bonus', isReturnToWork: true })).toBe(false)
    expect(hasWages({ kind: 'allowance' })).toBe(false)
    expect(hasWages({ kind: 'allowance', isOutsideGross: true })).toBe(false)
    expect(hasWages({ kind: 'hours', isOutsideGross: true })).toBe(true)
  })
})
