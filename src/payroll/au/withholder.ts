import type { CivilDate } from '../dates.ts'
import { type Decimal, notBelowZero, ZERO } from '../money.ts'
import { bandFor } from '../rates/bands.ts'
import { cite, type StepSource } from '../sources.ts'
import type { StepInputs, Trace } from '../trace.ts'
import { CalculationError } from '../trace.ts'
import type { TaxDeclaration } from './input.ts'
import type { AuRates, Band, Schedule1 } from './rates.ts'
import { type Scale, scaleFor } from './scale.ts'
import {
  extraPayAddition,
  fromWeekly,
  medicareAdjustment,
  offsetPerPay,
  type TaxPeriod,
  tableWithholding,
  weeklyWithholding,
  weeklyX,
  workingHolidayRate,
  workingHolidayTax,
} from './tax-table.ts'

/** How one payee's earnings of one period are taxed at one date: the scale and tables, found once. */
export type Withholder = {
  scale: Scale
  period: TaxPeriod
  isForeignResident: boolean
  /** Set where one rate holds whatever the earnings: no tax file number, or a working holiday maker. */
  flat: { rate: Decimal; dropsCents: boolean; rule: string; source: StepSource } | null
  /** Schedule 1, or the combined Schedule 8 table for a payee with a study loan. */
  bands: readonly Band[]
  rule: string
  source: StepSource
  /** Schedule 1 alone, for rules that know no study loan or take it apart. */
  plainBands: readonly Band[]
  loanBands: readonly Band[] | null
  adjustments: Adjustments | null
}

type Adjustments = { declaration: TaxDeclaration; schedule: Schedule1; rates: AuRates; payDate: CivilDate }

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
  const name = tableNameOf(scale)
  const hasLoan = declaration.hasStudyLoan && scale.startsWith('scale-') && scale !== 'scale-4'
  const takesLoan = hasLoan && !declaration.isWorkingHolidayMaker
  const schedule8 = takesLoan ? rates.schedule8.at(payDate) : null
  const loanTable = scale === 'scale-1' ? 'threshold-not-claimed' : 'threshold-claimed'
  return {
    scale,
    period,
    isForeignResident: declaration.isForeignResident,
    flat: flatFor(scale, declaration, payDate, rates, paidBefore),
    bands: schedule8?.value.combined[name] ?? schedule1.value.scales[name],
    rule: schedule8 ? `Schedule 8 combined table, ${scale}` : `Schedule 1, ${scale}`,
    source: cite(schedule8 ?? schedule1),
    plainBands: schedule1.value.scales[name],
    loanBands: schedule8?.value.component[loanTable] ?? null,
    adjustments: hasAdjustments(declaration)
      ? { declaration, schedule: schedule1.value, rates, payDate }
      : null,
  }
}

/** The whole withholding on ordinary earnings of a period, with every part written down. */
export function withholdOnEarnings(
  earnings: Decimal,
  by: Withholder,
  trace: Trace,
  name = 'tax.period',
): Decimal {
  if (by.flat) return withholdFlat(earnings, by.flat, trace, name)
  const x = weeklyX(earnings, by.period)
  const band = bandFor(by.bands, x)
  const weekly = trace.step({
    name: `${name}.weekly`,
    amount: weeklyWithholding(x, band),
    formula: 'a × x − b, to the nearest dollar; x = whole dollars of weekly earnings + 0.99',
    inputs: { earnings, x, a: band.a, b: band.b },
    rule: by.rule,
    source: by.source,
  })
  const table = fromWeekly(weekly, by.period)
  const { amount, inputs } = adjust(earnings, table, by)
  return trace.step({
    name,
    amount,
    formula: inputs
      ? `${BACK[by.period]}, less offset and Medicare adjustment, plus extra-pay addition`
      : BACK[by.period],
    inputs: { weekly, ...inputs },
    rule: by.rule,
    source: by.source,
  })
}

