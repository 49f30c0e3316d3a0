import type { Allowances } from '../allowances.ts'
import { completedYears } from '../dates.ts'
import type { Deductions } from '../deductions.ts'
import { type Earnings, hoursBehind } from '../earnings.ts'
import type { LeaveType } from '../input.ts'
import { type Decimal, notBelowZero, smaller, sum, toCent, whole, ZERO } from '../money.ts'
import type { Sacrifices } from '../sacrifices.ts'
import { cite, FIGURES_OF_THIS_PAY, type StepSource } from '../sources.ts'
import type { Trace } from '../trace.ts'
import type { AuPayInput } from './input.ts'
import type { AuRates, SuperRate } from './rates.ts'

/** Leave that is no part of ordinary time earnings. */
const OUTSIDE_BASE: readonly LeaveType[] = [
  'ANCILLARY',
  'EMPLOYER_FUNDED_PAID_PARENTAL',
  'PAID_PARENTAL',
  'UNPAID',
  'WORKERS_COMP',
]

export type SuperParts = {
  earnings: Earnings
  allowances: Allowances
  sacrifices: Sacrifices
  deductions: Deductions
  /** Payment in lieu of notice counts like the earnings it stands for. */
  noticePay: Decimal
  /** Everything taxable before sacrifices, for employees whose super is based on gross. */
  taxableBeforeSacrifices: Decimal
}

export type Contribution = {
  base: Decimal
  counted: Decimal
  compulsory: Decimal
  aboveCompulsory: Decimal
  sacrificed: Decimal
  resc: Decimal
  total: Decimal
  warnings: readonly string[]
}

/** Works out the super of a pay: compulsory under the maximum base, above-compulsory on all of it, and sacrificed. */
export function contribute(input: AuPayInput, parts: SuperParts, rates: AuRates, trace: Trace): Contribution {
  const settings = input.superannuation
  const law = rates.superRate.at(input.payDate)
  const warnings: string[] = []
  const isOwed = settings.isEnabled && isOldEnough(input, law.value, warnings)
  const base = isOwed ? superBase(input, parts, law.value, cite(law), trace) : ZERO
  const counted = isOwed ? countedBase(base, input, rates, trace) : ZERO
  const compulsoryRate = settings.compulsoryRate ?? law.value.rate
  if (isOwed && compulsoryRate.lt(law.value.rate)) {
    warnings.push(`The compulsory super rate ${compulsoryRate} is below the law's ${law.value.rate}.`)
  }
  const compulsory = trace.step({
    name: 'super.guarantee',
    amount: toCent(counted.times(compulsoryRate)),
    formula: 'counted base × compulsory rate, to the cent',
    inputs: { base: counted, rate: compulsoryRate },
    rule: isOwed ? 'Super guarantee' : notOwedRule(settings.isEnabled),
    source: cite(law),
  })
  const extraRate = notBelowZero((settings.rate ?? compulsoryRate).minus(compulsoryRate))
  const aboveCompulsory = toCent(base.times(extraRate))
  const sacrificed = parts.sacrifices.superTotal
  const resc = trace.step({
    name: 'super.reportable',
    amount: aboveCompulsory.plus(sacrificed),
    formula: 'base × (rate − compulsory rate), to the cent + sacrificed super',
    inputs: { base, rate: extraRate, aboveCompulsory, sacrificed },
    rule: 'Reportable employer super contributions',
    source: FIGURES_OF_THIS_PAY,
  })
  const total = trace.step({
    name: 'super',
    amount: compulsory.plus(resc),
    formula: 'compulsory + above-compulsory + sacrificed',
    inputs: { compulsory, reportable: resc },
    rule: 'Super of the pay',
    source: FIGURES_OF_THIS_PAY,
  })
  return { base, counted, compulsory, aboveCompulsory, sacrificed, resc, total, warnings }
}

/** The part of a base that the maximum leaves room for, after what was counted earlier in its quarter or year. */
export function underMaximum(base: Decimal, maximum: Decimal, countedBefore: Decimal): Decimal {
  return smaller(notBelowZero(base), notBelowZero(maximum.minus(countedBefore)))
}

