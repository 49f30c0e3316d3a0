import { addDays, type CivilDate, nzTaxYear } from '../../../kernel/values/dates.ts'
import {
  type Decimal,
  isZero,
  notBelowZero,
  sum,
  sumTexts,
  toPlaces,
  ZERO,
} from '../../../kernel/values/money.ts'
import type { FactsOf } from '../../../payroll/facts.ts'
import { detailsEntry, historyEntry } from '../../../payroll/figure-history.ts'
import {
  isCounted,
  isEarlier,
  type PastQuestion,
  type PayTiming,
  pastLinesOf,
} from '../../../payroll/history.ts'
import type { LeaveBalance } from '../../../payroll/result.ts'
import type {
  CountryRules,
  EmployeeState,
  LeaveBalanceLine,
  PayRequest,
  RestoredTerms,
} from '../../contract/country.ts'
import { actOfPay } from './acts-of-pays.ts'
import { nzFacts } from './facts.ts'
import { NZ_FIGURES } from './figures/figures.ts'
import type { NzPastPay } from './figures/past-pay.ts'
import { ofEmployment } from './history/employment.ts'
import {
  annualHolidaysFrom,
  earlierPays,
  lastPaidPeriodEnd,
  needsOfPast,
  periodSoFar,
  sickLeaveFrom,
  yearToDate,
} from './history/history.ts'
import { holidayHistory, MONTHS_BEFORE_LEAVE, yearMovesIn, yearQuestion } from './history/holiday-history.ts'
import { openingPays } from './history/opening.ts'
import { termsInFacts, termsOfDays } from './input/day-terms.ts'
import type { NzLeaveBalances, NzPayInput, NzTerminationInput } from './input/input.ts'
import { isInsteadOfTimeOff, isWeeklyPayType } from './input/leave-types.ts'
import type { NzPayResult } from './input/result.ts'
import { draftHolidays } from './leave/draft-holidays.ts'
import { splitLeave } from './leave/leave-split.ts'
import { hasWeeksOn } from './leave/leave-years.ts'
import { priceAccidentLeave } from './leave/not-owed.ts'
import { calculateNzPay } from './pay.ts'
import { nextActOf } from './rates/next-act.ts'
import type { NzRates } from './rates/rates.ts'

/** Terms from the employee's record. The rest of the input comes from the lines and the pay history. */
export type NzTerms = Pick<
  NzPayInput,
  | 'ratePerHour'
  | 'hoursPerDay'
  | 'daysPerWeek'
  | 'tax'
  | 'studentLoan'
  | 'kiwiSaver'
  | 'electedExtraPayRate'
  | 'protectedNet'
  | 'dateOfBirth'
  | 'startDate'
  | 'leaveSettings'
  | 'earlierEntitlements'
  | 'earlierTerms'
  | 'laterTerms'
>

export type NzTypes = {
  rates: NzRates
  terms: NzTerms
  pastPay: NzPastPay
  balances: NzLeaveBalances
  ending: NzTerminationInput
  input: NzPayInput
  result: NzPayResult
}

export const nz: CountryRules<NzTypes> = {
  country: 'NZ',
  name: 'New Zealand',
  standardHoursPerDay: '8',
  isAllowanceCategoryNeeded: false,
  isRateNeededOnPayslip: false,
  taxYear: nzTaxYear,
  needsOfPast,
  openingPays,
  inputOf,
  restoreTerms,
  leaveSince: ({ startDate, leaveSettings }) =>
    leaveSettings.isUnpaidLeaveService === false ? startDate : undefined,
  paysSince: ({ studentLoan }) => studentLoan.cirNotice?.from,
  splitLeave,
  draftHolidays,
  settle(input, rates) {
    const priced = priceAccidentLeave(input, rates)
    return actOfPay(priced, rates).settle(priced)
  },
  calculate: calculateNzPay,
  toPastPay,
  balancesAfter,
  showBalances,
  sharedTax: (result) => result.figures.payeOrdinary,
  facts: nzFacts,
  figures: NZ_FIGURES,
}

