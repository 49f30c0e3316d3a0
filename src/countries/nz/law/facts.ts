import { isZero, toPlaces, ZERO } from '../../../kernel/values/money.ts'
import { totalFacts } from '../../../payroll/amounts.ts'
import { COMMON_FACTS, type FactsOf, sayVersion, storedFacts, taxShareFacts } from '../../../payroll/facts.ts'
import { amount, day, flag, list, maybe, members, optional, text, word } from '../../../payroll/stored.ts'
import { PAY_PERIODS } from '../../../payroll/words.ts'
import { WORK_DAYS_KNOWN_FROM } from '../../../payroll/work-days.ts'
import { NZ_AMOUNTS } from './input/amounts.ts'
import type { WeeksSettled, YearMove } from './input/anniversaries.ts'
import type { NzClosedown } from './input/closedown.ts'
import type { EarlierTerms, LaterTerms } from './input/dated-terms.ts'
import type {
  DaySpan,
  EarlierEntitlement,
  NzEarlierPay,
  NzHolidayHistory,
  NzHolidayWeeks,
  NzKiwiSaver,
  NzLeaveBalances,
  NzLeaveSettings,
  NzPayInput,
  NzPeriodSoFar,
  NzStudentLoan,
  NzTax,
  NzTerminationInput,
  NzYearToDate,
} from './input/input.ts'
import type { Transfer } from './input/transfers.ts'
import {
  CEC_OBLIGATIONS,
  CONTRIBUTION_TAX_METHODS,
  HOLIDAY_PAY_REASONS,
  HOLIDAYS_IN_ADVANCE,
  KIWISAVER_ACTIONS,
  KIWISAVER_STATUSES,
  MINIMUM_WAGES,
  NZ_TAX_CODES,
} from './input/words.ts'

/* The facts of a New Zealand pay as they are stored. A missing member is a compile error. */

const tax = members<NzTax>({
  code: word(...NZ_TAX_CODES),
  certificateRate: maybe(amount),
  schedularRate: maybe(amount),
  schedularActivity: optional(text),
})

const studentLoan = members<NzStudentLoan>({
  hasLoan: flag,
  specialRate: maybe(amount),
  isOnEveryDollar: flag,
  cirRate: maybe(amount),
  cirLeft: maybe(amount),
  cirNotice: optional(members<NonNullable<NzStudentLoan['cirNotice']>>({ total: amount, from: day })),
  borAmount: maybe(amount),
  borRate: maybe(amount),
})

const daySpan = members<DaySpan>({ from: maybe(day), to: maybe(day) })

const kiwiSaver = members<NzKiwiSaver>({
  statusCode: word(...KIWISAVER_STATUSES),
  existingAction: word(...KIWISAVER_ACTIONS),
  employeeRate: maybe(amount),
  reduction: optional(maybe(daySpan)),
  suspension: optional(maybe(daySpan)),
  employerRate: maybe(amount),
  cecObligation: word(...CEC_OBLIGATIONS),
  isEmployerVoluntary: flag,
  complyingFundRate: maybe(amount),
  esctRate: amount,
  taxMethod: word(...CONTRIBUTION_TAX_METHODS),
  payeFraction: amount,
})

const earlierPay = members<NzEarlierPay>({
  payDate: day,
  periodEnd: day,
  ordinary: amount,
  payPeriod: optional(word(...PAY_PERIODS)),
  isAhead: optional(flag),
})

const periodSoFar = members<NzPeriodSoFar>({
  ...totalFacts(NZ_AMOUNTS, 'period'),
  // Every stored pay has these.
  ordinary: amount,
  payeOrdinary: amount,
  studentLoanBase: amount,
  studentLoan: amount,
  studentLoanCir: amount,
})

const weeks = {
  grossLast4Weeks: amount,
  irregularLast4Weeks: amount,
  grossLast52Weeks: amount,
  unpaidWeeksLast52: amount,
  daysPaidLast52Weeks: amount,
  countedTo: optional(day),
  regularWeekly: optional(amount),
  regularRows: optional(text),
  regularOvertime: optional(amount),
  regularPeriods: optional(text),
  nearlyRegularRows: optional(text),
  isWeekFixed: optional(flag),
  longestDay: optional(amount),
}

const holidayHistory = members<NzHolidayHistory>({
  ...weeks,
  began: optional(day),
  weeklyWhenBegan: optional(amount),
  taken: optional(members<NzHolidayWeeks>(weeks)),
  grossSinceAnniversary: amount,
  paidInAdvance: amount,
  paidWithWages: optional(amount),
  closedown: optional(members<NzClosedown>({ first: day, gross: amount, inAdvance: amount, paid: amount })),
  yearStart: optional(day),
  yearMoves: optional(list(members<YearMove>({ first: day, upTo: day }))),
  weeksSettled: optional(list(members<WeeksSettled>({ anniversary: day, weeks: amount }))),
  weeksTakenBack: optional(amount),
  isAveragedAfterParentalLeave: optional(flag),
  averagedYears: optional(list(day)),
  workDays: optional(text),
  cashedUpHours: optional(amount),
  familyViolenceDays: optional(amount),
  bereavementDays: optional(amount),
  isHoursTestMet: optional(flag),
  isSickLeaveGiven: optional(flag),
  workDaysKnownFrom: optional(word(...WORK_DAYS_KNOWN_FROM)),
})

