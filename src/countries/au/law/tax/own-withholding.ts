import { addMonths, type CivilDate } from '../../../../kernel/values/dates.ts'
import {
  type Decimal,
  notBelowZero,
  smaller,
  toNearestDollar,
  ZERO,
} from '../../../../kernel/values/money.ts'
import type { Band } from '../../../../payroll/rates/bands.ts'
import type { Dated } from '../../../../payroll/rates/timeline.ts'
import { cite, given, type StepSource } from '../../../../payroll/sources.ts'
import type { Trace } from '../../../../payroll/trace.ts'
import { isVaried } from '../declarations/on-day.ts'
import type { AuPayInput, TaxDeclaration } from '../input/input.ts'
import type { SpecialTaxTable } from '../input/words.ts'
import type { AuRates } from '../rates/rates.ts'
import type { Scale } from './scale.ts'

/* Withholding set by a tax office notice, an agreement or the payee's work: Schedules 2, 3 and 14, PALM and variations. */

export type FlatRate = { rate: Decimal; dropsCents: boolean; rule: string; source: StepSource }

const NOTICE = given('Notice of variation by the tax office, as entered for the employee')

/** The payee's flat rate. Null when the payee has none. */
export function ownRate(
  scale: Scale,
  { isForeignResident, variation }: TaxDeclaration,
  payDate: CivilDate,
  rates: AuRates,
): FlatRate | null {
  const flat = (rate: Decimal, rule: string, source: StepSource) => ({
    rate,
    dropsCents: false,
    rule,
    source,
  })
  if (scale === 'varied')
    return variation?.rate ? flat(variation.rate, 'Variation by the tax office', NOTICE) : null
  if (scale === 'horticulture') {
    const table = rates.schedule2.at(payDate)
    const { resident, foreign } = table.value
    return flat(isForeignResident ? foreign : resident, 'Schedule 2, horticulture and shearing', cite(table))
  }
  if (scale === 'promotional') {
    const table = rates.schedule3.at(payDate)
    return flat(table.value.promotionalRate, 'Performing in a promotional activity', cite(table))
  }
  if (scale !== 'palm') return null
  const table = rates.palm.at(payDate)
  return flat(table.value.rate, 'Pacific Australia Labour Mobility scheme', cite(table))
}

/** The amount per period that a notice fixes. */
export function fixedAmount(scale: Scale, { variation }: TaxDeclaration): Decimal | null {
  return scale === 'varied' && !variation?.rate ? (variation?.amount ?? null) : null
}

/** Withholds the amount of the notice, but no more than the earnings. */
export function withholdFixed(earnings: Decimal, amount: Decimal, trace: Trace, name: string): Decimal {
  return trace.made({
    name,
    formula: 'amount of the notice for each period, at most the earnings',
    inputs: { earnings, amount },
    make: (terms) => smaller(terms.amount, notBelowZero(terms.earnings)),
    rule: 'Variation by the tax office',
    source: NOTICE,
  })
}

/** The bands of Schedule 3 for a performing artist. */
export function artistTable(declaration: TaxDeclaration, payDate: CivilDate, rates: AuRates) {
  const table = rates.schedule3.at(payDate)
  const bands: readonly Band[] = declaration.claimsTaxFreeThreshold
    ? table.value.claimed
    : table.value.notClaimed
  const tables: readonly Dated<unknown>[] = [table]
  return {
    bands,
    rule: 'Schedule 3, performing artists',
    source: cite(table),
    tables,
    plainBands: bands,
    isLoanApart: false,
  }
}

/** The Medicare levy surcharge on a period's earnings, in whole dollars. It applies only to scales that include the levy. */
export function surchargeOn(
  earnings: Decimal,
  { surcharge }: TaxDeclaration,
  scale: Scale,
  payDate: CivilDate,
  rates: AuRates,
): { amount: Decimal; table: Dated<unknown> } | null {
  if (!surcharge || (scale !== 'scale-1' && scale !== 'scale-2')) return null
  const table = rates.surcharge.at(payDate)
  return { amount: toNearestDollar(earnings.times(table.value[surcharge])), table }
}

/** Adds the extra withholding that the employee asked for, once per period with earnings. */
export function addAgreed(
  tax: Decimal,
  earnings: Decimal,
  { declaration }: AuPayInput,
  trace: Trace,
): Decimal {
  const { extraWithholding: agreed } = declaration
  if (!agreed || earnings.lte(ZERO)) return tax
  return trace.sum({
    name: 'tax.period.agreed',
    formula: 'normal amount + additional amount that the employee asked for',
    add: { tax, agreed },
    rule: 'Schedule 14, agreement to increase withholding',
    source: given('Agreement with the employee to withhold more'),
  })
}

const SCALE_OF: Readonly<Record<SpecialTaxTable, Scale>> = {
  HORTICULTURE_SHEARING: 'horticulture',
  PERFORMING_ARTIST: 'performing-artist',
  PROMOTIONAL_ACTIVITY: 'promotional',
  PALM: 'palm',
}

function withoutVariation(scale: Scale): string {
  if (scale === 'palm') return 'the PALM scheme has one rate'
  return scale === 'scale-4'
    ? 'it needs a tax file number'
    : 'a working holiday maker is taxed by Schedule 15'
}

/** Warnings for the payroll officer about these kinds of withholding. */
export function ownWithholdingWarnings(
  { declaration, payDate, startDate }: AuPayInput,
  scale: Scale,
  rates: AuRates,
): string[] {
  const { variation, specialTable, surcharge } = declaration
  const said: string[] = []
  if (variation?.to && variation.to < payDate && !isVaried(declaration, payDate))
    said.push(
      `The withholding variation ended on ${variation.to}: the tables apply again. Clear it, or enter the new notice.`,
    )
  if (isVaried(declaration, payDate) && scale !== 'varied')
    said.push(
      `The withholding variation was not used: ${withoutVariation(scale)}. Check what the notice says about these payments.`,
    )
  if (specialTable && scale !== SCALE_OF[specialTable])
    said.push(
      `special_tax_table ${specialTable} was not used: ${scale === 'scale-4' ? 'it needs a tax file number' : 'residency, the tax-free threshold or a variation decides otherwise'}.`,
    )
  if (scale === 'horticulture') {
    const months = rates.schedule2.at(payDate).value.mostMonths
    if (addMonths(startDate, months) < payDate)
      said.push(
        `Schedule 2 is for at most ${months} months with the same grower or employer, and the employment started on ${startDate}: check special_tax_table.`,
      )
  }
  if (surcharge && scale !== 'scale-1' && scale !== 'scale-2')
    said.push('medicare_levy_surcharge was not withheld: only scales 1 and 2 have the Medicare levy in full.')
  return said
}