function inputOf(
  terms: NzTerms,
  asked: PayRequest<NzTypes>,
  { pays, balances }: EmployeeState<NzTypes>,
  rates: NzRates,
): NzPayInput {
  const { past, lines, ending } = asked
  const { earlierTerms: _, laterTerms: __, ...ofPay } = terms
  const dated = termsOfDays(terms, asked)
  const asking = {
    past,
    leave: lines.leave,
    ...dated,
    worked: lines.hours.flatMap(({ date }) => date ?? []),
    rates,
    hoursPerDay: terms.hoursPerDay,
    daysPerWeek: terms.daysPerWeek,
    ...{ settings: terms.leaveSettings, weeksLeft: balances.annualHolidaysWeeks },
  }
  // Tax and student loans use all pays of the employer. The Holidays Act uses only those of this employment.
  const own = ofEmployment(pays, past)
  const moves = yearMovesIn(own, asking)
  // An extra pay needs earlier pays: bonuses, back pay, holidays cashed up or paid in advance.
  const looksBack =
    ending !== null ||
    lines.bonuses.length + lines.backPayments.length > 0 ||
    lines.leave.some(({ leaveType }) => isWeeklyPayType(leaveType) || isInsteadOfTimeOff(leaveType))
  return {
    ...lines,
    ...ofPay,
    ...dated,
    ...conversionOf(own, terms, past, balances, rates),
    payDate: past.timing.payDate,
    payPeriod: past.timing.payPeriod,
    periodEnd: past.timing.periodEnd,
    yearToDate: yearToDate(pays, past),
    periodSoFar: periodSoFar(pays, past),
    earlierPays: looksBack ? earlierPays(pays, past) : [],
    lastPaidPeriodEnd: lastPaidPeriodEnd(own, past),
    annualHolidaysFrom: afterTheEnd(
      annualHolidaysFrom(own, yearQuestion(past, terms.leaveSettings), moves, (day) =>
        hasWeeksOn(day, terms),
      ),
      terms,
      past,
    ),
    sickLeaveFrom: afterTheEnd(sickLeaveFrom(own, past, MONTHS_BEFORE_LEAVE), terms, past),
    ...loanOf(terms, pays, past),
    holidayHistory: holidayHistory(own, asking, moves),
    leaveBalances: balances,
    ...(asked.isWorkersComp ? { isWorkersCompensationPay: true } : {}),
    termination: ending,
    ...(asked.taxShare === null ? {} : { taxShare: asked.taxShare }),
  }
}

/** Wages after the end count no anniversary after it. If service continues, a pay of the next employment counts it. */
function afterTheEnd(from: CivilDate, { leaveSettings }: NzTerms, { timing }: PastQuestion): CivilDate {
  const { endedOn } = leaveSettings
  return endedOn !== undefined && from > endedOn && from <= timing.periodEnd
    ? addDays(timing.periodEnd, 1)
    : from
}

/** Whether the pay is the employee's first under the Employment Leave Act 2026, so it converts weeks and days to hours. */
function conversionOf(
  own: readonly NzPastPay[],
  { startDate }: NzTerms,
  past: PastQuestion,
  { annualLeaveHours, sickLeaveHours, altLeaveHours }: NzLeaveBalances,
  rates: NzRates,
): Pick<NzPayInput, 'convertsLeave'> {
  const next = nextActOf({ ...past.timing, startDate }, rates)
  if (!next || startDate >= next.from) return {}
  const isConverted =
    own.some((pay) => pay.periodStart >= next.from && isEarlier(pay, past)) ||
    [annualLeaveHours, sickLeaveHours, altLeaveHours].some((hours) => hours && !isZero(hours))
  return isConverted ? {} : { convertsLeave: true }
}

function restoreTerms(facts: FactsOf<NzPayInput>): RestoredTerms<NzTypes> {
  return {
    terms: {
      ratePerHour: facts.ratePerHour,
      hoursPerDay: facts.hoursPerDay,
      daysPerWeek: facts.daysPerWeek,
      tax: facts.tax,
      studentLoan: facts.studentLoan,
      kiwiSaver: facts.kiwiSaver,
      electedExtraPayRate: facts.electedExtraPayRate,
      ...(facts.protectedNet ? { protectedNet: facts.protectedNet } : {}),
      ...{ dateOfBirth: facts.dateOfBirth, startDate: facts.startDate },
      leaveSettings: facts.leaveSettings,
      ...(facts.earlierEntitlements ? { earlierEntitlements: facts.earlierEntitlements } : {}),
      ...termsInFacts(facts),
    },
    balances: facts.leaveBalances,
    isWorkersComp: facts.isWorkersCompensationPay ?? false,
    ending: facts.termination,
  }
}

