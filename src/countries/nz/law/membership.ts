import { type CivilDate, completedYears } from '../../../kernel/values/dates.ts'
import { type Decimal, percent } from '../../../kernel/values/money.ts'
import type { Dated } from '../../../payroll/rates/timeline.ts'
import { cite, EMPLOYEE_SETTING } from '../../../payroll/sources.ts'
import type { Trace } from '../../../payroll/trace.ts'
import type { NzKiwiSaver, NzTaxCode } from './input.ts'
import type { KiwiSaverRates } from './rates.ts'

export type KiwiSaverFacts = {
  kiwiSaver: NzKiwiSaver
  taxCode: NzTaxCode
  dateOfBirth: CivilDate | null
  payDate: CivilDate
  /** Salary or wages with cents, without redundancy, share scheme benefits and what is marked as outside. */
  base: KiwiSaverBase
}

/** What the base of contributions is made of; only what counts for KiwiSaver is in it. */
export type KiwiSaverBase = {
  earnings: Decimal
  allowances: Decimal
  bonuses: Decimal
  backPayments: Decimal
  termination: Decimal
  sacrifices: Decimal
}

const NOT_A_MEMBER = 'no contributions'

/** Members contribute unless suspended; casual employees only when they joined; not on NSW or schedular payments. */
export function isContributing(kiwiSaver: NzKiwiSaver, taxCode: NzTaxCode): boolean {
  if (taxCode === 'NSW' || taxCode === 'WT') return false
  if (kiwiSaver.existingAction === 'SAVINGS_SUSPENSION' || kiwiSaver.statusCode === 'NK') return false
  if (kiwiSaver.statusCode !== 'CT') return true
  return kiwiSaver.existingAction === 'OPT_IN' || kiwiSaver.existingAction === 'CONTINUE'
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
  const chosen = facts.kiwiSaver.employeeRate
  if (member && chosen !== null && !employeeRates.some((permitted) => permitted.eq(chosen))) {
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
        formula: 'rate that the employee chose',
        add: { chosen },
        source: EMPLOYEE_SETTING,
      })
}

/** Automatic enrolment is for new employees from 18 to 64; younger and older members join by their own choice. */
function enrolledOutsideTheAges(facts: KiwiSaverFacts, fromAge: number): string[] {
  if (facts.dateOfBirth === null) return []
  const age = completedYears(facts.dateOfBirth, facts.payDate)
  return age >= fromAge ? [] : [`KiwiSaver status AE, but nobody under ${fromAge} is enrolled automatically.`]
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
  const chosen = facts.kiwiSaver.employerRate
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
  return kiwiSaver.employeeRate?.eq(rate) ?? false
}
