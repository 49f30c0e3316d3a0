import type { AskedPay, CountryRules, LeaveBalanceLine, Standing } from '../country.ts'
import { auIncomeYear } from '../dates.ts'
import { hoursBehind } from '../earnings.ts'
import { type PayTiming, pastLinesOf } from '../history.ts'
import type { PayLines } from '../input.ts'
import { type Decimal, isZero, sum } from '../money.ts'
import { auFacts } from './facts.ts'
import {
  type AuPastPay,
  earlierInPeriod,
  earlierPays,
  hoursInPeriod,
  isFirstOfPeriod,
  lastFullPayGross,
  needsOfPast,
  superSoFar,
  yearToDate,
} from './history.ts'
import type { AuLeaveBalances, AuPayInput, AuTerminationInput, SuperSettings } from './input.ts'
import { calculateAuPay } from './pay.ts'
import type { AuRates } from './rates.ts'
import type { AuPayResult } from './result.ts'

/** What the employee's record says; the rest of the input comes from the lines and the past. */
export type AuTerms = Pick<
  AuPayInput,
  | 'ratePerHour'
  | 'hoursPerDay'
  | 'daysPerWeek'
  | 'declaration'
  | 'isSuperOnlyContractor'
  | 'dateOfBirth'
  | 'startDate'
  | 'state'
  | 'employmentStatus'
  | 'leaveSettings'
> & {
  /** False: an employee without a rate is calculated with zero. */
  hasRate: boolean
  superannuation: Omit<SuperSettings, 'isFirstContribution' | 'extendedDueDate'>
}

export type AuTypes = {
  rates: AuRates
  terms: AuTerms
  pastPay: AuPastPay
  balances: AuLeaveBalances
  ending: AuTerminationInput
  input: AuPayInput
  result: AuPayResult
}

export const au: CountryRules<AuTypes> = {
  country: 'AU',
  name: 'Australia',
  standardHoursPerDay: '7.6',
  isFutureFinalPayStaged: false,
  reportsTo: 'ATO',
  retirement: 'super',
  isAllowanceCategoryNeeded: true,
  // Fair Work Regulations 3.46(3).
  isRateNeededOnPayslip: true,
  taxYear: auIncomeYear,
  needsOfPast,
  inputOf,
  settle: (input) => input,
  calculate: calculateAuPay,
  leaveBehind,
  balancesAfter: (_input, result) => result.leaveBalances,
  showBalances: (_input, balances) => showBalances(balances),
  sharedTax: (result) => result.figures.tax,
  facts: auFacts,
}

function inputOf(terms: AuTerms, asked: AskedPay<AuTypes>, standing: Standing<AuTypes>): AuPayInput {
  const { hasRate, leaveSettings, superannuation, ...common } = terms
  const { past, lines, ending } = asked
  const { pays, balances, periodHours } = standing
  const isFirst = isFirstOfPeriod(pays, past)
  const { hasContributed, dueDate } = superSoFar(pays, past)
  return {
    ...lines,
    ...common,
    payDate: past.timing.payDate,
    payPeriod: past.timing.payPeriod,
    periodEnd: past.timing.periodEnd,
    superannuation: {
      ...superannuation,
      ...(hasContributed ? {} : { isFirstContribution: true }),
      ...(dueDate === null ? {} : { extendedDueDate: dueDate }),
    },
    leaveSettings: isFirst
      ? leaveSettings
      : { ...leaveSettings, holidayDaysPerYear: null, sickDaysPerYear: null },
    leaveBalances: balances,
    yearToDate: yearToDate(pays, past),
    earlierPays: ending !== null || hasExtras(lines) ? earlierPays(pays, past) : [],
    earlierInPeriod: earlierInPeriod(pays, past),
    lastFullPayGross: ending === null ? null : lastFullPayGross(pays, past, hasRate),
    isWorkersCompensationPay: asked.isWorkersComp,
    termination: ending,
    ...(periodHours === null ? {} : { hoursInPeriod: hoursInPeriod(periodHours, terms.hoursPerDay) }),
    ...(asked.taxShare === null ? {} : { taxShare: asked.taxShare }),
  }
}

const hasExtras = ({ bonuses, backPayments }: PayLines) => bonuses.length + backPayments.length > 0

/** Hours worked and on paid leave. */
export function hoursPaidIn({ hours, leave, hoursPerDay }: AuPayInput): Decimal {
  return sum([
    ...hours.map((line) => hoursBehind(line, hoursPerDay)),
    ...leave.filter((line) => line.leaveType !== 'UNPAID').map((line) => line.hours),
  ])
}

function leaveBehind(timing: PayTiming, input: AuPayInput, result: AuPayResult): AuPastPay {
  const { figures } = result
  return {
    ...timing,
    id: 0,
    isTermination: input.termination !== null,
    gross: figures.gross.toFixed(),
    taxableGross: figures.taxableGross.toFixed(),
    tax: figures.tax.toFixed(),
    super: figures.super.toFixed(),
    superBaseCounted: figures.superBaseCounted.toFixed(),
    superDueDate: figures.superDueDate,
    periodTaxable: figures.periodTaxable.toFixed(),
    periodTax: figures.periodTax.toFixed(),
    methodB2Amount: figures.methodB2.amount.toFixed(),
    methodB2Tax: figures.methodB2.tax.toFixed(),
    methodB2StudyLoan: figures.methodB2.studyLoan.toFixed(),
    details: {
      extras: figures.extras.toFixed(),
      extraTax: figures.extraTax.toFixed(),
      extraStudyLoan: figures.extraStudyLoan.toFixed(),
      hoursPaid: hoursPaidIn(input).toFixed(),
      hoursPerDay: input.hoursPerDay.toFixed(),
      daysPerWeek: input.daysPerWeek.toFixed(),
      lines: pastLinesOf(input, result.lines),
      etps: result.reporting.etps.map((etp) => ({
        code: etp.etpCode,
        taxable: etp.taxableComponent.toFixed(),
        taxFree: etp.taxFreeComponent.toFixed(),
        withheld: etp.taxWithheld.toFixed(),
        lumpSumD: etp.lumpSumD.toFixed(),
      })),
    },
  }
}

/** Rostered days off and time in lieu are shown where there are any. */
function showBalances({ holiday, sick, lsl, rdo, toil }: AuLeaveBalances): LeaveBalanceLine[] {
  return [
    { leave_type: 'HOLIDAY', name: 'Annual leave', hours: holiday.toFixed() },
    { leave_type: 'SICK', name: 'Personal leave', hours: sick.toFixed() },
    { leave_type: 'LONG_SERVICE', name: 'Long service leave', hours: lsl.toFixed() },
    ...(isZero(rdo) ? [] : [{ leave_type: 'RDO', name: 'Rostered days off', hours: rdo.toFixed() }]),
    ...(isZero(toil) ? [] : [{ leave_type: 'TOIL', name: 'Time in lieu', hours: toil.toFixed() }]),
  ]
}
