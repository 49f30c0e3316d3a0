import { NO_OTHER_PAYS } from '../../src/countries/au/law/history/other-pays.ts'
import type { AuPayInput, TerminationReason } from '../../src/countries/au/law/input/input.ts'
import type { NzPayInput } from '../../src/countries/nz/law/input/input.ts'
import { civilDate } from '../../src/kernel/values/dates.ts'
import { decimal, ONE } from '../../src/kernel/values/money.ts'
import type { TaxMethod } from '../../src/payroll/input.ts'
import {
  allowanceLine,
  auPay,
  backPayment,
  bonusLine,
  deductionLine,
  ending,
  fullPay,
  hoursLine,
  leaveLine,
  sacrificeLine,
} from './au-pay.ts'
import { bonus, deduction, nzPay, paidHours } from './nz-pay.ts'

/* Pays with many kinds of lines. Together they cover most steps of the calculation. */

const RANGE = { startDate: civilDate('2026-08-03'), endDate: civilDate('2026-10-25') }
const METHODS: readonly TaxMethod[] = [
  'METHOD_A_WHOLE_YEAR',
  'METHOD_A_SPECIFIC_RANGE',
  'METHOD_B2',
  'SPREAD_OVER_FINANCIAL_YEAR',
  'SPREAD_OVER_SPECIFIC_RANGE',
]
const REASONS: readonly TerminationReason[] = [
  'TERMINATION',
  'INVALIDITY',
  'DEATH_DEPENDENT',
  'DEATH_NON_DEPENDENT',
  'DEATH_ESTATE',
  'REDUNDANCY',
]

const earlierPay = {
  payDate: civilDate('2026-10-08'),
  periodStart: civilDate('2026-10-05'),
  periodEnd: civilDate('2026-10-11'),
  taxable: decimal('1500'),
  tax: decimal('290'),
}

function everyRow(): AuPayInput {
  const settings = auPay().leaveSettings
  return auPay({
    hours: [hoursLine('30', '40'), hoursLine('4', '60', true)],
    leave: [
      leaveLine('HOLIDAY', '7.6', '40'),
      { ...leaveLine('LONG_SERVICE', '3', '40'), loadingAmount: decimal('12.345') },
      leaveLine('SICK', '3.8', '40'),
      leaveLine('UNPAID', '7.6', '40'),
    ],
    allowances: [
      allowanceLine('12.5', { units: decimal('3') }),
      allowanceLine('20', { isTaxable: false, isInSuper: false }),
      allowanceLine('30', { category: 'LD', isItemised: true }),
    ],
    deductions: [
      deductionLine('10'),
      deductionLine('0.02', { amountType: 'PERCENT_OF_GROSS', limitPerPay: decimal('25') }),
      deductionLine('0.01', { amountType: 'PERCENT_OF_NET', limitLeft: decimal('5'), isInSuper: false }),
      deductionLine('50', { classification: 'CHILD_SUPPORT_DEDUCTION' }),
    ],
    sacrifices: [
      sacrificeLine('40'),
      sacrificeLine('0.01', { amountType: 'PERCENT_OF_GROSS', isSuper: false, isInSuper: false }),
    ],
    bonuses: [
      bonusLine('100'),
      ...METHODS.map((taxMethod) => bonusLine('600', { taxMethod, ...RANGE })),
      bonusLine('700', { isDirectorsFees: true }),
      bonusLine('800', { isReturnToWork: true }),
    ],
    backPayments: [
      backPayment('50'),
      backPayment('400', { taxMethod: 'METHOD_B1', ...RANGE }),
      backPayment('1300', {
        taxMethod: 'METHOD_B2',
        startDate: civilDate('2024-05-01'),
        endDate: civilDate('2025-05-01'),
      }),
    ],
    declaration: { ...auPay().declaration, hasStudyLoan: true, annualTaxOffset: decimal('520') },
    leaveSettings: { ...settings, loadingPercentage: decimal('0.175'), accrueOnOvertimeHours: true },
    earlierPays: [earlierPay],
    lastFullPay: fullPay('1520'),
  })
}

/** Australian pays by topic. */
export function auRichPays(): Readonly<Record<string, AuPayInput>> {
  const plain = { hours: [hoursLine('38', '40')] }
  const said = auPay().declaration
  const endings = REASONS.map((reason) => [
    `ending by ${reason}`,
    auPay({
      ...plain,
      startDate: civilDate('1976-01-06'),
      dateOfBirth: civilDate('1955-03-04'),
      leaveBalances: {
        ...auPay().leaveBalances,
        holiday: decimal('80'),
        sick: decimal('20'),
        lsl: decimal('300'),
      },
      leaveSettings: { ...auPay().leaveSettings, loadingPercentage: decimal('0.175') },
      lastFullPay: fullPay('1520'),
      termination: ending({
        reason,
        isPaymentInLieuPaid: true,
        paymentInLieuType: 'NOTICE_HOURS',
        noticeHours: decimal('76'),
        isUnusedSickPaid: true,
        isUnusedLeaveLoadingPaid: true,
        etpAmount: decimal('9000'),
        nonEtpAmount: decimal('500'),
        redundancyAmount: reason === 'REDUNDANCY' ? decimal('150000') : null,
      }),
    }),
  ])
  return {
    'every row': everyRow(),
    'a second pay of its period': auPay({
      ...plain,
      bonuses: [bonusLine('600', { taxMethod: 'METHOD_B2' })],
      otherPays: {
        ...NO_OTHER_PAYS,
        hasWages: true,
        taxable: decimal('900'),
        tax: decimal('120'),
        net: decimal('780'),
      },
    }),
    'a working holiday maker': auPay({ ...plain, declaration: { ...said, isWorkingHolidayMaker: true } }),
    'no tax file number': auPay({
      ...plain,
      bonuses: [bonusLine('99', { taxMethod: 'METHOD_B2' })],
      declaration: { ...said, tfn: 'NOT_QUOTED' },
    }),
    'a foreign resident': auPay({
      ...plain,
      declaration: { ...said, isForeignResident: true, claimsTaxFreeThreshold: false },
    }),
    'a Medicare levy adjustment': auPay({
      ...plain,
      declaration: { ...said, medicareAdjustment: { children: 3 } },
    }),
    'a pay for workers compensation': auPay({ ...plain, isWorkersCompensationPay: true }),
    'a month': auPay({ ...plain, payPeriod: 'MONTHLY', periodEnd: civilDate('2026-11-30') }),
    ...Object.fromEntries(endings),
  }
}

