import fc from 'fast-check'
import type { NzPayInput } from '../../src/countries/nz/law/input/input.ts'
import { NZ_TAX_CODES } from '../../src/countries/nz/law/input/words.ts'
import { addDays, civilDate } from '../../src/kernel/values/dates.ts'
import { type Decimal, decimal, whole, ZERO } from '../../src/kernel/values/money.ts'
import { allowanceLine, backPayment, leaveLine, sacrificeLine } from './au-pay.ts'
import { bonus, deduction, nzPay, paidHours } from './nz-pay.ts'

/* Random New Zealand pays of every kind. */

export const anyMoney = (most: number): fc.Arbitrary<Decimal> =>
  fc.integer({ min: 0, max: most * 100 }).map((cents) => whole(cents).div(whole(100)))

const maybe = (most: number): fc.Arbitrary<Decimal | null> => fc.option(anyMoney(most), { nil: null })

export const anyPayDate = fc
  .integer({ min: 0, max: 1000 })
  .map((days) => addDays(civilDate('2024-04-01'), days))

const taxes = fc.constantFrom(...NZ_TAX_CODES).map((code) => ({
  code,
  certificateRate: decimal('0.21'),
  schedularRate: null,
}))

const studentLoans = fc.record({ hasLoan: fc.boolean(), bor: maybe(50), cir: fc.boolean() }).map((loan) => ({
  ...nzPay().studentLoan,
  hasLoan: loan.hasLoan,
  cirRate: loan.cir ? decimal('0.05') : null,
  borAmount: loan.bor,
}))

const kiwiSavers = fc
  .record({
    statusCode: fc.constantFrom('AE', 'AK', 'OK', 'NK', 'CT'),
    existingAction: fc.constantFrom('NONE', 'CONTINUE', 'OPT_IN', 'SAVINGS_SUSPENSION'),
    cecObligation: fc.constantFrom('REQUIRED', 'NOT_REQUIRED', 'EXISTING_SCHEME'),
    taxMethod: fc.constantFrom('ESCT', 'PAYE_GROSS', 'PAYE_NET'),
    payeFraction: fc.constantFrom(decimal('0'), decimal('0.5'), decimal('1')),
    employeeRate: fc.constantFrom(null, decimal('0.04'), decimal('0.10')),
    esctRate: fc.constantFrom(decimal('0.105'), decimal('0.33')),
  } as const)
  .map((changes) => ({ ...nzPay().kiwiSaver, ...changes }))

const terminations = fc
  .record({
    unused: fc.option(fc.integer({ min: -100_000, max: 900_000 }), { nil: null }),
    redundancy: maybe(80_000),
    lieu: maybe(4_000),
    yearToDate: maybe(200_000),
  })
  .map((end) => ({
    terminationDate: civilDate('2027-02-01'),
    isManualLeaveAmounts: end.unused !== null,
    isPaymentInLieuPaid: end.lieu !== null,
    paymentInLieuAmount: end.lieu,
    redundancyAmount: end.redundancy,
    nonEtpAmount: null,
    unusedHolidayAmount: end.unused === null ? null : whole(end.unused).div(whole(100)),
    unusedAltHolidayAmount: null,
    nzYtdTaxable: end.yearToDate ?? ZERO,
  }))

/** Any pay: code, period, loan, KiwiSaver, bonuses of every kind, deductions, sacrifices, and sometimes a termination. */
export const anyNzPay: fc.Arbitrary<NzPayInput> = fc
  .record({
    payDate: anyPayDate,
    payPeriod: fc.constantFrom('WEEKLY', 'FORTNIGHTLY', 'MONTHLY'),
    pay: anyMoney(9_000),
    tax: taxes,
    studentLoan: studentLoans,
    kiwiSaver: kiwiSavers,
    extra: maybe(30_000),
    shares: maybe(5_000),
    cashShares: maybe(5_000),
    spread: maybe(3_000),
    support: maybe(900),
    donation: maybe(200),
    union: maybe(3_000),
    sacrifice: maybe(400),
    weeks: fc.integer({ min: -2, max: 8 }),
    termination: fc.option(terminations, { nil: null }),
  } as const)
  .map((facts) => ({
    ...nzPay(),
    payDate: facts.payDate,
    payPeriod: facts.payPeriod,
    periodEnd: facts.payDate,
    ratePerHour: decimal('31.25'),
    hours: paidHours(facts.pay),
    tax: facts.tax,
    studentLoan: facts.studentLoan,
    kiwiSaver: facts.kiwiSaver,
    bonuses: [
      ...(facts.extra ? [bonus(facts.extra, { taxAsNzExtraPay: true })] : []),
      ...(facts.shares ? [bonus(facts.shares, { isNzEss: true, withholdPaye: facts.weeks > 0 })] : []),
      ...(facts.cashShares ? [bonus(facts.cashShares, { isNzEss: true, isNzEssCashSettled: true })] : []),
      ...(facts.spread ? [bonus(facts.spread, { taxMethod: 'SPREAD_OVER_FINANCIAL_YEAR' })] : []),
    ],
    deductions: [
      ...(facts.union ? [deduction(facts.union, 'UNION_FEES')] : []),
      ...(facts.donation ? [deduction(facts.donation, 'CHARITY')] : []),
      ...(facts.support ? [deduction(facts.support, 'CHILD_SUPPORT_DEDUCTION')] : []),
    ],
    sacrifices: facts.sacrifice
      ? [
          {
            description: 'Car park',
            amountType: 'FIXED',
            amount: facts.sacrifice,
            limitPerPay: null,
            limitLeft: null,
            isInSuper: true,
            isSuper: false,
            sacrificedFrom: null,
          },
        ]
      : [],
    leaveBalances: { ...nzPay().leaveBalances, annualHolidaysWeeks: whole(facts.weeks) },
    termination: facts.termination,
  }))

