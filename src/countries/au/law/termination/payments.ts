import { addMonths, type CivilDate, yearsOfService } from '../../../../kernel/values/dates.ts'
import {
  type Decimal,
  notBelowZero,
  smaller,
  sum,
  toNearestDollar,
  whole,
  ZERO,
} from '../../../../kernel/values/money.ts'
import { cite, SUPER_ONLY } from '../../../../payroll/sources.ts'
import type { Trace } from '../../../../payroll/trace.ts'
import { isDeath } from '../input/ending.ts'
import type { AuPayInput, AuTerminationInput, EarlierEtp, EtpCode, TaxSummary } from '../input/input.ts'
import type { AuRates } from '../rates/rates.ts'
import type { Withholder } from '../tax/withholder.ts'
import type { TerminationAmounts } from './amounts.ts'
import {
  capFor,
  type EtpCapsLeft,
  hasPensionAge,
  hasPreservationAge,
  redundancyTaxFreeLimit,
  splitCode,
  withholdOnEtp,
} from './etp.ts'

/** The inputs for the tax of a termination. */
export type EndingTaxFacts = {
  input: AuPayInput
  ending: AuTerminationInput
  amounts: TerminationAmounts
  by: Withholder
  rates: AuRates
  trace: Trace
  dateOfBirth: CivilDate
}

/** The payments under one code. The invalidity and pre-July-1983 segments are tax-free. */
export type EtpPart = { code: EtpCode; taxable: Decimal; taxFree?: Decimal }

/** Sorts the payments by code. The tax-free part of a genuine redundancy is lump sum D, not an ETP. */
export function sortEtps(facts: EndingTaxFacts): { parts: EtpPart[]; lumpSumD: Decimal; delayed: Decimal } {
  const { input, ending, amounts, dateOfBirth, rates } = facts
  const { notice, redundancy, etp } = amounts
  // Unused rostered days off are an ETP, like unused sick leave.
  const sick = amounts.sick.plus(amounts.rdo)
  if (isDeath(ending.reason)) {
    const code = ending.reason === 'DEATH_DEPENDENT' ? 'D' : ending.reason === 'DEATH_ESTATE' ? 'T' : 'N'
    return { parts: [{ code, taxable: sum([notice, redundancy, sick, etp]) }], lumpSumD: ZERO, delayed: ZERO }
  }
  const isGenuine =
    ending.reason === 'REDUNDANCY' &&
    !hasPensionAge(dateOfBirth, ending.terminationDate, rates.etpRates.at(input.payDate).value)
  const lumpSumD = isGenuine ? smaller(redundancy.plus(amounts.taxFreePilon), taxFreeLimit(facts)) : ZERO
  // After the schedule's number of months, only redundancy pay is still an ETP.
  const { delayedAfterMonths } = rates.etpRates.at(input.payDate).value
  if (input.payDate > addMonths(ending.terminationDate, delayedAfterMonths)) {
    const isKept = ending.reason === 'REDUNDANCY'
    const kept = isKept ? notBelowZero(redundancy.minus(lumpSumD)) : ZERO
    const all = sum([notice, redundancy, sick, etp])
    return { parts: [{ code: 'R', taxable: kept }], lumpSumD, delayed: all.minus(kept).minus(lumpSumD) }
  }
  if (ending.reason === 'REDUNDANCY') {
    return {
      parts: [
        { code: 'R', taxable: redundancy.plus(notice).minus(lumpSumD) },
        { code: 'O', taxable: etp.plus(sick) },
      ],
      lumpSumD,
      delayed: ZERO,
    }
  }
  if (ending.reason === 'INVALIDITY') {
    return {
      parts: [
        { code: 'R', taxable: sum([notice, redundancy, etp]) },
        { code: 'O', taxable: sick },
      ],
      lumpSumD,
      delayed: ZERO,
    }
  }
  return { parts: [{ code: 'O', taxable: sum([notice, redundancy, etp, sick]) }], lumpSumD, delayed: ZERO }
}

function taxFreeLimit({ input, ending, rates, trace }: EndingTaxFacts): Decimal {
  const caps = rates.etpCaps.at(input.payDate)
  const years = whole(yearsOfService(input.startDate, ending.terminationDate))
  const used = sum((ending.earlierEtps ?? []).map(({ lumpSumD }) => lumpSumD ?? ZERO))
  const limit = trace.made({
    name: 'termination.redundancy-tax-free-limit',
    formula: 'base + amount per year × completed years of service',
    inputs: { base: caps.value.redundancyBase, perYear: caps.value.redundancyPerYear, years },
    make: redundancyTaxFreeLimit,
    rule: 'Genuine redundancy, ITAA 1997 s 83-170',
    source: cite(caps),
  })
  if (used.eq(ZERO)) return limit
  return trace.sum({
    name: 'termination.redundancy-tax-free-limit',
    formula: 'limit of the redundancy − the tax-free part of its earlier payments, not below zero',
    add: { limit },
    subtract: { used },
    to: notBelowZero,
    rule: 'Genuine redundancy, ITAA 1997 s 83-170: one limit for all its payments',
    source: cite(caps),
  })
}

