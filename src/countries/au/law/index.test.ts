import { describe, expect, it } from 'vitest'
import { auRates } from '../../../../test/golden/au-kinds.ts'
import {
  allowanceLine,
  auPay,
  backPayment,
  bonusLine,
  ending,
  hoursLine,
  leaveLine,
} from '../../../../test/support/au-pay.ts'
import { NO_LINES } from '../../../../test/support/pay-lines.ts'
import { auRichPays } from '../../../../test/support/rich-pays.ts'
import { civilDate } from '../../../kernel/values/dates.ts'
import { decimal, ZERO } from '../../../kernel/values/money.ts'
import type { PastQuestion } from '../../../payroll/history.ts'
import type { PayLines } from '../../../payroll/input.ts'
import type { EmployeeState, PayRequest } from '../../contract/country.ts'
import { hoursPaidIn } from './earnings/hours-paid.ts'
import { type AuTerms, type AuTypes, au } from './index.ts'

const timing = {
  payDate: civilDate('2026-11-12'),
  payPeriod: 'WEEKLY' as const,
  periodStart: civilDate('2026-11-09'),
  periodEnd: civilDate('2026-11-15'),
}
const past: PastQuestion = {
  timing,
  beforeId: 1000,
  startDate: civilDate('2026-11-01'),
  dateOfBirth: null,
  lastDay: null,
  mayHaveExtras: false,
  leaveTypes: [],
}
const terms = (change: Partial<AuTerms> = {}): AuTerms => {
  const { ratePerHour, hoursPerDay, daysPerWeek, declaration, isSuperOnlyContractor } = auPay()
  const { dateOfBirth, startDate, state, employmentStatus, leaveSettings, superannuation } = auPay()
  return {
    hasRate: true,
    ratePerHour,
    hoursPerDay,
    daysPerWeek,
    declaration,
    isSuperOnlyContractor,
    dateOfBirth,
    startDate,
    state,
    employmentStatus,
    leaveSettings: { ...leaveSettings, holidayDaysPerYear: decimal('20'), sickDaysPerYear: decimal('10') },
    superannuation,
    ...change,
  }
}
const input = (
  change: {
    terms?: Partial<AuTerms>
    lines?: Partial<PayLines>
    asked?: Partial<PayRequest<AuTypes>>
    standing?: Partial<EmployeeState<AuTypes>>
  } = {},
) =>
  au.inputOf(
    terms(change.terms),
    {
      past,
      lines: { ...NO_LINES, ...change.lines },
      isWorkersComp: false,
      ending: null,
      taxShare: null,
      ...change.asked,
    },
    { pays: [], balances: auPay().leaveBalances, periodHours: null, ...change.standing },
    auRates,
  )
/** The history entry of a pay on an earlier day or on the same day. */
const pastPay = (payDate: string, id: number, pay = auPay({ hours: [hoursLine('38', '40')] })) => {
  const day = civilDate(payDate)
  const own = day === timing.payDate ? timing : { ...timing, payDate: day, periodStart: day, periodEnd: day }
  return { ...au.toPastPay(own, pay, au.calculate(pay, auRates)), id }
}

