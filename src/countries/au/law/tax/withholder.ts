import type { CivilDate } from '../../../../kernel/values/dates.ts'
import { type Decimal, notBelowZero, ZERO } from '../../../../kernel/values/money.ts'
import { bandFor } from '../../../../payroll/rates/bands.ts'
import type { Dated } from '../../../../payroll/rates/timeline.ts'
import { cite, type StepSource } from '../../../../payroll/sources.ts'
import { Trace } from '../../../../payroll/trace.ts'
import type { TaxDeclaration } from '../input/input.ts'
import type { AuRates, Band, ScaleName } from '../rates/rates.ts'
import { artistTable, type FlatRate, fixedAmount, ownRate, withholdFixed } from './own-withholding.ts'
import { type Scale, scaleFor } from './scale.ts'
import { seniorsTable } from './seniors.ts'
import { type Adjustments, adjustmentsOf, hasAdjustments } from './tax-adjustments.ts'
import {
  fromWeekly,
  type TaxPeriod,
  tableWithholding,
  weeklyWithholding,
  weeklyX,
  workingHolidayRate,
  workingHolidayTax,
} from './tax-table.ts'

/** The scale and tables that tax one payee's earnings of a period at one date. They are looked up once. */
export type Withholder = {
  scale: Scale
  period: TaxPeriod
  isForeignResident: boolean
  /** Set when one rate applies to all earnings, for example without a tax file number or for a working holiday maker. */
  flat: FlatRate | null
  /** Set when a notice fixes the amount per period. */
  fixed: Decimal | null
  /** Schedule 1, or the combined Schedule 8 table for a payee with a study loan. */
  bands: readonly Band[]
  rule: string
  source: StepSource
  /** The tables that `source` cites. */
  tables: readonly Dated<unknown>[]
  /** Schedule 1 alone, for rules that ignore the study loan or calculate it separately. */
  plainBands: readonly Band[]
  loanBands: readonly Band[] | null
  /** True when no combined table includes the loan. Its component is then calculated separately (Schedule 9). */
  isLoanApart: boolean
  adjustments: Adjustments | null
}

/** Finds the scale and tables for a declaration at a pay date. */
export function withholderFor(
  declaration: TaxDeclaration,
  payDate: CivilDate,
  period: TaxPeriod,
  rates: AuRates,
  paidBefore: Decimal,
): Withholder {
  const scale = scaleFor(declaration, payDate, rates.tfnRules.at(payDate).value)
  const schedule1 = rates.schedule1.at(payDate)
  const schedule8 = takesLoan(scale, declaration) ? rates.schedule8.at(payDate) : null
  const loanTable = scale === 'scale-1' ? 'threshold-not-claimed' : 'threshold-claimed'
  const common = {
    scale,
    period,
    isForeignResident: declaration.isForeignResident,
    flat: flatFor(scale, declaration, payDate, rates, paidBefore),
    fixed: fixedAmount(scale, declaration),
    loanBands: schedule8?.value.component[loanTable] ?? null,
    adjustments: hasAdjustments(declaration)
      ? { declaration, schedule: schedule1.value, rates, payDate }
      : null,
  }
  if (scale === 'seniors') return { ...common, ...seniorsTable(declaration, payDate, rates, schedule8) }
  if (scale === 'performing-artist')
    return { ...common, ...artistTable(declaration, payDate, rates), adjustments: null }
  const name = tableNameOf(scale)
  return {
    ...common,
    bands: schedule8?.value.combined[name] ?? schedule1.value.scales[name],
    rule: schedule8 ? `Schedule 8 combined table, ${scale}` : `Schedule 1, ${scale}`,
    source: cite(schedule8 ?? schedule1),
    tables: [schedule8 ?? schedule1],
    plainBands: schedule1.value.scales[name],
    isLoanApart: false,
  }
}

function takesLoan(scale: Scale, declaration: TaxDeclaration): boolean {
  return (
    declaration.hasStudyLoan &&
    (scale === 'seniors' || isTaxedByTable(scale)) &&
    !declaration.isWorkingHolidayMaker &&
    !isLowFamilyIncome(declaration)
  )
}

/**
 * Schedule 8: no component applies when the Medicare levy is reduced for a spouse or dependants and low family income. The
 * reduction counts under the same conditions as in reporting: the payee is a resident who claims the threshold and has no
 * full exemption.
 */
export function isLowFamilyIncome(declaration: TaxDeclaration): boolean {
  const { medicareAdjustment, isForeignResident, claimsTaxFreeThreshold, medicareExemption } = declaration
  if (medicareAdjustment === undefined || isForeignResident) return false
  return claimsTaxFreeThreshold && medicareExemption !== 'FULL'
}

/** The full withholding on ordinary earnings of a period, with every part in the trace. */
export function withholdOnEarnings(
  earnings: Decimal,
  by: Withholder,
  trace: Trace,
  name = 'tax.period',
): Decimal {
  if (by.fixed) return withholdFixed(earnings, by.fixed, trace, name)
  if (by.flat) return withholdFlat(earnings, by.flat, trace, name)
  if (!by.isLoanApart) return withholdByTable(earnings, by, by.bands, trace, name)
  // The loan is added in a separate step, so the table amount needs another step name.
  const own = by.adjustments ? `${name}.adjusted` : `${name}.table`
  return withLoan(earnings, withholdByTable(earnings, by, by.bands, trace, name, own), by, trace, name)
}

