import { addYears, type CivilDate, completedYears } from '../../dates.ts'
import { type Decimal, notBelowZero, smaller, sum, toNearestDollar, whole, ZERO } from '../../money.ts'
import { cite } from '../../sources.ts'
import type { Trace } from '../../trace.ts'
import type { AuPayInput, AuTerminationInput, EtpCode, TaxSummary } from '../input.ts'
import type { AuRates } from '../rates.ts'
import type { Withholder } from '../withholder.ts'
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

/** What the tax of an ending is worked out from. */
export type EndingFacts = {
  input: AuPayInput
  ending: AuTerminationInput
  amounts: TerminationAmounts
  by: Withholder
  rates: AuRates
  trace: Trace
  dateOfBirth: CivilDate
}

/** The taxable payments of one code. */
export type EtpPart = { code: EtpCode; taxable: Decimal }

/** Sorts the payments by code; the tax-free part of a genuine redundancy is no termination payment (lump sum D). */
export function sortEtps(facts: EndingFacts): { parts: EtpPart[]; lumpSumD: Decimal; delayed: Decimal } {
  const { input, ending, amounts, dateOfBirth, rates } = facts
  const { notice, redundancy, sick, etp } = amounts
  if (ending.reason.startsWith('DEATH')) {
    const code = ending.reason === 'DEATH_DEPENDENT' ? 'D' : ending.reason === 'DEATH_ESTATE' ? 'T' : 'N'
    return { parts: [{ code, taxable: sum([notice, redundancy, sick, etp]) }], lumpSumD: ZERO, delayed: ZERO }
  }
  const isGenuine =
    ending.reason === 'REDUNDANCY' &&
    !hasPensionAge(dateOfBirth, ending.terminationDate, rates.etpRates.at(input.payDate).value)
  const lumpSumD = isGenuine ? smaller(redundancy.plus(amounts.taxFreePilon), taxFreeLimit(facts)) : ZERO
  // Later than a year after the ending only the redundancy is still a termination payment.
  if (input.payDate > addYears(ending.terminationDate, 1)) {
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

function taxFreeLimit({ input, ending, rates, trace }: EndingFacts): Decimal {
  const caps = rates.etpCaps.at(input.payDate)
  const years = whole(completedYears(input.startDate, ending.terminationDate))
  return trace.step({
    name: 'termination.redundancy-tax-free-limit',
    amount: redundancyTaxFreeLimit(years, caps.value),
    formula: 'base + amount per year × completed years of service',
    inputs: { base: caps.value.redundancyBase, perYear: caps.value.redundancyPerYear, years },
    rule: 'Genuine redundancy, ITAA 1997 s 83-170',
    source: cite(caps),
  })
}

/** Payments later than a year after the ending are income at a flat rate. */
export function taxDelayed(delayed: Decimal, { input, by, rates, trace }: EndingFacts): Decimal {
  if (delayed.eq(ZERO) || input.isSuperOnlyContractor) return ZERO
  const table = rates.etpRates.at(input.payDate)
  const noTfn = by.isForeignResident ? table.value.noTfn.foreign : table.value.noTfn.resident
  const rate = by.scale === 'scale-4' ? noTfn : table.value.delayed
  return trace.step({
    name: 'termination.delayed-tax',
    amount: toNearestDollar(delayed.times(by.flat && by.scale !== 'scale-4' ? by.flat.rate : rate)),
    formula: 'payment later than 12 months after the ending × flat rate, to the nearest dollar',
    inputs: { payment: delayed, rate },
    rule: 'Schedule 11, twelve-month rule',
    source: cite(table),
  })
}

/** Withholds on each code under the caps left to it; code R comes first. */
export function taxEtps(
  parts: readonly EtpPart[],
  lumpSumD: Decimal,
  income: Decimal,
  facts: EndingFacts,
): TaxSummary[] {
  const { input, ending, by, rates, trace, dateOfBirth } = facts
  const caps = rates.etpCaps.at(input.payDate)
  const table = rates.etpRates.at(input.payDate)
  const earlier = ending.earlierEtps ?? []
  const isPreserved = hasPreservationAge(dateOfBirth, input.payDate, table.value)
  const left: EtpCapsLeft = {
    etpCap: notBelowZero(caps.value.etpCap.minus(sum(earlier.map((row) => row.taxable)))),
    wholeOfIncomeCap: notBelowZero(caps.value.wholeOfIncomeCap.minus(income)),
  }
  const isSplit = earlier.some((row) => row.isEarlierIncomeYear)
  const summaries: TaxSummary[] = []
  for (const { code, taxable } of parts) {
    const ownD = code === 'R' ? lumpSumD : ZERO
    if (taxable.eq(ZERO) && ownD.eq(ZERO)) continue
    const cap = capFor(code, left)
    const amount = input.isSuperOnlyContractor
      ? ZERO
      : withholdOnEtp(taxable, code, cap, isPreserved, by, table.value)
    const taxWithheld = trace.step({
      name: `termination.etp-tax.${splitCode(code, isSplit)}`,
      amount,
      formula: 'rate × the part within the cap + top rate × the rest, to the nearest dollar',
      inputs: {
        taxable,
        cap: cap ?? 'none',
        etpCapLeft: left.etpCap,
        wholeOfIncomeCapLeft: left.wholeOfIncomeCap,
        age: isPreserved ? 'preservation age reached' : 'under preservation age',
      },
      rule: `Schedule 11, code ${splitCode(code, isSplit)}`,
      source: cite(table, caps),
    })
    trace.step({
      name: `termination.etp-taxable.${splitCode(code, isSplit)}`,
      amount: taxable,
      formula: 'payments of this code, less the tax-free part of a redundancy',
      inputs: { lumpSumD: ownD },
      rule: `Schedule 11, code ${splitCode(code, isSplit)}`,
      source: cite(table),
    })
    left.etpCap = notBelowZero(left.etpCap.minus(taxable))
    summaries.push({
      etpCode: splitCode(code, isSplit),
      taxWithheld,
      taxableComponent: taxable,
      taxFreeComponent: ZERO,
      lumpSumD: ownD,
    })
  }
  return summaries
}
