import { type CivilDate, completedYears } from '../dates.ts'
import { type Decimal, notBelowZero, ONE, toCentDown, ZERO } from '../money.ts'
import type { Dated } from '../rates.ts'
import { cite, given } from '../sources.ts'
import type { Trace } from '../trace.ts'
import { esctOn } from './esct.ts'
import type { NzKiwiSaver, NzTaxCode } from './input.ts'
import type { KiwiSaverRates } from './rates.ts'

export type KiwiSaverFacts = {
  kiwiSaver: NzKiwiSaver
  taxCode: NzTaxCode
  dateOfBirth: CivilDate | null
  payDate: CivilDate
  /** Salary or wages with cents, without redundancy, share scheme benefits and what is marked as outside. */
  base: Decimal
}

export type KiwiSaverAmounts = {
  employeeRate: Decimal
  employerRate: Decimal
  employee: Decimal
  /** The whole employer contribution, before any tax. */
  employer: Decimal
  /** The part of it that is treated as salary (PAYE methods). */
  uplift: Decimal
  esct: Decimal
  complyingFund: Decimal
  complyingFundEsct: Decimal
  warnings: readonly string[]
}

/** What employee and employer contribute, by membership, age and the rates in force at the payment date. */
export function contribute(
  facts: KiwiSaverFacts,
  table: Dated<KiwiSaverRates>,
  trace: Trace,
): KiwiSaverAmounts {
  const warnings: string[] = []
  const member = isContributing(facts.kiwiSaver, facts.taxCode)
  const employeeRate = employeeRateOf(facts, member, table, trace, warnings)
  const employerRate = employerRateOf(facts, member, table, trace, warnings)
  const employee = shareOf(facts.base, employeeRate, 'kiwisaver.employee-share', 'Employee', table, trace)
  const complyingFund = complyingFundOf(facts, member, table, trace)
  const wholeShare = shareOf(facts.base, employerRate, 'kiwisaver.employer-share', 'Employer', table, trace)
  const employer = notBelowZero(wholeShare.minus(complyingFund))
  const uplift = upliftOf(employer, facts.kiwiSaver, trace)
  return {
    employeeRate,
    employerRate,
    employee,
    employer,
    uplift,
    esct: esctOn(employer.minus(uplift), facts.kiwiSaver.esctRate, 'kiwisaver.esct-on-contribution', trace),
    complyingFund,
    complyingFundEsct: complyingFund.eq(ZERO)
      ? ZERO
      : esctOn(complyingFund, facts.kiwiSaver.esctRate, 'complying-fund.esct-on-contribution', trace),
    warnings,
  }
}

/** Members contribute unless suspended; casual employees only when they joined; not on NSW or schedular payments. */
export function isContributing(kiwiSaver: NzKiwiSaver, taxCode: NzTaxCode): boolean {
  if (taxCode === 'NSW' || taxCode === 'WT') return false
  if (kiwiSaver.existingAction === 'SAVINGS_SUSPENSION' || kiwiSaver.statusCode === 'NK') return false
  if (kiwiSaver.statusCode !== 'CT') return true
  return kiwiSaver.existingAction === 'OPT_IN' || kiwiSaver.existingAction === 'CONTINUE'
}

function employeeRateOf(
  facts: KiwiSaverFacts,
  member: boolean,
  table: Dated<KiwiSaverRates>,
  trace: Trace,
  warnings: string[],
): Decimal {
  const { defaultEmployee, employeeRates, reducedRate } = table.value
  if (member && facts.kiwiSaver.statusCode === 'AE') warnings.push(...enrolledOutsideTheAges(facts))
  const chosen = facts.kiwiSaver.employeeRate
  const rate = member ? (chosen ?? defaultEmployee) : ZERO
  if (member && chosen !== null && !employeeRates.some((permitted) => permitted.eq(chosen))) {
    warnings.push(
      reducedRate?.eq(chosen)
        ? `KiwiSaver at ${percent(chosen)} needs a temporary rate reduction; the default is ${percent(defaultEmployee)}.`
        : `${percent(chosen)} is not one of the KiwiSaver employee rates at ${facts.payDate}.`,
    )
  }
  return trace.step({
    name: 'kiwisaver.employee-rate',
    amount: rate,
    formula: member ? 'rate of the employee, else the default at the payment date' : 'no contributions',
    inputs: {
      status: facts.kiwiSaver.statusCode,
      action: facts.kiwiSaver.existingAction,
      default: defaultEmployee,
    },
    rule: 'KiwiSaver employee rate',
    source: cite(table),
  })
}

