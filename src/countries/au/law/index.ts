import { auIncomeYear } from '../../../kernel/values/dates.ts'
import { isZero, sum, toCent, ZERO } from '../../../kernel/values/money.ts'
import { standardHours } from '../../../payroll/earnings.ts'
import type { FactsOf } from '../../../payroll/facts.ts'
import { detailsEntry, historyEntry } from '../../../payroll/figure-history.ts'
import { type PastQuestion, type PayTiming, pastLinesOf } from '../../../payroll/history.ts'
import type { PayLines } from '../../../payroll/input.ts'
import type {
  CountryRules,
  EmployeeState,
  LeaveBalanceLine,
  PayRequest,
  RestoredTerms,
} from '../../contract/country.ts'
import { auFacts } from './facts.ts'
import { AU_FIGURES } from './figures/figures.ts'
import type { AuPastPay } from './figures/past-pay.ts'
import { earlierPays } from './history/earlier-periods.ts'
import { lastFullPay, rateBehind } from './history/full-pay.ts'
import {
  earlierEtps,
  hoursInPeriod,
  isFirstOfPeriod,
  needsOfPast,
  superSoFar,
  yearToDate,
} from './history/history.ts'
import { laterPeriods, readsDetailsOf } from './history/later-periods.ts'
import { openingPays } from './history/opening.ts'
import { otherPaysOf, periodTermsOf } from './history/other-pays.ts'
import { type DatedTerms, datedTermsOf, restoreDatedTerms } from './input/dated-terms.ts'
import type {
  AuLeaveBalances,
  AuPayInput,
  AuTerminationInput,
  ExpectedWages,
  FullPay,
  OtherPays,
  SuperSettings,
} from './input/input.ts'
import { isUnpaidAbsence } from './input/leave-types.ts'
import type { AuPayResult } from './input/result.ts'
import { violenceLeaveHours } from './leave/violence-leave.ts'
import { calculateAuPay } from './pay.ts'
import type { AuRates } from './rates/rates.ts'

/** The employee's record. The rest of the input comes from the pay lines and the pay history. */
export type AuTerms = Pick<
  AuPayInput,
  | 'ratePerHour'
  | 'hoursPerDay'
  | 'daysPerWeek'
  | 'declaration'
  | 'isSuperOnlyContractor'
  | 'dateOfBirth'
  | 'startDate'
  | 'diedOn'
  | 'endedOn'
  | 'isExtraSacrificedFirst'
  | 'earlierService'
  | 'state'
  | 'employmentStatus'
  | 'leaveSettings'
> &
  DatedTerms & {
    /** False when the employee has no rate. The calculation then uses zero. */
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
  isAllowanceCategoryNeeded: true,
  // Fair Work Regulations 3.46(3).
  isRateNeededOnPayslip: true,
  taxYear: auIncomeYear,
  needsOfPast,
  readsDetailsOf,
  openingPays,
  inputOf,
  restoreTerms,
  settle: (input) => input,
  calculate: calculateAuPay,
  toPastPay,
  balancesAfter: (_input, result) => result.leaveBalances,
  showBalances: (_input, balances) => showBalances(balances),
  sharedTax: (result) => result.figures.tax,
  facts: auFacts,
  figures: AU_FIGURES,
}

