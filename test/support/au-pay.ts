import { NO_OTHER_PAYS } from '../../src/countries/au/law/history/other-pays.ts'
import { AU_AMOUNTS } from '../../src/countries/au/law/input/amounts.ts'
import type {
  AuPayInput,
  AuTerminationInput,
  FullPay,
  OtherPays,
} from '../../src/countries/au/law/input/input.ts'
import { civilDate } from '../../src/kernel/values/dates.ts'
import { decimal, ZERO } from '../../src/kernel/values/money.ts'
import { totalsOf } from '../../src/payroll/amounts.ts'
import type {
  AllowanceLine,
  BackPaymentLine,
  BonusLine,
  DeductionLine,
  HoursLine,
  LeaveLine,
  LeaveType,
  SacrificeLine,
} from '../../src/payroll/input.ts'
import { BONUS_FIELDS, itemDefaults, lawFields, storedFields } from '../../src/payroll/line-fields.ts'
import { NO_LINES } from './pay-lines.ts'

/**
 * An ordinary weekly pay in 2026-27 of a full-time resident who claims the tax-free threshold. Tests change what they are about.
 */
export function auPay(change: Partial<AuPayInput> = {}): AuPayInput {
  return {
    payDate: civilDate('2026-11-12'),
    payPeriod: 'WEEKLY',
    periodEnd: civilDate('2026-11-15'),
    ratePerHour: decimal('40'),
    hoursPerDay: decimal('7.6'),
    daysPerWeek: decimal('5'),
    ...NO_LINES,
    declaration: {
      tfn: 'QUOTED',
      declarationDate: null,
      isForeignResident: false,
      claimsTaxFreeThreshold: true,
      hasStudyLoan: false,
      isWorkingHolidayMaker: false,
      isEmployerRegistered: true,
    },
    isSuperOnlyContractor: false,
    isExtraSacrificedFirst: true,
    dateOfBirth: civilDate('1990-03-04'),
    startDate: civilDate('2020-01-06'),
    state: 'NSW',
    employmentStatus: 'FULL_TIME',
    superannuation: {
      isEnabled: true,
      rate: null,
      compulsoryRate: null,
      isAgeThresholdEnabled: true,
      basedOn: 'OTE',
    },
    leaveSettings: {
      isEnabled: true,
      isLslEnabled: true,
      includeLoadingInSuper: false,
      accrueOnHoursWorked: true,
      accrueOnOvertimeHours: false,
      holidayPerHour: null,
      sickPerHour: null,
      lslPerHour: null,
      holidayDaysPerYear: null,
      sickDaysPerYear: null,
      lslYears: null,
      lslWeeks: null,
      loadingPercentage: ZERO,
      workersCompPerHour: ZERO,
      paidParentalPerHour: ZERO,
    },
    leaveBalances: { holiday: ZERO, sick: ZERO, lsl: ZERO, rdo: ZERO, toil: ZERO },
    yearToDate: {
      ...totalsOf(AU_AMOUNTS, 'year', () => ZERO),
      tax: ZERO,
      superBaseInYear: ZERO,
      superBaseInQuarter: ZERO,
      extras: { amount: ZERO, tax: ZERO, studyLoan: ZERO },
    },
    earlierPays: [],
    otherPays: NO_OTHER_PAYS,
    lastFullPay: null,
    isWorkersCompensationPay: false,
    termination: null,
    ...change,
  }
}

/** Other pays of the same period, with their taxable amount and tax. */
export function otherPays(taxable: string, tax: string): OtherPays {
  return { ...NO_OTHER_PAYS, hasWages: true, taxable: decimal(taxable), tax: decimal(tax) }
}

/** The last full pay, with this taxable amount. */
export function fullPay(taxable: string): FullPay {
  return { periodEnd: civilDate('2026-11-08'), taxable: decimal(taxable), hours: decimal('38') }
}

/** An hours row with a value and a rate, both as text. */
export function hoursLine(value: string, rate: string, isOvertime = false): HoursLine {
  return {
    description: isOvertime ? 'Overtime' : 'Ordinary hours',
    units: 'hours',
    value: decimal(value),
    ratePerUnit: decimal(rate),
    isOvertime,
  }
}

export function leaveLine(
  leaveType: LeaveType,
  hours: string,
  rate: string,
  description = leaveType as string,
): LeaveLine {
  return {
    description,
    leaveType,
    date: civilDate('2026-11-10'),
    hours: decimal(hours),
    ratePerHour: decimal(rate),
    loadingAmount: null,
  }
}

export function bonusLine(amount: string, change: Partial<BonusLine> = {}): BonusLine {
  return {
    description: 'Bonus',
    amount: decimal(amount),
    ...lawFields(BONUS_FIELDS, storedFields(BONUS_FIELDS, itemDefaults(BONUS_FIELDS))),
    ...change,
  }
}

export function backPayment(amount: string, change: Partial<BackPaymentLine> = {}): BackPaymentLine {
  return {
    description: 'Back pay',
    amount: decimal(amount),
    stpCategory: 'GROSS',
    taxMethod: 'NORMAL_EARNINGS',
    startDate: null,
    endDate: null,
    isInSuper: true,
    ...change,
  }
}

export function allowanceLine(amount: string, change: Partial<AllowanceLine> = {}): AllowanceLine {
  return {
    description: 'Allowance',
    amountPerUnit: decimal(amount),
    units: decimal('1'),
    category: null,
    isTaxable: true,
    isItemised: false,
    isInSuper: true,
    ...change,
  }
}

export function sacrificeLine(amount: string, change: Partial<SacrificeLine> = {}): SacrificeLine {
  return {
    description: 'Sacrifice',
    amountType: 'FIXED',
    amount: decimal(amount),
    limitPerPay: null,
    limitLeft: null,
    isInSuper: true,
    isSuper: true,
    sacrificedFrom: null,
    ...change,
  }
}

export function deductionLine(amount: string, change: Partial<DeductionLine> = {}): DeductionLine {
  return {
    description: 'Deduction',
    amountType: 'FIXED',
    amount: decimal(amount),
    limitPerPay: null,
    limitLeft: null,
    classification: 'NORMAL',
    isInSuper: true,
    ...change,
  }
}

/** A resignation that leaves every decision to the calculation. */
export function ending(change: Partial<AuTerminationInput> = {}): AuTerminationInput {
  return {
    terminationDate: civilDate('2026-11-12'),
    reason: 'TERMINATION',
    cessationTypeCode: null,
    isManualLeaveAmounts: false,
    isPaymentInLieuPaid: false,
    paymentInLieuType: null,
    noticeHours: null,
    noticeLumpSum: null,
    isUnusedHolidayPaid: null,
    isUnusedLeaveLoadingPaid: null,
    isUnusedLslPaid: null,
    isUnusedSickPaid: false,
    isUnusedRdoPaid: null,
    isUnusedToilPaid: null,
    redundancyAmount: null,
    redundancyTaxFreePilonComponent: null,
    etpAmount: null,
    nonEtpAmount: null,
    unusedHolidayAmount: null,
    unusedLeaveLoadingAmount: null,
    unusedSickAmount: null,
    unusedLslPreAugust1978: null,
    unusedLslAugust1978ToAugust1993: null,
    unusedLslPostAugust1993: null,
    normalEarnings: null,
    taxSummaries: null,
    ...change,
  }
}