describe('the input of a pay', () => {
  it('has the dates of its period, and says what only some pays have', () => {
    const plain = input()
    expect([plain.payDate, plain.payPeriod, plain.periodEnd]).toEqual(['2026-11-12', 'WEEKLY', '2026-11-15'])
    for (const name of ['taxShare', 'hoursInPeriod', 'expectedWages', 'isRateFromPays', 'laterPeriods'])
      expect(plain).not.toHaveProperty(name)
    // Leave that accrues per year was granted on the first pay of the period. The other settings do not change.
    const second = input({ standing: { pays: [pastPay('2026-11-12', 7)] } })
    expect(second.leaveSettings).toEqual({
      ...terms().leaveSettings,
      isPeriodEarned: true,
    })
    // The last full pay is only for a termination. A bonus without wages is taxed on the expected wages.
    const bonuses = [bonusLine('100', { taxMethod: 'METHOD_A_WHOLE_YEAR' })]
    const alone = input({ lines: { bonuses }, standing: { pays: [pastPay('2026-11-05', 7)] } })
    expect([alone.lastFullPay, alone.expectedWages?.amount.toFixed()]).toEqual([null, '1520'])
    // Later periods are read only when the pay has leave that may fall in them.
    const standing = { pays: [pastPay('2026-11-20', 7)] }
    const leave = [leaveLine('HOLIDAY', '38', '40')]
    expect(input({ standing })).not.toHaveProperty('laterPeriods')
    expect(input({ lines: { leave } })).not.toHaveProperty('laterPeriods')
    expect(input({ standing, lines: { leave } }).laterPeriods).toHaveLength(1)
    expect([plain.termination, plain.lastFullPay, plain.isWorkersCompensationPay]).toEqual([
      null,
      null,
      false,
    ])
    const share = { combinedTax: ZERO, combinedGross: ZERO, gross: ZERO, share: ZERO }
    const full = input({
      asked: { taxShare: share, isWorkersComp: true },
      standing: {
        periodHours: [
          { units: 'hours', value: '12' },
          { units: 'days', value: '1' },
        ],
      },
    })
    expect([full.taxShare, full.isWorkersCompensationPay, full.hoursInPeriod?.toFixed()]).toEqual([
      share,
      true,
      '19.6',
    ])
  })

  it('knows a first contribution, and an extended date', () => {
    expect(input().superannuation).toMatchObject({ isFirstContribution: true })
    const before = { ...pastPay('2026-11-05', 1), superDueDate: civilDate('2026-11-30') }
    const later = input({ standing: { pays: [before] } }).superannuation
    expect(later).not.toHaveProperty('isFirstContribution')
    expect(later.extendedDueDate).toBe('2026-11-30')
    expect(input().superannuation).not.toHaveProperty('extendedDueDate')
  })

  it('gives leave by the year only with the first pay of a period', () => {
    const own = { ...terms().leaveSettings, accrueOnHoursWorked: false }
    const earned = (pays: EmployeeState<AuTypes>['pays']) => {
      const pay = input({ standing: { pays } })
      const { isPeriodEarned } = pay.leaveSettings
      const leaveSettings = { ...own, ...(isPeriodEarned ? { isPeriodEarned } : {}) }
      const { leaveMovements } = au.calculate({ ...pay, leaveSettings }, auRates)
      return leaveMovements.map(({ balance }) => balance)
    }
    expect(earned([])).toEqual(expect.arrayContaining(['holiday', 'sick']))
    expect(earned([pastPay('2026-11-12', 5)])).not.toContain('holiday')
    // The restored terms have the original settings, so this pay accrues the leave if the first pay is deleted.
    const stored = input({ standing: { pays: [pastPay('2026-11-12', 5)] } })
    expect(au.restoreTerms(stored).terms.leaveSettings).toEqual(terms().leaveSettings)
  })

  it('looks back for a payment with a method of its own and for an ending, and not otherwise', () => {
    const standing = { pays: [pastPay('2026-11-05', 1)] }
    const looksBack = (lines: Partial<PayLines>, asked = {}) =>
      input({ lines, asked, standing }).earlierPays.length
    expect(looksBack({ bonuses: [bonusLine('5')] })).toBe(0)
    expect(looksBack({ bonuses: [bonusLine('5', { taxMethod: 'METHOD_B2', isReturnToWork: true })] })).toBe(0)
    expect(looksBack({ backPayments: [backPayment('5')] })).toBe(0)
    expect(looksBack({ bonuses: [bonusLine('5', { taxMethod: 'METHOD_B2' })] })).toBe(1)
    expect(looksBack({ backPayments: [backPayment('5', { taxMethod: 'METHOD_B2' })] })).toBe(1)
    expect(looksBack({}, { ending: ending() })).toBe(1)
  })

  it('expects the wages of the last full pay, else of the standard hours, where the period has none', () => {
    const extra = { bonuses: [bonusLine('5', { taxMethod: 'METHOD_B2' })] }
    const expected = (
      lines: Partial<PayLines> = {},
      pays: EmployeeState<AuTypes>['pays'] = [],
      changed = {},
    ) => {
      const found = input({ lines: { ...extra, ...lines }, standing: { pays }, terms: changed }).expectedWages
      return found && `${found.amount} ${found.periodEnd}`
    }
    expect(expected()).toBe('1520 null')
    expect(expected({}, [pastPay('2026-11-05', 1)])).toBe('1520 2026-11-05')
    expect(expected({}, [], { hasRate: false, ratePerHour: ZERO })).toBeUndefined()
    expect(expected({ hours: [hoursLine('1', '40')] })).toBeUndefined()
    expect(expected({ hours: [hoursLine('0', '40')] })).toBe('1520 null')
    expect(expected({ leave: [leaveLine('UNPAID', '1', '40')] })).toBeUndefined()
    // Overtime, paid leave and allowances come on top of wages. Leave for all standard hours replaces wages.
    expect(expected({ allowances: [allowanceLine('1')] })).toBe('1520 null')
    expect(expected({ hours: [hoursLine('3', '60', true)] })).toBe('1520 null')
    expect(expected({ leave: [leaveLine('SICK', '37.9', '40')] })).toBe('1520 null')
    expect(expected({ leave: [leaveLine('SICK', '38', '40')] })).toBeUndefined()
    expect(expected({ backPayments: [backPayment('1')] })).toBeUndefined()
    expect(expected({ backPayments: [backPayment('0')] })).toBe('1520 null')
    expect(expected({ bonuses: [...extra.bonuses, bonusLine('1')] })).toBeUndefined()
    expect(expected({ bonuses: [...extra.bonuses, bonusLine('1', { isReturnToWork: true })] })).toBe(
      '1520 null',
    )
    expect(expected({}, [pastPay('2026-11-12', 5)])).toBeUndefined()
    expect(input({ lines: extra, asked: { ending: ending() } })).not.toHaveProperty('expectedWages')
  })

  it('takes the rate of an ending from the last full pay where the employee has none', () => {
    const without = { hasRate: false, ratePerHour: ZERO }
    const pays = [pastPay('2026-11-05', 1)]
    const rate = (change: Parameters<typeof input>[0]) => {
      const { ratePerHour, isRateFromPays } = input(change)
      return [ratePerHour.toFixed(), isRateFromPays]
    }
    expect(rate({ terms: without, asked: { ending: ending() }, standing: { pays } })).toEqual(['40', true])
    expect(rate({ terms: without, asked: { ending: ending() } })).toEqual(['0', true])
    expect(rate({ terms: without })).toEqual(['0', undefined])
    expect(rate({ asked: { ending: ending() }, standing: { pays } })).toEqual(['40', undefined])
    expect(input({ asked: { ending: ending() }, standing: { pays } }).lastFullPay?.taxable.toFixed()).toBe(
      '1520',
    )
  })

  it('knows the termination payments of the year', () => {
    const pay = { ...pastPay('2026-11-05', 1) }
    const etp = { code: 'O' as const, taxable: '100', taxFree: '0', withheld: '0', lumpSumD: '0' }
    const paid = { ...pay, details: pay.details && { ...pay.details, etps: [etp] } }
    expect(input({ asked: { ending: ending() } }).termination).not.toHaveProperty('earlierEtps')
    expect(
      input({ asked: { ending: ending() }, standing: { pays: [paid] } }).termination?.earlierEtps,
    ).toEqual([{ taxable: decimal('100'), isEarlierIncomeYear: false }])
  })
})

