import { describe, expect, it } from 'vitest'
import { auRates } from '../../../../test/golden/au-kinds.ts'
import {
  auPay,
  backPayment,
  bonusLine,
  deductionLine,
  ending,
  hoursLine,
} from '../../../../test/support/au-pay.ts'
import { civilDate, dayNumber } from '../../../kernel/values/dates.ts'
import { decimal, ONE, ZERO } from '../../../kernel/values/money.ts'
import type { AuPayInput, AuTerminationInput } from './input.ts'
import { lumpSumE } from './lump-sum-e.ts'
import { calculateAuPay } from './pay.ts'
import { payrollTax } from './payroll-tax.ts'
import { quotesTfn } from './scale.ts'
import { taxTreatmentCode } from './tax-treatment.ts'
import { hasPreservationAge, withholdOnEtp } from './termination/etp.ts'

/* What lies on the edge of a rule: nothing to divide by, a calendar that ends, a day that is both. */

const on = civilDate
const pay = (change: Partial<AuPayInput> = {}, rates = auRates) =>
  calculateAuPay(auPay({ hours: [hoursLine('38', '40')], ...change }), rates)
const stepOf = (result: ReturnType<typeof pay>, name: string) =>
  result.steps.find((step) => step.name === name)
const end = (change: Partial<AuTerminationInput>, facts: Partial<AuPayInput> = {}) => {
  const { termination } = calculateAuPay(auPay({ ...facts, termination: ending(change) }), auRates)
  if (!termination) throw new Error('no termination')
  return termination
}

describe('a due date beyond the calendar', () => {
  const until = (last: string) => ({
    ...auRates,
    holidays: { ...auRates.holidays, last: dayNumber(on(last)) },
  })

  it('is a warning, not an error, and only where super is owed', () => {
    const known = pay({}, until('2026-11-23'))
    expect([known.figures.superDueDate, known.warnings]).toEqual(['2026-11-23', []])
    const unknown = pay({}, until('2026-11-22'))
    expect(unknown.figures.superDueDate).toBeNull()
    expect(unknown.warnings.join()).toContain('The super due date is not known: No public holiday calendar')
    const none = pay({ superannuation: { ...auPay().superannuation, isEnabled: false } }, until('2026-11-13'))
    expect(none.warnings).toEqual([])
    expect(stepOf(pay(), 'super.due')?.inputs.due).toBe('2026-11-23')
  })

  it('does not hide other mistakes', () => {
    const broken = { ...auRates, superDue: null } as unknown as typeof auRates
    expect(() => pay({}, broken)).toThrow(TypeError)
  })
})

describe('child support', () => {
  it('asks for its amount only where it is deducted, and may be told it', () => {
    expect(stepOf(pay(), 'deductions.protected-earnings')).toBeUndefined()
    const deductions = [deductionLine('2000', { classification: 'CHILD_SUPPORT_DEDUCTION' })]
    expect(stepOf(pay({ deductions }), 'deductions.protected-earnings')?.amount.toFixed()).toBe('544.88')
    const told = pay({ deductions, childSupportProtectedEarnings: decimal('1000') })
    expect([told.figures.net.toFixed(), stepOf(told, 'deductions.protected-earnings')]).toEqual([
      '1000',
      undefined,
    ])
    const other = [deductionLine('2000', { classification: 'CHILD_SUPPORT_GARNISHEE' })]
    expect(stepOf(pay({ deductions: other }), 'deductions.protected-earnings')).toBeUndefined()
  })

  it('cannot be taken where no amount is known', () => {
    const deductions = [deductionLine('1', { classification: 'CHILD_SUPPORT_DEDUCTION' })]
    const early = { ...auRates, protectedEarnings: { find: () => undefined } } as unknown as typeof auRates
    expect(() => pay({ deductions }, early)).toThrow(
      'no protected earnings amount for child support is known',
    )
  })

  it('shares one amount with the period’s other pays', () => {
    const deductions = [deductionLine('2000', { classification: 'CHILD_SUPPORT_DEDUCTION' })]
    const left = (net: string, childSupport: string) =>
      stepOf(
        pay({
          deductions,
          otherPays: { ...auPay().otherPays, net: decimal(net), childSupport: decimal(childSupport) },
        }),
        'deductions.protected-earnings.left',
      )?.amount.toFixed(2)
    expect([left('394', '0'), left('800', '100'), left('0', '50'), left('0', '0')]).toEqual([
      '150.88',
      '0.00',
      '594.88',
      undefined,
    ])
  })
})

describe('an additional payment', () => {
  it('of a working holiday maker names Schedule 15', () => {
    const declaration = { ...auPay().declaration, isWorkingHolidayMaker: true }
    const bonuses = [bonusLine('1000', { taxMethod: 'METHOD_A_WHOLE_YEAR' })]
    const step = stepOf(pay({ declaration, bonuses }), 'tax.extra')
    expect([step?.rule, step?.source.kind]).toEqual(['Schedule 15, 0.00 paid earlier in the year', 'tables'])
  })

  it('by method B(ii) averages over back pay of the same pay by method B(i), and over no other', () => {
    const average = (taxMethod: 'METHOD_B1' | 'METHOD_A_WHOLE_YEAR') => {
      const range = { startDate: on('2026-11-09'), endDate: on('2026-11-15') }
      const { steps } = pay({
        bonuses: [bonusLine('5200', { taxMethod: 'METHOD_B2' })],
        backPayments: [backPayment('100', { taxMethod, ...range })],
      })
      return steps.find(({ rule }) => rule === 'Schedule 5, method B(ii)')?.inputs.normal?.toString()
    }
    expect([average('METHOD_B1'), average('METHOD_A_WHOLE_YEAR')]).toEqual(['1620', '1520'])
  })

  it('without an end date is no lump sum E', () => {
    const rule = auRates.schedule5.at(on('2026-11-12')).value.lumpSumE
    const rows = (change: Parameters<typeof backPayment>[1]) =>
      lumpSumE([backPayment('5000', change)], on('2026-11-12'), rule).rows.length
    const [startDate, endDate] = [on('2024-08-01'), on('2024-08-31')]
    expect([rows({ startDate, endDate }), rows({ startDate }), rows({ endDate })]).toEqual([1, 0, 0])
  })
})

