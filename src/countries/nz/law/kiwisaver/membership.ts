import {
  addDays,
  addMonths,
  type CivilDate,
  completedYears,
  daysBetween,
} from '../../../../kernel/values/dates.ts'
import { type Decimal, percent, ZERO } from '../../../../kernel/values/money.ts'
import type { Dated } from '../../../../payroll/rates/timeline.ts'
import { cite, EMPLOYEE_SETTING } from '../../../../payroll/sources.ts'
import type { Trace } from '../../../../payroll/trace.ts'
import type { DaySpan, NzKiwiSaver, NzTaxCode } from '../input/input.ts'
import type { KiwiSaverRates } from '../rates/rates.ts'

export type KiwiSaverFacts = {
  kiwiSaver: NzKiwiSaver
  taxCode: NzTaxCode
  dateOfBirth: CivilDate | null
  payDate: CivilDate
  /** Salary or wages with cents, without redundancy, share scheme benefits and amounts marked as outside KiwiSaver. */
  base: KiwiSaverBase
}

/** The components of the contribution base. Only amounts that count for KiwiSaver are included. */
export type KiwiSaverBase = {
  earnings: Decimal
  allowances: Decimal
  bonuses: Decimal
  backPayments: Decimal
  termination: Decimal
  sacrifices: Decimal
}

const NOT_A_MEMBER = 'no contributions'

/** Members contribute unless suspended, and casual employees only if they joined. NSW and schedular payments are excluded. */
export function isContributing({ kiwiSaver, taxCode, payDate }: KiwiSaverFacts): boolean {
  if (taxCode === 'NSW' || taxCode === 'WT') return false
  if (isSuspended(kiwiSaver, payDate) || kiwiSaver.statusCode === 'NK') return false
  if (kiwiSaver.statusCode !== 'CT') return true
  return kiwiSaver.existingAction === 'OPT_IN' || kiwiSaver.existingAction === 'CONTINUE'
}

const isIn = ({ from, to }: DaySpan, day: CivilDate) =>
  (from === null || from <= day) && (to === null || day <= to)

/** Suspended on the recorded days. Without recorded days, suspended as long as the record says so. */
function isSuspended({ existingAction, suspension }: NzKiwiSaver, day: CivilDate): boolean {
  return suspension ? isIn(suspension, day) : existingAction === 'SAVINGS_SUSPENSION'
}

const isReduced = ({ reduction }: Pick<NzKiwiSaver, 'reduction'>, day: CivilDate): boolean =>
  reduction !== undefined && reduction !== null && isIn(reduction, day)

/** The rate at the payment date. A rate no longer offered becomes the default, unless a temporary reduction is recorded. */
function rateAt({ kiwiSaver, payDate }: KiwiSaverFacts, table: KiwiSaverRates): Decimal | null {
  const { employeeRate: chosen, reduction } = kiwiSaver
  if (reduction === undefined) return chosen
  if (table.reducedRate && isReduced(kiwiSaver, payDate)) return table.reducedRate
  return chosen !== null && isRaised(chosen, table.employeeRates) ? null : chosen
}

/** Above zero, but below every rate offered. */
const isRaised = (chosen: Decimal, offered: readonly Decimal[]) =>
  chosen.gt(ZERO) && offered.every((rate) => chosen.lt(rate))

const LEAST_REDUCTION_DAYS = 92
const MONTHS_OF_YEAR = 12
/** A pay warns that a suspension or reduction is over for this many days after its end. */
const DAYS_SAID = 31

/** Warnings about recorded reductions and suspensions. */
function spanWarnings({ kiwiSaver, payDate }: KiwiSaverFacts): string[] {
  const { reduction, suspension, existingAction } = kiwiSaver
  const isOver = (span: DaySpan | null | undefined) =>
    span?.to && span.to < payDate && payDate <= addDays(span.to, DAYS_SAID)
  const isTooLong = (span: DaySpan | null | undefined) =>
    span?.from && isIn(span, payDate) && (span.to === null || span.to >= addMonths(span.from, MONTHS_OF_YEAR))
  const isTooShort =
    reduction?.from && reduction.to && daysBetween(reduction.from, reduction.to) + 1 < LEAST_REDUCTION_DAYS
  return [
    ...(isOver(reduction) ? [`The KiwiSaver rate reduction ended on ${reduction?.to}.`] : []),
    ...(isOver(suspension)
      ? [`The savings suspension ended on ${suspension?.to}: KiwiSaver is deducted again.`]
      : []),
    ...(isTooLong(reduction) || (reduction && isTooShort && isIn(reduction, payDate))
      ? [
          'A KiwiSaver rate reduction lasts 92 days to twelve months: check nz_kiwisaver_reduction_from and nz_kiwisaver_reduction_to.',
        ]
      : []),
    ...(isTooLong(suspension)
      ? ['A savings suspension lasts at most a year: check nz_kiwisaver_suspension_to.']
      : []),
    ...(suspension === null && existingAction === 'SAVINGS_SUSPENSION'
      ? [
          'The savings suspension has no end: enter nz_kiwisaver_suspension_from and nz_kiwisaver_suspension_to.',
        ]
      : []),
  ]
}