/** Payments made too long after the termination are taxed as income at a flat rate. */
export function taxDelayed(delayed: Decimal, { input, by, rates, trace }: EndingTaxFacts): Decimal {
  if (delayed.eq(ZERO) || input.isSuperOnlyContractor) return ZERO
  const table = rates.etpRates.at(input.payDate)
  const noTfn = by.isForeignResident ? table.value.noTfn.foreign : table.value.noTfn.resident
  const own = by.scale === 'scale-4' ? noTfn : table.value.delayed
  return trace.product({
    name: 'termination.delayed-tax',
    formula: `payment later than ${table.value.delayedAfterMonths} months after the employment ended × flat rate, to the nearest dollar`,
    multiply: { payment: delayed, rate: by.flat && by.scale !== 'scale-4' ? by.flat.rate : own },
    to: toNearestDollar,
    rule: 'Schedule 11, payments too late to be a termination payment',
    source: cite(table),
  })
}

/** Withholds on each code under the caps that remain. Code R comes first. */
export function taxEtps(
  parts: readonly EtpPart[],
  lumpSumD: Decimal,
  income: Decimal,
  facts: EndingTaxFacts,
): TaxSummary[] {
  const { input, ending, rates } = facts
  const caps = rates.etpCaps.at(input.payDate)
  const earlier = earlierOf(ending)
  const paid = sum(earlier.map((row) => row.taxable))
  const paidThisYear = sum(earlier.filter((row) => !row.isEarlierIncomeYear).map((row) => row.taxable))
  const left: EtpCapsLeft = {
    etpCap: notBelowZero(caps.value.etpCap.minus(paid)),
    wholeOfIncomeCap: notBelowZero(caps.value.wholeOfIncomeCap.minus(income).minus(paidThisYear)),
  }
  const isSplit = earlier.some((row) => row.isEarlierIncomeYear)
  const summaries: TaxSummary[] = []
  for (const part of parts) {
    const ownD = part.code === 'R' ? lumpSumD : ZERO
    if (part.taxable.eq(ZERO) && ownD.eq(ZERO) && (part.taxFree ?? ZERO).eq(ZERO)) continue
    summaries.push(taxEtp(part, ownD, splitCode(part.code, isSplit), left, facts))
    left.etpCap = notBelowZero(left.etpCap.minus(part.taxable))
  }
  return summaries
}

/**
 * The earlier payments that use up the caps. A death benefit belongs to the beneficiary, so only earlier death benefits of
 * the same kind count, not the employee's own payments.
 */
function earlierOf({ reason, earlierEtps = [] }: AuTerminationInput): readonly EarlierEtp[] {
  if (!isDeath(reason)) return earlierEtps.filter(({ code }) => code === undefined)
  const codes: readonly EtpCode[] =
    reason === 'DEATH_DEPENDENT' ? ['D'] : reason === 'DEATH_NON_DEPENDENT' ? ['N', 'B'] : ['T']
  return earlierEtps.filter(({ code }) => code !== undefined && codes.includes(code))
}

/** The payee of a death benefit. The employee's missing tax file number, Schedule 15 and foreign residence do not apply. */
const BENEFICIARY = { flat: null, scale: 'scale-2', isForeignResident: false } as const

/** Withholds on the payments under one code. */
function taxEtp(
  { code, taxable, taxFree = ZERO }: EtpPart,
  lumpSumD: Decimal,
  etpCode: EtpCode,
  left: EtpCapsLeft,
  facts: EndingTaxFacts,
): TaxSummary {
  const { input, ending, by, rates, trace, dateOfBirth } = facts
  const [caps, table] = [rates.etpCaps.at(input.payDate), rates.etpRates.at(input.payDate)]
  const isPreserved = hasPreservationAge(dateOfBirth, input.payDate, table.value)
  const rule = `Schedule 11, code ${etpCode}`
  const name = `termination.etp-tax.${etpCode}`
  const { formula, inputs, make } = withholdOnEtp(
    taxable,
    code,
    capFor(code, left),
    isPreserved,
    isDeath(ending.reason) ? BENEFICIARY : by,
    table.value,
  )
  const taxWithheld = input.isSuperOnlyContractor
    ? trace.sum({ name, formula: 'nothing is withheld', add: {}, rule, source: SUPER_ONLY })
    : trace.made({
        name,
        formula,
        inputs: {
          ...inputs,
          etpCapLeft: left.etpCap,
          wholeOfIncomeCapLeft: left.wholeOfIncomeCap,
          age: isPreserved ? 'preservation age reached' : 'under preservation age',
        },
        make,
        rule,
        source: cite(table, caps),
      })
  trace.sum({
    name: `termination.etp-taxable.${etpCode}`,
    formula: 'payments of this code − the tax-free part of a redundancy − tax-free segments',
    add: { payments: sum([taxable, taxFree, lumpSumD]) },
    subtract: { lumpSumD, taxFree },
    rule,
    source: cite(table),
  })
  return { etpCode, taxWithheld, taxableComponent: taxable, taxFreeComponent: taxFree, lumpSumD }
}
