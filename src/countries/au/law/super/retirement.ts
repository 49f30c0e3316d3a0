import {
  type Decimal,
  greater,
  isZero,
  notBelowZero,
  smaller,
  sum,
  toCent,
  ZERO,
} from '../../../../kernel/values/money.ts'
import type { Allowances } from '../../../../payroll/allowances.ts'
import type { Deductions } from '../../../../payroll/deductions.ts'
import type { Earnings } from '../../../../payroll/earnings.ts'
import type { Sacrifices } from '../../../../payroll/sacrifices.ts'
import { cite, EMPLOYEE_SETTING, FIGURES_OF_THIS_PAY, type StepSource } from '../../../../payroll/sources.ts'
import type { StepFigures, StepInputs, StepWords, Trace } from '../../../../payroll/trace.ts'
import type { AuPayInput, SuperSettings } from '../input/input.ts'
import type { AuRates, SuperRate } from '../rates/rates.ts'
import { maximumWarnings } from './maximum-warnings.ts'
import { isBackPayOutsideSuper, isOutsideSuper } from './retirement-rows.ts'
import { baseInWeeks, type Owed, owedOn, paidAtThisAge } from './under-18.ts'

export type SuperParts = {
  earnings: Earnings
  allowances: Allowances
  sacrifices: Sacrifices
  deductions: Deductions
  /** Payment in lieu of notice counts like the earnings that it replaces. */
  noticePay: Decimal
  /** All taxable amounts before sacrifices, for employees whose super is based on gross. */
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

/** Calculates the super of a pay: compulsory up to the maximum base, above-compulsory on the full base, and sacrificed. */
export function contribute(input: AuPayInput, parts: SuperParts, rates: AuRates, trace: Trace): Contribution {
  const settings = input.superannuation
  const law = rates.superRate.at(input.payDate)
  const others = paidAtThisAge(input, law.value)
  const { owed, warnings } = settings.isEnabled
    ? owedOn(input, parts.earnings, law.value)
    : { owed: 'none' as const, warnings: [] }
  const isOwed = owed !== 'none'
  // A later pay may take an under-18's week over the hours limit, and then needs the earnings of this pay.
  const base = settings.isEnabled ? superBase(input, parts, law.value, cite(law), trace) : ZERO
  const ofPeriod = others.superBase.plus(base)
  const periodBase = owedBase(ofPeriod, owed, { law: law.value, source: cite(law), trace })
  const periodCounted = isOwed ? countedBase(periodBase, input, others.superBase, rates, trace) : ZERO
  if (isOwed) warnings.push(...maximumWarnings(input, { base: periodBase, counted: periodCounted }, rates))
  const compulsoryRate = compulsoryRateOf(settings, law.value)
  if (isOwed && settings.compulsoryRate?.lt(law.value.rate))
    warnings.push(belowTheLaw(settings.compulsoryRate, compulsoryRate, law.value))
  const isSwitchedOff = !settings.isEnabled
  const counted = isSwitchedOff ? ZERO : ownCounted(periodCounted, others.superBaseCounted, trace)
  const compulsory = contributeOf(
    {
      name: 'super.guarantee',
      formula: 'counted base × compulsory rate, to the cent',
      rule: isOwed ? 'Super guarantee' : notOwedRule(settings.isEnabled, law.value),
      source: compulsoryRate.eq(law.value.rate) ? cite(law) : EMPLOYEE_SETTING,
    },
    { base: periodCounted, rate: compulsoryRate },
    isSwitchedOff ? ZERO : others.compulsorySuper,
    {},
    trace,
  )
  const rate = settings.rate ?? compulsoryRate
  const aboveCompulsory = isSwitchedOff
    ? ZERO
    : contributeAbove(notBelowZero(periodBase), rate, compulsoryRate, others.aboveCompulsorySuper, trace)
  const sacrificed = parts.sacrifices.superTotal
  const resc = trace.sum({
    name: 'super.reportable',
    formula: 'above-compulsory + sacrificed super',
    add: { aboveCompulsory, sacrificed },
    rule: 'Reportable employer super contributions',
    source: FIGURES_OF_THIS_PAY,
  })
  const total = trace.sum({
    name: 'super',
    formula: 'compulsory + reportable (above-compulsory and sacrificed)',
    add: { compulsory, reportable: resc },
    rule: 'Super of the pay',
    source: FIGURES_OF_THIS_PAY,
  })
  return { base, counted, compulsory, aboveCompulsory, sacrificed, resc, total, warnings }
}

/**
 * If the stored compulsory rate is below the guarantee, the other rate makes up the gap. Only contributions above the
 * guarantee are reportable.
 */
function compulsoryRateOf({ compulsoryRate: stored, rate, isGuaranteeFirst }: SuperSettings, law: SuperRate) {
  if (stored === null) return law.rate
  if (!isGuaranteeFirst || rate === null || stored.gte(law.rate)) return stored
  return greater(stored, smaller(rate, law.rate))
}

function belowTheLaw(stored: Decimal, taken: Decimal, law: SuperRate): string {
  return taken.lt(law.rate)
    ? `The compulsory super rate ${taken} is below the law's ${law.rate}.`
    : `compulsory_super_rate is ${stored}, below the law’s ${law.rate}: the guarantee was paid out of super_rate. Clear compulsory_super_rate.`
}

/** The part of the period's base on which super is owed. */
function owedBase(
  base: Decimal,
  owed: Owed,
  step: { law: SuperRate; source: StepSource; trace: Trace },
): Decimal {
  if (owed === 'none') return ZERO
  return owed === 'all' ? base : baseInWeeks(base, owed, step)
}

function ownCounted(ofPeriod: Decimal, counted: Decimal, trace: Trace): Decimal {
  if (isZero(counted)) return ofPeriod
  return trace.sum({
    name: 'super.base-counted.remaining',
    formula: 'counted base of the period − what its other pays counted',
    add: { ofPeriod },
    subtract: { counted },
    rule: 'Several pays in one period',
    source: FIGURES_OF_THIS_PAY,
  })
}

/** A contribution on the whole period, less the contributions of its other pays. */
function contributeOf(
  words: StepWords,
  multiply: { base: Decimal; rate: Decimal } | { base: Decimal; extraRate: Decimal },
  contributed: Decimal,
  about: StepInputs,
  trace: Trace,
): Decimal {
  if (isZero(contributed)) return trace.product({ ...words, multiply, about, to: toCent })
  const ofPeriod = toCent(multiply.base.times('rate' in multiply ? multiply.rate : multiply.extraRate))
  return trace.sum({
    ...words,
    formula: 'contribution on the period as a whole − contributions of its other pays',
    add: { ofPeriod },
    subtract: { contributed },
    about: { ...about, ...multiply },
  })
}

/** Above-compulsory super is calculated on the full base. The maximum limits only the compulsory part. */
function contributeAbove(
  base: Decimal,
  rate: Decimal,
  compulsoryRate: Decimal,
  contributed: Decimal,
  trace: Trace,
): Decimal {
  const extraRate = notBelowZero(rate.minus(compulsoryRate))
  if (extraRate.eq(ZERO) && isZero(contributed)) return ZERO
  const words = {
    name: 'super.above-compulsory',
    formula: 'base × the part of the rate above the compulsory rate, to the cent',
    rule: 'Super above the guarantee',
    source: EMPLOYEE_SETTING,
  }
  return contributeOf(words, { base, extraRate }, contributed, { rate, compulsoryRate }, trace)
}

/** The part of a base that is still under the maximum, given the base already counted in its quarter or year. */
export function underMaximum(room: { base: Decimal; maximum: Decimal; before: Decimal }): Decimal {
  return smaller(notBelowZero(room.base), notBelowZero(room.maximum.minus(room.before)))
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
    const add = { taxable: parts.taxableBeforeSacrifices, notice: parts.noticePay }
    return trace.sum({
      name: 'super.base',
      formula: 'every taxable earning + notice pay − items kept out of super',
      add,
      subtract: { outside: keptOut(add, outside) },
      rule: 'Super based on gross',
      source: EMPLOYEE_SETTING,
    })
  }
  // Pay during workers compensation is not for ordinary hours of work.
  const ordinary = input.isWorkersCompensationPay ? ZERO : parts.earnings.ordinaryTotal
  const counted = parts.earnings.leave.filter((row) => !isOutsideSuper(row.leaveType))
  const leave = sum(counted.map((row) => row.amount))
  const loading = input.leaveSettings.includeLoadingInSuper ? sum(counted.map((row) => row.loading)) : ZERO
  const allowances = parts.allowances.inSuper
  const bonuses = sum(input.bonuses.filter((line) => line.isInSuper).map((line) => toCent(line.amount)))
  const backPay = sum(
    input.backPayments
      .filter((line) => line.isInSuper && !isBackPayOutsideSuper(line.stpCategory))
      .map((line) => toCent(line.amount)),
  )
  const add = { ordinary, leave, loading, allowances, bonuses, backPay, notice: parts.noticePay }
  return trace.sum({
    name: 'super.base',
    formula:
      'ordinary hours + leave + loading + allowances + bonuses + back pay + notice − items kept out of super',
    add,
    subtract: { outside: keptOut(add, outside) },
    rule: law.base === 'qualifying-earnings' ? 'Qualifying earnings' : 'Ordinary time earnings',
    source,
  })
}

/** Amounts excluded from super never take the base below zero. A correction of earnings may. */
const keptOut = (add: StepFigures, outside: Decimal) =>
  smaller(outside, notBelowZero(sum(Object.values(add))))

function countedBase(
  base: Decimal,
  input: AuPayInput,
  others: Decimal,
  rates: AuRates,
  trace: Trace,
): Decimal {
  const maximum = rates.superMaximum.at(input.payDate)
  const isYear = maximum.value.period === 'year'
  const before = isYear ? input.yearToDate.superBaseInYear : input.yearToDate.superBaseInQuarter
  return trace.made({
    name: 'super.base-counted',
    formula: isZero(others)
      ? 'base, at most the maximum less what was counted before'
      : 'base of all pays of the period, at most the maximum less what was counted before',
    inputs: { base, maximum: maximum.value.amount, before },
    make: underMaximum,
    rule: isYear ? 'Annual maximum contribution base' : 'Quarterly maximum contribution base',
    source: cite(maximum),
  })
}

function notOwedRule(isEnabled: boolean, law: SuperRate): string {
  if (!isEnabled) return 'Super is switched off'
  return `Under ${law.adultAge} with no week of more than ${law.under18HoursPerWeek} hours: none owed`
}