function inputOf(
  terms: AuTerms,
  asked: PayRequest<AuTypes>,
  standing: EmployeeState<AuTypes>,
  rates: Pick<AuRates, 'tfnRules'>,
): AuPayInput {
  const { leaveSettings, superannuation } = terms
  const { past, lines, ending } = asked
  const { pays, balances, periodHours } = standing
  const isFirst = isFirstOfPeriod(pays, past)
  const { hasContributed, dueDate } = superSoFar(pays, past)
  const { hoursPerDay, declaration } = terms
  const declared = { declaration, tfnRules: rates.tfnRules }
  const otherPays = otherPaysOf(pays, past, periodTermsOf(terms, periodHours !== null, rates))
  const hasExtras = extrasOn(lines) || otherPays.extras.length > 0
  const violence = violenceLeaveHours(pays, lines.leave, past)
  const later = lines.leave.length === 0 ? [] : laterPeriods(pays, past, declared)
  const looksBack = ending !== null || hasExtras
  const fullPay = looksBack ? lastFullPay(pays, past, terms) : null
  const expected = ending === null && hasExtras ? expectedWages(lines, otherPays, fullPay, terms, past) : null
  return {
    ...lines,
    // Copied one by one. Destructuring the rest out of the terms costs more than all of these copies, on every pay.
    ratePerHour: terms.ratePerHour,
    hoursPerDay,
    daysPerWeek: terms.daysPerWeek,
    declaration,
    isSuperOnlyContractor: terms.isSuperOnlyContractor,
    dateOfBirth: terms.dateOfBirth,
    startDate: terms.startDate,
    ...endOf(terms),
    ...(terms.isExtraSacrificedFirst ? { isExtraSacrificedFirst: true } : {}),
    ...(ending && terms.earlierService ? { earlierService: terms.earlierService } : {}),
    state: terms.state,
    employmentStatus: terms.employmentStatus,
    ...rateOf(terms, ending, fullPay, past),
    payDate: past.timing.payDate,
    payPeriod: past.timing.payPeriod,
    periodEnd: past.timing.periodEnd,
    superannuation: {
      ...superannuation,
      ...(hasContributed ? {} : { isFirstContribution: true }),
      ...(dueDate === null ? {} : { extendedDueDate: dueDate }),
    },
    leaveSettings: isFirst ? leaveSettings : { ...leaveSettings, isPeriodEarned: true },
    ...datedTermsOf(terms, lines, ending, isFirst, past),
    leaveBalances: balances,
    yearToDate: yearToDate(pays, past),
    earlierPays: looksBack ? earlierPays(pays, past, declaration) : [],
    otherPays,
    ...(later.length === 0 ? {} : { laterPeriods: later }),
    ...(expected ? { expectedWages: expected } : {}),
    lastFullPay: ending === null ? null : fullPay,
    isWorkersCompensationPay: asked.isWorkersComp,
    termination: ending && withEarlierEtps(ending, pays, past),
    ...(violence ? { violenceLeaveHours: violence } : {}),
    ...(periodHours ? { hoursInPeriod: hoursInPeriod(periodHours, hoursPerDay, past) } : {}),
    ...(asked.taxShare === null ? {} : { taxShare: asked.taxShare }),
  }
}

function restoreTerms(facts: FactsOf<AuPayInput>): RestoredTerms<AuTypes> {
  const { isFirstContribution, extendedDueDate, ...superannuation } = facts.superannuation
  const { isPeriodEarned, ...leaveSettings } = facts.leaveSettings
  const { termination, isRateFromPays = false } = facts
  return {
    terms: {
      hasRate: !isRateFromPays && !isZero(facts.ratePerHour),
      ratePerHour: isRateFromPays ? ZERO : facts.ratePerHour,
      hoursPerDay: facts.hoursPerDay,
      daysPerWeek: facts.daysPerWeek,
      declaration: facts.declaration,
      isSuperOnlyContractor: facts.isSuperOnlyContractor,
      dateOfBirth: facts.dateOfBirth,
      startDate: facts.startDate,
      ...endOf(facts),
      ...(facts.isExtraSacrificedFirst ? { isExtraSacrificedFirst: true } : {}),
      ...(facts.earlierService ? { earlierService: facts.earlierService } : {}),
      state: facts.state,
      employmentStatus: facts.employmentStatus,
      leaveSettings,
      ...restoreDatedTerms(facts),
      superannuation,
    },
    balances: facts.leaveBalances,
    isWorkersComp: facts.isWorkersCompensationPay,
    ending: termination && withoutEarlier(termination),
  }
}

const withoutEarlier = ({ earlierEtps: _, ...ending }: AuTerminationInput): AuTerminationInput => ending

/** The fields for the end of the employment, if it has ended. */
const endOf = ({ diedOn, endedOn }: Pick<AuPayInput, 'diedOn' | 'endedOn'>) => ({
  ...(diedOn ? { diedOn } : {}),
  ...(endedOn ? { endedOn } : {}),
})

const extrasOn = ({ bonuses, backPayments }: PayLines) =>
  bonuses.some((line) => line.taxMethod !== 'NORMAL_EARNINGS' && !line.isReturnToWork) ||
  backPayments.some((line) => line.taxMethod !== 'NORMAL_EARNINGS')