describe('a stored pay that is opened again', () => {
  it('is its terms, without what it read of the past', () => {
    const facts = { ...auPay(), superannuation: { ...auPay().superannuation, isFirstContribution: true } }
    const opened = au.restoreTerms(facts)
    expect(opened.terms.superannuation).toEqual(auPay().superannuation)
    expect([opened.terms.hasRate, opened.terms.ratePerHour.toFixed()]).toEqual([true, '40'])
    expect([opened.ending, opened.isWorkersComp]).toEqual([null, false])
    expect(opened.balances).toBe(facts.leaveBalances)
  })

  it('has no rate of its own where it had none, or took one from its pays', () => {
    const rate = (change: object) => {
      const { hasRate, ratePerHour } = au.restoreTerms({ ...auPay(), ...change }).terms
      return [hasRate, ratePerHour.toFixed()]
    }
    expect(rate({ ratePerHour: ZERO })).toEqual([false, '0'])
    expect(rate({ isRateFromPays: true })).toEqual([false, '0'])
    expect(rate({ isRateFromPays: false })).toEqual([true, '40'])
  })

  it('ends the employment as it was asked, and leaves its share of tax to the period', () => {
    const share = { combinedTax: ZERO, combinedGross: ZERO, gross: ZERO, share: ZERO }
    const termination = ending({ earlierEtps: [{ taxable: ZERO, isEarlierIncomeYear: true }] })
    const opened = au.restoreTerms(auPay({ termination, taxShare: share, isWorkersCompensationPay: true }))
    expect([opened.ending, opened.isWorkersComp]).toEqual([ending(), true])
    expect({ ...opened, ...opened.terms }).not.toHaveProperty('taxShare')
  })
})