/** The withholding by the period's table, with the offset, the Medicare levy adjustment and the extra-pay addition. */
function withholdByTable(
  earnings: Decimal,
  by: Withholder,
  bands: readonly Band[],
  trace: Trace,
  name: string,
  own = name,
): Decimal {
  const x = weeklyX(earnings, by.period)
  const band = bandFor(bands, x)
  const { rule, source, period } = by
  const weekly = trace.made({
    name: `${name}.weekly`,
    formula: 'a × x − b, to the nearest dollar; x = whole dollars of weekly earnings + 0.99',
    inputs: { earnings, x, a: band.a, b: band.b },
    make: weeklyWithholding,
    rule,
    source,
  })
  const table = trace.made({
    name: by.adjustments ? `${name}.table` : own,
    formula: BACK[period],
    inputs: { weekly, period },
    make: backToPeriod,
    rule,
    source,
  })
  if (!by.adjustments) return table
  const { extra, offset, medicare, surcharge, tables } = adjustmentsOf(earnings, weekly, by, by.adjustments)
  return trace.sum({
    name: own,
    formula: `table amount + extra-pay addition${surcharge ? ' + Medicare levy surcharge' : ''} − tax offset − Medicare levy adjustment, not below zero`,
    add: { table, extra, ...(surcharge ? { surcharge } : {}) },
    subtract: { offset, medicare },
    about: { weekly },
    to: notBelowZero,
    rule,
    source: cite(...by.tables, ...tables),
  })
}

/** Adds the study loan component when no combined table includes it. */
function withLoan(earnings: Decimal, table: Decimal, by: Withholder, trace: Trace, name: string): Decimal {
  return trace.sum({
    name,
    formula: 'table amount + study loan component',
    add: { table, studyLoan: loanComponentOn(earnings, by) },
    rule: by.rule,
    source: by.source,
  })
}

function backToPeriod({ weekly, period }: { weekly: Decimal; period: TaxPeriod }): Decimal {
  return fromWeekly(weekly, period)
}

/** The same withholding as a hypothetical amount for Schedule 5. It is not written to the trace. */
export function withholdingOn(earnings: Decimal, by: Withholder): Decimal {
  return withholdOnEarnings(earnings, by, unwritten())
}

/** Withholding by Schedule 1 alone, for the tax part of Schedule 5. Offsets and the Medicare adjustment still apply. */
export function plainWithholdingOn(earnings: Decimal, by: Withholder): Decimal {
  return withholdByTable(earnings, by, by.plainBands, unwritten(), 'tax.period')
}

const unwritten = () => new Trace({ isWritten: false })

/** The study loan component of Schedule 8 on these earnings. */
export function loanComponentOn(earnings: Decimal, by: Withholder): Decimal {
  return by.loanBands ? tableWithholding(earnings, by.period, by.loanBands) : ZERO
}

/** Withholds a flat rate on a separate payment, such as an additional payment without a tax file number. */
export function withholdFlat(
  payment: Decimal,
  flat: NonNullable<Withholder['flat']>,
  trace: Trace,
  name: string,
): Decimal {
  return trace.made({
    name,
    formula: flat.dropsCents
      ? 'rate × whole dollars, cents dropped'
      : 'rate × whole dollars, to the nearest dollar',
    inputs: { payment, rate: flat.rate },
    make: flat.dropsCents ? droppingCents : toTheDollar,
    rule: flat.rule,
    source: flat.source,
  })
}

const droppingCents = (flat: { payment: Decimal; rate: Decimal }) =>
  workingHolidayTax(flat.payment, flat.rate, true)
const toTheDollar = (flat: { payment: Decimal; rate: Decimal }) =>
  workingHolidayTax(flat.payment, flat.rate, false)

const BACK = {
  WEEKLY: 'weekly amount',
  FORTNIGHTLY: 'weekly amount × 2',
  MONTHLY: 'weekly amount × 13 ÷ 3, to the nearest dollar',
  QUARTERLY: 'weekly amount × 13',
}

/** A payee with a flat rate has no table, so the table for foreign residents is used. */
function tableNameOf(scale: Scale): ScaleName {
  return isTaxedByTable(scale) ? scale : 'scale-3'
}

const isTaxedByTable = (scale: Scale): scale is ScaleName => scale.startsWith('scale-') && scale !== 'scale-4'

function flatFor(
  scale: Scale,
  declaration: TaxDeclaration,
  payDate: CivilDate,
  rates: AuRates,
  paidBefore: Decimal,
): Withholder['flat'] {
  if (scale === 'scale-4') {
    const table = rates.schedule1.at(payDate)
    const rate = declaration.isForeignResident ? table.value.scale4.foreign : table.value.scale4.resident
    return { rate, dropsCents: true, rule: 'Schedule 1, scale 4 (no tax file number)', source: cite(table) }
  }
  if (scale !== 'working-holiday' && scale !== 'working-holiday-no-tfn')
    return ownRate(scale, declaration, payDate, rates)
  const table = rates.schedule15.at(payDate)
  if (scale === 'working-holiday-no-tfn') {
    return {
      rate: table.value.noTfn,
      dropsCents: true,
      rule: 'Schedule 15, no tax file number',
      source: cite(table),
    }
  }
  const { rate, isTop } = workingHolidayRate(paidBefore, table.value)
  const rule = `Schedule 15, ${paidBefore.toFixed(2)} paid earlier in the year`
  return { rate, dropsCents: isTop, rule, source: cite(table) }
}