/** The wages expected for a period that has none yet: those of the last full pay, or else of the standard hours. */
function expectedWages(
  lines: PayLines,
  others: OtherPays,
  fullPay: FullPay | null,
  terms: AuTerms,
  { timing }: PastQuestion,
): ExpectedWages | null {
  if (others.hasWages || hasWages(lines)) return null
  const leave = sum([others.leaveHours ?? ZERO, ...lines.leave.map((line) => line.hours)])
  // A period spent entirely on leave has no wages on top of it.
  if (leave.gt(ZERO) && leave.gte(standardHours(timing.payPeriod, terms))) return null
  if (fullPay) {
    const { taxable: amount, periodEnd, paidBy } = fullPay
    return { amount, periodEnd, ...(paidBy ? { paidBy } : {}) }
  }
  const amount = toCent(standardHours(timing.payPeriod, terms).times(terms.ratePerHour))
  return isZero(amount) ? null : { amount, periodEnd: null }
}

/**
 * Whether the lines include wages of the period: ordinary hours, unpaid leave, or payments taxed as normal earnings.
 * Overtime, paid leave and allowances come on top of wages and do not count. `isWages` is the same rule for other pays.
 */
function hasWages({ hours, leave, bonuses, backPayments }: PayLines): boolean {
  return (
    leave.some((line) => isUnpaidAbsence(line.leaveType)) ||
    hours.some((line) => !line.isOvertime && !isZero(line.value) && !isZero(line.ratePerUnit)) ||
    [...bonuses, ...backPayments].some(
      (line) =>
        line.taxMethod === 'NORMAL_EARNINGS' &&
        !isZero(line.amount) &&
        !('isReturnToWork' in line && line.isReturnToWork),
    )
  )
}

/** A termination values leave and notice by the hour. An employee without a rate gets the rate of the last full pay. */
function rateOf(
  terms: AuTerms,
  ending: AuTerminationInput | null,
  fullPay: FullPay | null,
  { timing }: PastQuestion,
): Partial<Pick<AuPayInput, 'ratePerHour' | 'isRateFromPays'>> {
  if (ending === null || terms.hasRate) return {}
  const ratePerHour = fullPay ? rateBehind(fullPay, terms, timing.payPeriod) : ZERO
  return { ratePerHour, isRateFromPays: true }
}

function withEarlierEtps(
  ending: AuTerminationInput,
  pays: readonly AuPastPay[],
  past: PastQuestion,
): AuTerminationInput {
  const earlier = earlierEtps(pays, past)
  return earlier.length === 0 ? ending : { ...ending, earlierEtps: earlier }
}

const historyOf = historyEntry<AuPayInput, AuPayResult, typeof AU_FIGURES>(AU_FIGURES)
const detailsOf = detailsEntry<AuPayInput, AuPayResult, typeof AU_FIGURES>(AU_FIGURES)

function toPastPay(timing: PayTiming, input: AuPayInput, result: AuPayResult): AuPastPay {
  return {
    ...timing,
    id: 0,
    isTermination: input.termination !== null,
    ...historyOf(timing, input, result),
    details: {
      ...detailsOf(timing, input, result),
      childSupport: (result.reporting.deductions.CHILD_SUPPORT_DEDUCTION ?? ZERO).toFixed(),
      lines: pastLinesOf(input, result.lines),
      declaration: input.declaration,
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

/** Shows rostered days off and time in lieu only when the balance is not zero. */
function showBalances({ holiday, sick, lsl, rdo, toil }: AuLeaveBalances): LeaveBalanceLine[] {
  return [
    { leave_type: 'HOLIDAY', name: 'Annual leave', hours: holiday.toFixed() },
    { leave_type: 'SICK', name: 'Personal leave', hours: sick.toFixed() },
    { leave_type: 'LONG_SERVICE', name: 'Long service leave', hours: lsl.toFixed() },
    ...(isZero(rdo) ? [] : [{ leave_type: 'RDO', name: 'Rostered days off', hours: rdo.toFixed() }]),
    ...(isZero(toil) ? [] : [{ leave_type: 'TOIL', name: 'Time in lieu', hours: toil.toFixed() }]),
  ]
}