export function employeeRateOf(
  facts: KiwiSaverFacts,
  member: boolean,
  table: Dated<KiwiSaverRates>,
  trace: Trace,
  warnings: string[],
): Decimal {
  const { defaultEmployee, employeeRates, reducedRate } = table.value
  if (member && facts.kiwiSaver.statusCode === 'AE')
    warnings.push(...enrolledOutsideTheAges(facts, table.value.automaticFromAge))
  warnings.push(...spanWarnings(facts))
  const recorded = facts.kiwiSaver.employeeRate
  const chosen = rateAt(facts, table.value)
  const isReducedNow = chosen !== null && isReduced(facts.kiwiSaver, facts.payDate)
  if (member && recorded !== null && chosen === null)
    warnings.push(
      `KiwiSaver at ${percent(recorded)} is no longer offered: ${percent(defaultEmployee)} is deducted. For a temporary rate reduction enter nz_kiwisaver_reduction_from and nz_kiwisaver_reduction_to.`,
    )
  if (
    member &&
    chosen !== null &&
    !isReducedNow &&
    !employeeRates.some((permitted) => permitted.eq(chosen))
  ) {
    warnings.push(
      reducedRate?.eq(chosen)
        ? `KiwiSaver at ${percent(chosen)} needs a temporary rate reduction; the default is ${percent(defaultEmployee)}.`
        : `${percent(chosen)} is not one of the KiwiSaver employee rates at ${facts.payDate}.`,
    )
  }
  const { statusCode: status, existingAction: action } = facts.kiwiSaver
  const words = {
    name: 'kiwisaver.employee-rate',
    rule: 'KiwiSaver employee rate',
    about: { status, action },
  }
  if (!member) return trace.sum({ ...words, formula: NOT_A_MEMBER, add: {}, source: EMPLOYEE_SETTING })
  return chosen === null
    ? trace.sum({
        ...words,
        formula: 'default at the payment date',
        add: { default: defaultEmployee },
        source: cite(table),
      })
    : trace.sum({
        ...words,
        formula: isReducedNow ? 'temporary rate reduction' : 'rate that the employee chose',
        add: { chosen },
        source: isReducedNow ? cite(table) : EMPLOYEE_SETTING,
      })
}

/** Automatic enrolment is for new employees from 18 to 64. Younger and older members join by choice. */
function enrolledOutsideTheAges(facts: KiwiSaverFacts, fromAge: number): string[] {
  if (facts.dateOfBirth === null) return []
  const age = completedYears(facts.dateOfBirth, facts.payDate)
  return age >= fromAge
    ? []
    : [`KiwiSaver status AE, but people under ${fromAge} are not enrolled automatically.`]
}

export function employerRateOf(
  facts: KiwiSaverFacts,
  member: boolean,
  table: Dated<KiwiSaverRates>,
  trace: Trace,
  warnings: string[],
): Decimal {
  const { minimumEmployer } = table.value
  const reason = whyNoEmployerContribution(facts, member, table.value, warnings)
  const chosen = employerRateAt(facts, table.value)
  if (reason === null && chosen?.lt(minimumEmployer) && !isMatchingReducedRate(facts.kiwiSaver, chosen)) {
    warnings.push(
      `The KiwiSaver employer rate ${percent(chosen)} is below the minimum ${percent(minimumEmployer)}.`,
    )
  }
  const words = {
    name: 'kiwisaver.employer-rate',
    rule: 'KiwiSaver compulsory employer contribution',
    about: { obligation: facts.kiwiSaver.cecObligation },
  }
  if (reason !== null) return trace.sum({ ...words, formula: reason, add: {}, source: cite(table) })
  return chosen === null
    ? trace.sum({
        ...words,
        formula: 'minimum at the payment date',
        add: { minimum: minimumEmployer },
        source: cite(table),
      })
    : trace.sum({ ...words, formula: 'rate of the employer', add: { chosen }, source: EMPLOYEE_SETTING })
}

type EmployerChoice = Pick<KiwiSaverFacts, 'payDate'> & {
  kiwiSaver: Pick<NzKiwiSaver, 'employerRate' | 'reduction'>
}

/** The employer's rate. A rate below the minimum becomes the minimum, unless it matches the employee's reduction. */
export function employerRateAt(
  { kiwiSaver, payDate }: EmployerChoice,
  table: KiwiSaverRates,
): Decimal | null {
  const { employerRate: chosen, reduction } = kiwiSaver
  if (reduction === undefined || chosen === null || !isRaised(chosen, [table.minimumEmployer])) return chosen
  const isMatching = isReduced(kiwiSaver, payDate) && table.reducedRate?.lte(chosen)
  return isMatching ? chosen : null
}

function whyNoEmployerContribution(
  facts: KiwiSaverFacts,
  member: boolean,
  table: KiwiSaverRates,
  warnings: string[],
): string | null {
  const { cecObligation, isEmployerVoluntary, complyingFundRate } = facts.kiwiSaver
  if (!member) return NOT_A_MEMBER
  if (isEmployerVoluntary) return null
  if (cecObligation === 'NOT_REQUIRED') return 'the employer owes no compulsory contribution'
  if (cecObligation === 'EXISTING_SCHEME' && complyingFundRate === null) {
    return 'an existing scheme meets the whole obligation'
  }
  if (facts.dateOfBirth === null) {
    warnings.push('No date of birth: the ages for KiwiSaver employer contributions were not checked.')
    return null
  }
  const age = completedYears(facts.dateOfBirth, facts.payDate)
  if (age < table.employerFromAge) return `not owed before age ${table.employerFromAge}`
  return age >= table.employerToAge ? `not owed from age ${table.employerToAge}` : null
}

function isMatchingReducedRate(kiwiSaver: NzKiwiSaver, rate: Decimal): boolean {
  return kiwiSaver.reduction ? true : (kiwiSaver.employeeRate?.eq(rate) ?? false)
}