/** The same withholding without a trace: for the "what if" figures of Schedule 5. */
export function withholdingOn(earnings: Decimal, by: Withholder): Decimal {
  if (by.flat) return workingHolidayTax(earnings, by.flat.rate, by.flat.dropsCents)
  return adjust(earnings, tableWithholding(earnings, by.period, by.bands), by).amount
}

/** Schedule 1 alone, for the tax part of Schedule 5; offsets and the Medicare adjustment still count. */
export function plainWithholdingOn(earnings: Decimal, by: Withholder): Decimal {
  return adjust(earnings, tableWithholding(earnings, by.period, by.plainBands), by).amount
}

/** The study loan component of Schedule 8 on these earnings. */
export function loanComponentOn(earnings: Decimal, by: Withholder): Decimal {
  return by.loanBands ? tableWithholding(earnings, by.period, by.loanBands) : ZERO
}

/** A flat rate on a payment of its own, such as an additional payment without a tax file number. */
export function withholdFlat(
  payment: Decimal,
  flat: NonNullable<Withholder['flat']>,
  trace: Trace,
  name: string,
): Decimal {
  return trace.step({
    name,
    amount: workingHolidayTax(payment, flat.rate, flat.dropsCents),
    formula: flat.dropsCents
      ? 'rate × whole dollars, cents dropped'
      : 'rate × whole dollars, to the nearest dollar',
    inputs: { payment, rate: flat.rate },
    rule: flat.rule,
    source: flat.source,
  })
}

const BACK = {
  WEEKLY: 'weekly amount',
  FORTNIGHTLY: 'weekly amount × 2',
  MONTHLY: 'weekly amount × 13 ÷ 3, to the nearest dollar',
  QUARTERLY: 'weekly amount × 13',
}

function tableNameOf(scale: Scale) {
  return scale === 'scale-4' || scale === 'working-holiday' || scale === 'working-holiday-no-tfn'
    ? 'scale-3'
    : scale
}

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
  if (scale !== 'working-holiday' && scale !== 'working-holiday-no-tfn') return null
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

function hasAdjustments(declaration: TaxDeclaration): boolean {
  return (
    declaration.annualTaxOffset !== undefined ||
    declaration.medicareAdjustment !== undefined ||
    declaration.hasAskedForExtraPayWithholding === true
  )
}

function adjust(earnings: Decimal, table: Decimal, by: Withholder): { amount: Decimal; inputs?: StepInputs } {
  if (!by.adjustments || by.flat) return { amount: table }
  const { declaration, schedule, rates, payDate } = by.adjustments
  const offsets = rates.taxOffsets.at(payDate).value
  const offset =
    declaration.annualTaxOffset && offsets.scales.has(by.scale)
      ? offsetPerPay(declaration.annualTaxOffset, by.period, offsets)
      : ZERO
  const medicare = medicareOf(earnings, by, declaration, schedule, payDate)
  const asked = declaration.hasAskedForExtraPayWithholding === true && table.gt(ZERO)
  const extra = asked ? extraPayAddition(earnings, by.period, rates.extraPays.at(payDate).value) : ZERO
  const amount = notBelowZero(table.plus(extra).minus(offset).minus(medicare))
  return { amount, inputs: { table, offset, medicare, extra } }
}

function medicareOf(
  earnings: Decimal,
  by: Withholder,
  declaration: TaxDeclaration,
  schedule: Schedule1,
  payDate: CivilDate,
): Decimal {
  const claim = declaration.medicareAdjustment
  if (!claim || (by.scale !== 'scale-2' && by.scale !== 'scale-6')) return ZERO
  if (!schedule.medicareAdjustment) {
    throw new CalculationError(`No Medicare levy adjustment table covers ${payDate}.`)
  }
  return medicareAdjustment(earnings, by.period, by.scale, claim.children, schedule.medicareAdjustment)
}