const transfers = list(members<Transfer>({ from: day, to: day, startsAt: optional(text) }))

const dayTerms = {
  ratePerHour: amount,
  hoursPerDay: amount,
  daysPerWeek: amount,
  anniversaryRegion: maybe(text),
  workDays: optional(maybe(text)),
  workPattern: optional(maybe(text)),
  transferredHolidays: optional(transfers),
}

const leaveSettings = members<NzLeaveSettings>({
  isLeaveEnabled: flag,
  isHolidayPayPaidWithWages: flag,
  holidayPayReason: optional(maybe(word(...HOLIDAY_PAY_REASONS))),
  annualWeeksPerYear: maybe(amount),
  sickDaysPerYear: maybe(amount),
  ordinaryWeeklyPay: maybe(amount),
  anniversaryRegion: maybe(text),
  workDays: optional(maybe(text)),
  workPattern: optional(maybe(text)),
  isUnpaidLeaveService: optional(flag),
  isCasual: optional(flag),
  minimumWage: optional(word(...MINIMUM_WAGES)),
  isAfterEnd: optional(flag),
  endedOn: optional(day),
  holidayYearFrom: optional(maybe(day)),
  holidaysInAdvance: optional(word(...HOLIDAYS_IN_ADVANCE)),
  transferredHolidays: optional(transfers),
  workersCompPerHour: optional(amount),
  alternativeDaysEarned: amount,
})

const leaveBalances = members<NzLeaveBalances>({
  annualHolidaysWeeks: amount,
  altHolidayDays: amount,
  sickDays: amount,
  annualLeaveHours: optional(amount),
  sickLeaveHours: optional(amount),
  altLeaveHours: optional(amount),
})

const termination = members<NzTerminationInput>({
  terminationDate: day,
  isManualLeaveAmounts: flag,
  isPaymentInLieuPaid: flag,
  paymentInLieuAmount: maybe(amount),
  redundancyAmount: maybe(amount),
  retiringAllowanceAmount: optional(maybe(amount)),
  nonEtpAmount: maybe(amount),
  unusedHolidayAmount: maybe(amount),
  unusedAltHolidayAmount: maybe(amount),
  nzYtdTaxable: amount,
})

const facts = members<FactsOf<NzPayInput>>({
  ...COMMON_FACTS,
  tax,
  studentLoan,
  kiwiSaver,
  electedExtraPayRate: maybe(amount),
  protectedNet: optional(amount),
  dateOfBirth: maybe(day),
  startDate: day,
  yearToDate: members<NzYearToDate>({
    ...totalFacts(NZ_AMOUNTS, 'year'),
    gross: amount,
    levyLiable: amount,
  }),
  periodSoFar,
  earlierPays: list(earlierPay),
  lastPaidPeriodEnd: optional(maybe(day)),
  annualHolidaysFrom: optional(day),
  sickLeaveFrom: optional(day),
  holidayHistory,
  leaveSettings,
  earlierEntitlements: optional(
    list(
      members<EarlierEntitlement>({
        to: day,
        isLeaveEnabled: optional(flag),
        isHolidayPayPaidWithWages: flag,
        isCasual: optional(flag),
        annualWeeksPerYear: maybe(amount),
        sickDaysPerYear: maybe(amount),
      }),
    ),
  ),
  earlierTerms: optional(list(members<EarlierTerms>({ to: day, ...dayTerms }))),
  laterTerms: optional(list(members<LaterTerms>({ from: day, ...dayTerms }))),
  leaveBalances,
  convertsLeave: optional(flag),
  isWorkersCompensationPay: optional(flag),
  termination: maybe(termination),
  taxShare: optional(taxShareFacts),
})

type Json = Readonly<Record<string, unknown>>

/** Version 3 stores sick and family violence leave in days. */
function inDays(stored: Json): Json {
  const hoursPerDay = amount(stored.hoursPerDay, 'facts.hoursPerDay')
  const renamed = (member: unknown, from: string, to: string): unknown => {
    if (member === null || typeof member !== 'object' || !(from in member)) return member
    const { [from]: hours, ...rest }: Json = { ...member }
    const days = isZero(hoursPerDay) ? ZERO : toPlaces(amount(hours, `facts.${from}`).div(hoursPerDay), 6)
    return { ...rest, [to]: days.toFixed() }
  }
  return {
    ...stored,
    leaveBalances: renamed(stored.leaveBalances, 'sickHours', 'sickDays'),
    holidayHistory: renamed(stored.holidayHistory, 'familyViolenceHours', 'familyViolenceDays'),
  }
}

export const nzFacts = storedFacts<NzPayInput>(facts, [sayVersion, inDays])