describe('what a pay leaves behind', () => {
  it('is its figures, its hours and its lines', () => {
    const pay = auRichPays()['every row'] ?? auPay()
    const { figures, reporting } = au.calculate(pay, auRates)
    const left = au.toPastPay(timing, pay, au.calculate(pay, auRates))
    expect(left).toMatchObject({ id: 0, isTermination: false, ...timing })
    const same = [
      'taxableGross',
      'tax',
      'super',
      'superBase',
      'superBaseCounted',
      'compulsorySuper',
      'periodTaxable',
      'periodTax',
      'taxCarried',
    ] as const
    for (const name of same) expect([name, left[name]]).toEqual([name, figures[name].toFixed()])
    expect(left.aboveCompulsorySuper).toBe(figures.rescSuper.minus(figures.sacrificedSuper).toFixed())
    expect([left.methodB2Amount, left.methodB2Tax, left.methodB2StudyLoan]).toEqual(
      [figures.methodB2.amount, figures.methodB2.tax, figures.methodB2.studyLoan].map((figure) =>
        figure.toFixed(),
      ),
    )
    expect(left.superDueDate).toBe(figures.superDueDate)
    expect(left.details).toMatchObject({
      extras: figures.extras.toFixed(),
      extraTax: figures.extraTax.toFixed(),
      extraStudyLoan: figures.extraStudyLoan.toFixed(),
      netBeforeDeductions: figures.gross.minus(figures.tax).toFixed(),
      childSupport: reporting.deductions.CHILD_SUPPORT_DEDUCTION?.toFixed(),
      hoursPaid: '48.4',
      hoursPerDay: '7.6',
      daysPerWeek: '5',
      etps: [],
    })
    expect(left.details?.lines.length).toBeGreaterThan(15)
  })

  it('is its termination payments, by code', () => {
    const pay = auRichPays()['ending by REDUNDANCY'] ?? auPay()
    const left = au.toPastPay(timing, pay, au.calculate(pay, auRates))
    expect(left.isTermination).toBe(true)
    const [etp] = au.calculate(pay, auRates).reporting.etps
    expect(left.details?.etps[0]).toEqual({
      code: etp?.etpCode,
      taxable: etp?.taxableComponent.toFixed(),
      taxFree: etp?.taxFreeComponent.toFixed(),
      withheld: etp?.taxWithheld.toFixed(),
      lumpSumD: etp?.lumpSumD.toFixed(),
    })
    expect(left.details?.childSupport).toBe('0')
  })

  it('counts hours worked and on paid leave', () => {
    const pay = auPay({
      hours: [hoursLine('30', '40'), { ...hoursLine('1', '40'), units: 'days' }],
      leave: [leaveLine('SICK', '2', '40'), leaveLine('UNPAID', '5', '40')],
    })
    expect(hoursPaidIn(pay).toFixed()).toBe('39.6')
  })
})

describe('leave balances', () => {
  it('are shown, days off and time in lieu where there are any', () => {
    const balances = { holiday: decimal('1'), sick: decimal('2'), lsl: decimal('3'), rdo: ZERO, toil: ZERO }
    const shown = (change: object) =>
      au
        .showBalances(auPay(), { ...balances, ...change })
        .map((line) => `${line.leave_type} ${line.name} ${line.hours}`)
    const always = ['HOLIDAY Annual leave 1', 'SICK Personal leave 2', 'LONG_SERVICE Long service leave 3']
    expect(shown({})).toEqual(always)
    expect(shown({ rdo: decimal('4'), toil: decimal('-5') })).toEqual([
      ...always,
      'RDO Rostered days off 4',
      'TOIL Time in lieu -5',
    ])
  })
})