/** New Zealand pays by topic. */
export function nzRichPays(): Readonly<Record<string, NzPayInput>> {
  const hours = paidHours(decimal('1600'))
  const member = { ...nzPay().kiwiSaver, statusCode: 'AK' as const, employerRate: decimal('0.035') }
  const settings = nzPay().leaveSettings
  const history = {
    ...nzPay().holidayHistory,
    grossLast4Weeks: decimal('6400'),
    grossLast52Weeks: decimal('83200'),
    daysPaidLast52Weeks: decimal('260'),
    grossSinceAnniversary: decimal('60000'),
  }
  const termination = {
    terminationDate: civilDate('2026-10-01'),
    isManualLeaveAmounts: false,
    isPaymentInLieuPaid: true,
    paymentInLieuAmount: decimal('3200'),
    redundancyAmount: decimal('10000'),
    nonEtpAmount: decimal('200'),
    unusedHolidayAmount: null,
    unusedAltHolidayAmount: null,
    nzYtdTaxable: decimal('40000'),
  }
  return {
    'every row': nzPay({
      ratePerHour: decimal('40'),
      hours: [...hours, { ...hoursLine('4', '60', true) }],
      leave: [
        leaveLine('ANNUAL_HOLIDAYS', '8', '40'),
        leaveLine('SICK', '8', '40'),
        leaveLine('ALT_HOLIDAY', '8', '40'),
      ],
      allowances: [allowanceLine('20'), allowanceLine('30', { isTaxable: false })],
      bonuses: [
        bonus(decimal('500'), { taxAsNzExtraPay: true, withholdPaye: true }),
        bonus(decimal('600'), { withholdPaye: true }),
        bonus(decimal('700'), { isNzEss: true, withholdPaye: true }),
      ],
      backPayments: [backPayment('150')],
      sacrifices: [sacrificeLine('40')],
      deductions: [
        deduction(decimal('100'), 'CHILD_SUPPORT_DEDUCTION'),
        deduction(decimal('10'), 'CHARITY'),
        deduction(decimal('20'), 'NORMAL'),
      ],
      studentLoan: {
        ...nzPay().studentLoan,
        hasLoan: true,
        cirRate: decimal('0.05'),
        borAmount: decimal('15'),
      },
      kiwiSaver: { ...member, complyingFundRate: decimal('0.01') },
      earlierPays: [
        { payDate: civilDate('2026-09-24'), periodEnd: civilDate('2026-09-27'), ordinary: decimal('1600') },
        { payDate: civilDate('2026-09-17'), periodEnd: civilDate('2026-09-20'), ordinary: decimal('1500') },
      ],
      holidayHistory: history,
      leaveBalances: {
        annualHolidaysWeeks: decimal('4'),
        altHolidayDays: decimal('2'),
        sickDays: decimal('10'),
      },
      leaveSettings: { ...settings, alternativeDaysEarned: ONE },
    }),
    'contributions under PAYE': nzPay({ hours, kiwiSaver: { ...member, taxMethod: 'PAYE_GROSS' } }),
    'contributions under PAYE out of the contribution': nzPay({
      hours,
      kiwiSaver: { ...member, taxMethod: 'PAYE_NET', payeFraction: decimal('0.5') },
    }),
    'a secondary code': nzPay({ hours, tax: { ...nzPay().tax, code: 'SH' } }),
    'a schedular payment': nzPay({
      hours,
      tax: { ...nzPay().tax, code: 'WT', schedularRate: decimal('0.2') },
    }),
    'a certificate': nzPay({
      hours,
      tax: { ...nzPay().tax, code: 'STC', certificateRate: decimal('0.123') },
    }),
    'a second pay of its period': nzPay({
      hours,
      periodSoFar: { ...nzPay().periodSoFar, ordinary: decimal('500'), payeOrdinary: decimal('60') },
    }),
    'holiday pay with wages': nzPay({
      hours,
      leaveSettings: { ...settings, isHolidayPayPaidWithWages: true },
    }),
    'an ending': nzPay({
      hours,
      ratePerHour: decimal('40'),
      termination,
      holidayHistory: history,
      leaveBalances: {
        annualHolidaysWeeks: decimal('2'),
        altHolidayDays: decimal('1'),
        sickDays: decimal('10'),
      },
    }),
  }
}