/** The amount that a notice of compulsory extra deductions still has to recover, after the deductions of all pays. */
function loanOf(
  { studentLoan }: NzTerms,
  pays: readonly NzPastPay[],
  asked: PastQuestion,
): Pick<NzPayInput, 'studentLoan'> {
  const { cirNotice } = studentLoan
  if (!cirNotice) return { studentLoan }
  const counted = pays.filter((pay) => pay.payDate >= cirNotice.from && isCounted(pay, asked))
  const taken = sumTexts(counted.map((pay) => pay.studentLoanCir))
  return { studentLoan: { ...studentLoan, cirLeft: notBelowZero(cirNotice.total.minus(taken)) } }
}

const historyOf = historyEntry<NzPayInput, NzPayResult, typeof NZ_FIGURES>(NZ_FIGURES)
const detailsOf = detailsEntry<NzPayInput, NzPayResult, typeof NZ_FIGURES>(NZ_FIGURES)

function toPastPay(timing: PayTiming, input: NzPayInput, result: NzPayResult): NzPastPay {
  return {
    ...timing,
    id: 0,
    isTermination: input.termination !== null,
    ...historyOf(timing, input, result),
    details: { ...detailsOf(timing, input, result), lines: pastLinesOf(input, result.lines) },
  }
}

/** The balances after a pay's movements. */
function balancesAfter({ leaveBalances }: NzPayInput, { leaveMovements }: NzPayResult): NzLeaveBalances {
  const moved = (balance: LeaveBalance): Decimal =>
    sum(leaveMovements.filter((move) => move.balance === balance).map((move) => move.amount))
  return {
    annualHolidaysWeeks: leaveBalances.annualHolidaysWeeks.plus(moved('annual_holidays_weeks')),
    altHolidayDays: leaveBalances.altHolidayDays.plus(moved('alt_holiday_days')),
    sickDays: leaveBalances.sickDays.plus(moved('sick_days')),
    ...hoursAfter(leaveBalances, moved),
  }
}

/** Leave hours after the movements. Empty where there are none, as in every pay under the Holidays Act. */
function hoursAfter(
  before: NzLeaveBalances,
  moved: (balance: LeaveBalance) => Decimal,
): Pick<NzLeaveBalances, 'annualLeaveHours' | 'sickLeaveHours' | 'altLeaveHours'> {
  const annualLeaveHours = (before.annualLeaveHours ?? ZERO).plus(moved('annual_leave_hours'))
  const sickLeaveHours = (before.sickLeaveHours ?? ZERO).plus(moved('sick_leave_hours'))
  const altLeaveHours = (before.altLeaveHours ?? ZERO).plus(moved('alt_leave_hours'))
  const isAny = [annualLeaveHours, sickLeaveHours, altLeaveHours].some((hours) => !isZero(hours))
  return isAny ? { annualLeaveHours, sickLeaveHours, altLeaveHours } : {}
}

/** Weeks and days as the Act counts them, and the equivalent hours. Under the next Act, the hours that are held. */
function showBalances(
  { hoursPerDay, daysPerWeek }: NzPayInput,
  { annualHolidaysWeeks, altHolidayDays, sickDays, ...hours }: NzLeaveBalances,
): LeaveBalanceLine[] {
  if (hours.annualLeaveHours)
    return [
      { leave_type: 'ANNUAL_HOLIDAYS', name: 'Annual leave', hours: shownHours(hours.annualLeaveHours) },
      { leave_type: 'SICK', name: 'Sick leave', hours: shownHours(hours.sickLeaveHours) },
      { leave_type: 'ALT_HOLIDAY', name: 'Alternative leave', hours: shownHours(hours.altLeaveHours) },
    ]
  const perWeek = hoursPerDay.times(daysPerWeek)
  return [
    {
      leave_type: 'ANNUAL_HOLIDAYS',
      name: 'Annual holidays',
      hours: toPlaces(annualHolidaysWeeks.times(perWeek), 4).toFixed(),
      weeks: annualHolidaysWeeks.toFixed(),
    },
    {
      leave_type: 'SICK',
      name: 'Sick leave',
      hours: toPlaces(sickDays.times(hoursPerDay), 4).toFixed(),
      days: sickDays.toFixed(),
    },
    {
      leave_type: 'ALT_HOLIDAY',
      name: 'Alternative holidays',
      hours: toPlaces(altHolidayDays.times(hoursPerDay), 4).toFixed(),
      days: altHolidayDays.toFixed(),
    },
  ]
}

const shownHours = (hours = ZERO) => toPlaces(hours, 4).toFixed()