/** Automatic enrolment is for new employees from 18 to 64; younger and older members join by their own choice. */
function enrolledOutsideTheAges(facts: KiwiSaverFacts): string[] {
  if (facts.dateOfBirth === null) return []
  const age = completedYears(facts.dateOfBirth, facts.payDate)
  return age >= AUTOMATIC_FROM_AGE
    ? []
    : [`KiwiSaver status AE, but nobody under ${AUTOMATIC_FROM_AGE} is enrolled automatically.`]
}

const AUTOMATIC_FROM_AGE = 18

function employerRateOf(
  facts: KiwiSaverFacts,
  member: boolean,
  table: Dated<KiwiSaverRates>,
  trace: Trace,
  warnings: string[],
): Decimal {
  const { minimumEmployer } = table.value
  const reason = whyNoEmployerContribution(facts, member, table.value, warnings)
  const rate = reason === null ? (facts.kiwiSaver.employerRate ?? minimumEmployer) : ZERO
  if (reason === null && rate.lt(minimumEmployer) && !isMatchingReducedRate(facts.kiwiSaver, rate)) {
    warnings.push(
      `The KiwiSaver employer rate ${percent(rate)} is below the minimum ${percent(minimumEmployer)}.`,
    )
  }
  return trace.step({
    name: 'kiwisaver.employer-rate',
    amount: rate,
    formula: reason ?? 'rate of the employer, else the minimum at the payment date',
    inputs: { obligation: facts.kiwiSaver.cecObligation, minimum: minimumEmployer },
    rule: 'KiwiSaver compulsory employer contribution',
    source: cite(table),
  })
}

function whyNoEmployerContribution(
  facts: KiwiSaverFacts,
  member: boolean,
  table: KiwiSaverRates,
  warnings: string[],
): string | null {
  const { cecObligation, isEmployerVoluntary, complyingFundRate } = facts.kiwiSaver
  if (!member) return 'no contributions'
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

function complyingFundOf(
  facts: KiwiSaverFacts,
  member: boolean,
  table: Dated<KiwiSaverRates>,
  trace: Trace,
): Decimal {
  const { cecObligation, complyingFundRate } = facts.kiwiSaver
  if (!member || cecObligation !== 'EXISTING_SCHEME' || complyingFundRate === null) return ZERO
  return shareOf(facts.base, complyingFundRate, 'complying-fund.share', 'Complying fund', table, trace)
}

function shareOf(
  base: Decimal,
  rate: Decimal,
  name: string,
  who: string,
  table: Dated<KiwiSaverRates>,
  trace: Trace,
): Decimal {
  return trace.step({
    name,
    amount: toCentDown(notBelowZero(base).times(rate)),
    formula: 'salary or wages with cents × rate, cut to the cent',
    inputs: { base, rate },
    rule: `KiwiSaver: ${who.toLowerCase()} contribution`,
    source: cite(table),
  })
}

function upliftOf(employer: Decimal, kiwiSaver: NzKiwiSaver, trace: Trace): Decimal {
  const fraction = kiwiSaver.taxMethod === 'ESCT' ? ZERO : kiwiSaver.payeFraction
  return trace.step({
    name: 'kiwisaver.uplift',
    amount: fraction.eq(ONE) ? employer : toCentDown(employer.times(fraction)),
    formula: 'employer contribution × the part treated as salary, cut to the cent',
    inputs: { employer, fraction, method: kiwiSaver.taxMethod },
    rule: 'Employer contributions treated as salary or wages, Income Tax Act 2007 s RD 68',
    source: given('Agreement of employer and employee'),
  })
}

function percent(rate: Decimal): string {
  return `${rate.times('100').toString()}%`
}