it('payroll tax of nothing, or of no days, is nothing', () => {
  const rule = auRates.payrollTax.at(on('2026-11-12')).value.NSW
  const tax = (wages: string, part: typeof ONE) =>
    payrollTax({ state: decimal(wages), australia: decimal(wages) }, part, rule).tax.toFixed()
  expect([tax('0', ONE), tax('5000000', ZERO)]).toEqual(['0', '0'])
})

it('only a pending number runs out', () => {
  const rules = auRates.tfnRules.at(on('2026-11-12')).value
  const quotes = (tfn: 'QUOTED' | 'PENDING' | 'NOT_QUOTED', declarationDate: string | null) =>
    quotesTfn(
      { ...auPay().declaration, tfn, declarationDate: declarationDate === null ? null : on(declarationDate) },
      on('2026-11-12'),
      rules,
    )
  expect([quotes('QUOTED', '2020-01-01'), quotes('PENDING', '2020-01-01'), quotes('PENDING', null)]).toEqual([
    true,
    false,
    true,
  ])
  expect(quotes('NOT_QUOTED', null)).toBe(false)
})

it('a reduction is reported by the children, A from ten on', () => {
  const code = (children: number) =>
    taxTreatmentCode({ ...auPay().declaration, isTfnQuoted: true, medicareAdjustment: { children } })
  expect([code(0), code(9), code(10), code(11)]).toEqual(['RTXXX0', 'RTXXX9', 'RTXXXA', 'RTXXXA'])
})

describe('an ending', () => {
  it('may be on the first day, not before it', () => {
    const left = (startDate: string) => () => end({ isUnusedLslPaid: false }, { startDate: on(startDate) })
    expect(left('2026-11-12')).not.toThrow()
    expect(left('2026-11-13')).toThrow('lies before the start date')
  })

  it('pays unused leave and loading by default only where there is any', () => {
    const loading = { leaveSettings: { ...auPay().leaveSettings, loadingPercentage: decimal('0.175') } }
    const balance = (holiday: string) => ({
      leaveBalances: { ...auPay().leaveBalances, holiday: decimal(holiday) },
    })
    const paid = (change: Partial<AuTerminationInput>, facts: Partial<AuPayInput>) => {
      const { isUnusedHolidayPaid, isUnusedLeaveLoadingPaid, unusedLeaveLoadingAmount } = end(
        { isUnusedLslPaid: false, ...change },
        facts,
      )
      return `${isUnusedHolidayPaid} ${isUnusedLeaveLoadingPaid} ${unusedLeaveLoadingAmount}`
    }
    expect(paid({}, balance('0'))).toBe('false false 0')
    expect(paid({}, balance('10'))).toBe('true false 0')
    expect(paid({}, { ...balance('10'), ...loading })).toBe('true true 70')
    expect(paid({}, { ...balance('0'), ...loading })).toBe('false false 0')
    expect(paid({ isUnusedHolidayPaid: false }, { ...balance('10'), ...loading })).toBe('false false 0')
    expect(paid({ isUnusedLeaveLoadingPaid: false }, { ...balance('10'), ...loading })).toBe('true false 0')
    expect(paid({}, { ...balance('10'), employmentStatus: 'CASUAL' })).toBe('false false 0')
    const manual = { isManualLeaveAmounts: true }
    const given = { ...manual, unusedHolidayAmount: decimal('50'), unusedLeaveLoadingAmount: decimal('9') }
    expect(paid(given, balance('0'))).toBe('true true 9')
    expect(paid({ ...given, isManualLeaveAmounts: false }, balance('0'))).toBe('false false 0')
    expect(paid({ ...given, unusedHolidayAmount: ZERO }, balance('0'))).toBe('false false 0')
    expect(paid({ ...given, unusedLeaveLoadingAmount: ZERO }, balance('0'))).toBe('true false 0')
  })

  it('of a death pays a non-dependant by that rate, whatever age the employee had', () => {
    const table = auRates.etpRates.at(on('2026-11-12')).value
    const by = { flat: null, scale: 'scale-2', isForeignResident: false } as const
    const rate = (code: 'N' | 'B' | 'D' | 'O', isPreserved: boolean) =>
      withholdOnEtp(decimal('1000'), code, null, isPreserved, by, table).inputs.rate.toFixed()
    expect([rate('N', true), rate('B', true), rate('N', false)]).toEqual(['0.32', '0.32', '0.32'])
    expect([rate('D', true), rate('O', true), rate('O', false)]).toEqual(['0', '0.17', '0.32'])
  })

  it('finds the preservation age by the day of birth', () => {
    const table = auRates.etpRates.at(on('2026-11-12')).value
    const ages = [
      { bornBefore: on('1960-07-01'), years: 55, months: 0 },
      { bornBefore: null, years: 60, months: 0 },
    ]
    const reached = (born: string, payDate: string) =>
      hasPreservationAge(on(born), on(payDate), { ...table, preservationAges: ages })
    expect([reached('1960-06-30', '2015-06-30'), reached('1960-07-01', '2015-06-30')]).toEqual([true, false])
    expect([reached('1960-07-01', '2020-06-30'), reached('1960-07-01', '2020-07-01')]).toEqual([false, true])
  })
})