/** The same pays every time, some with additional rows and settings. */
export function knownNzPays(count: number): NzPayInput[] {
  return fc.sample(anyNzPay, { numRuns: count, seed: 20_261_115 }).map((pay, index) => {
    const has = (oneIn: number, from = 0) => index % oneIn === from
    return {
      ...pay,
      allowances: [
        ...(has(2) ? [allowanceLine('61.30'), allowanceLine('20.05', { isInSuper: false })] : []),
        ...(has(3) ? [allowanceLine('14.99', { isTaxable: false })] : []),
      ],
      backPayments: has(4) ? [backPayment('812.35'), backPayment('90', { isInSuper: false })] : [],
      bonuses: [...pay.bonuses, ...(has(5) ? [bonus(decimal('250'), { isNzDiscretionary: true })] : [])],
      leave: [
        ...(has(3, 1) ? [leaveLine('ANNUAL_HOLIDAYS', '12', '31.25')] : []),
        ...(has(4, 1) ? [leaveLine('SICK', '4', '31.25'), leaveLine('NZ_ACC_LATER_WEEKS', '3', '25')] : []),
        ...(has(5, 1)
          ? [leaveLine('NZ_ALT_HOLIDAY_EXCHANGED', '8', '31.25'), leaveLine('UNPAID', '8', '0')]
          : []),
        ...(has(7, 1) ? [leaveLine('NZ_ACC_FIRST_WEEK', '8', '25')] : []),
      ].map((line) => ({ ...line, date: has(3, 1) && has(2) ? addDays(pay.periodEnd, 9) : pay.periodEnd })),
      sacrifices: [
        ...pay.sacrifices,
        ...(has(6) ? [sacrificeLine('75', { isSuper: true, sacrificedFrom: null, isInSuper: false })] : []),
      ],
      kiwiSaver: { ...pay.kiwiSaver, complyingFundRate: has(2, 1) ? decimal('0.02') : null },
      electedExtraPayRate: has(6, 1) ? decimal('0.39') : null,
      tax: {
        ...pay.tax,
        certificateRate: has(5) ? null : pay.tax.certificateRate,
        ...(pay.tax.code === 'WT' && has(2) ? { schedularActivity: 'agricultural contracts' } : {}),
      },
      studentLoan: {
        ...pay.studentLoan,
        borRate: has(7) ? decimal('0.03') : null,
        cirLeft: has(3) ? decimal('20') : null,
      },
      dateOfBirth: has(8)
        ? null
        : has(8, 1)
          ? civilDate('1955-01-01')
          : has(8, 2)
            ? civilDate('2009-06-01')
            : pay.dateOfBirth,
      yearToDate: has(3) ? { gross: decimal('150000'), levyLiable: decimal('149000') } : pay.yearToDate,
      earlierPays: has(2)
        ? [7, 14, 21, 28].map((days) => ({
            payDate: addDays(pay.payDate, -days),
            periodEnd: addDays(pay.periodEnd, -days),
            ordinary: decimal('1180.45'),
          }))
        : [],
      periodSoFar: has(9)
        ? {
            ...pay.periodSoFar,
            ...{ ordinary: decimal('300'), payeOrdinary: decimal('40'), studentLoanBase: decimal('300') },
            ...{ studentLoan: decimal('11'), studentLoanCir: decimal('2') },
          }
        : pay.periodSoFar,
      ...(has(10) ? { isWorkersCompensationPay: true } : {}),
      leaveSettings: {
        ...pay.leaveSettings,
        ...(has(4, 2) ? { isHolidayPayPaidWithWages: true } : {}),
        ...(has(4, 3) ? { isCasual: true } : {}),
        ...(has(2) ? { holidaysInAdvance: 'EXTRA_PAY' as const } : {}),
      },
      termination: pay.termination && {
        ...pay.termination,
        terminationDate: addDays(pay.payDate, -2),
        retiringAllowanceAmount: has(3) ? decimal('5000') : null,
      },
    }
  })
}