function superBase(
  input: AuPayInput,
  parts: SuperParts,
  law: SuperRate,
  source: StepSource,
  trace: Trace,
): Decimal {
  const outside = parts.sacrifices.outsideSuperBase.plus(parts.deductions.outsideSuperBase)
  if (input.superannuation.basedOn === 'GROSS') {
    return trace.step({
      name: 'super.base',
      amount: notBelowZero(parts.taxableBeforeSacrifices.plus(parts.noticePay).minus(outside)),
      formula: 'every taxable earning + notice pay − items kept out of super',
      inputs: { taxable: parts.taxableBeforeSacrifices, notice: parts.noticePay, outside },
      rule: 'Super based on gross',
      source,
    })
  }
  // Pay while on workers compensation is not for ordinary hours of work.
  const ordinary = input.isWorkersCompensationPay ? ZERO : parts.earnings.ordinaryTotal
  const counted = parts.earnings.leave.filter((row) => !OUTSIDE_BASE.includes(row.leaveType))
  const leave = sum(counted.map((row) => row.amount))
  const loading = input.leaveSettings.includeLoadingInSuper ? sum(counted.map((row) => row.loading)) : ZERO
  const allowances = parts.allowances.inSuper
  const bonuses = sum(input.bonuses.filter((line) => line.isInSuper).map((line) => toCent(line.amount)))
  const backPay = sum(
    input.backPayments
      .filter((line) => line.isInSuper && line.stpCategory !== 'OVERTIME')
      .map((line) => toCent(line.amount)),
  )
  const notice = parts.noticePay
  const total = ordinary.plus(leave).plus(loading).plus(allowances).plus(bonuses).plus(backPay).plus(notice)
  return trace.step({
    name: 'super.base',
    amount: notBelowZero(total.minus(outside)),
    formula:
      'ordinary hours + leave + loading + allowances + bonuses + back pay + notice − items kept out of super',
    inputs: { ordinary, leave, loading, allowances, bonuses, backPay, notice, outside },
    rule: law.base === 'qualifying-earnings' ? 'Qualifying earnings' : 'Ordinary time earnings',
    source,
  })
}

function countedBase(base: Decimal, input: AuPayInput, rates: AuRates, trace: Trace): Decimal {
  const maximum = rates.superMaximum.at(input.payDate)
  const isYear = maximum.value.period === 'year'
  const before = isYear ? input.yearToDate.superBaseInYear : input.yearToDate.superBaseInQuarter
  return trace.step({
    name: 'super.base-counted',
    amount: underMaximum(base, maximum.value.amount, before),
    formula: 'base, at most the maximum less what was counted before',
    inputs: { base, maximum: maximum.value.amount, before },
    rule: isYear ? 'Annual maximum contribution base' : 'Quarterly maximum contribution base',
    source: cite(maximum),
  })
}

function isOldEnough(input: AuPayInput, law: SuperRate, warnings: string[]): boolean {
  if (!input.superannuation.isAgeThresholdEnabled || input.dateOfBirth === null) return true
  if (completedYears(input.dateOfBirth, input.payDate) >= 18) return true
  if (input.hoursByWeek) return input.hoursByWeek.some((hours) => hours.gt(law.under18HoursPerWeek))
  const hours = input.hoursInPeriod ?? sum(input.hours.map((line) => hoursBehind(line, input.hoursPerDay)))
  if (input.payPeriod === 'WEEKLY') return hours.gt(law.under18HoursPerWeek)
  warnings.push(
    'Under 18: the hours of each week were not given, so the period’s hours were spread evenly over its weeks.',
  )
  const perWeek =
    input.payPeriod === 'FORTNIGHTLY' ? hours.div(whole(2)) : hours.times(whole(12)).div(whole(52))
  return perWeek.gt(law.under18HoursPerWeek)
}

function notOwedRule(isEnabled: boolean): string {
  return isEnabled ? 'Under 18 with no week of more than 30 hours: none owed' : 'Super is switched off'
}
