import type { Decimal } from '../../../../kernel/values/money.ts'
import { recordOf } from '../../../../kernel/values/word-lists.ts'
import { type Band, bandsIn, rateBandsIn } from '../../../../payroll/rates/bands.ts'
import type { RateMap } from '../../../../payroll/rates/node.ts'
import { MEDICARE_EXEMPTIONS, SENIORS_CLAIMS, type SeniorsClaim, SURCHARGE_TIERS } from '../input/words.ts'

/* Readers for the withholding tables. The return type of each reader is the type of its table. */

export type ScaleName = (typeof SCALES)[number]
export type Scales = Readonly<Record<ScaleName, readonly Band[]>>
export type ByResidency = { resident: Decimal; foreign: Decimal }

const SCALES = ['scale-1', 'scale-2', 'scale-3', 'scale-5', 'scale-6'] as const

export function readSchedule1(data: RateMap) {
  return {
    scales: readScales(data.map('scales')),
    scale4: readResidency(data.map('scale-4')),
    medicareAdjustment: data.has('medicare_levy_adjustment')
      ? readMedicare(data.map('medicare_levy_adjustment'))
      : null,
  }
}
export type Schedule1 = ReturnType<typeof readSchedule1>

function readMedicare(data: RateMap) {
  return {
    familyThreshold: data.figure('family_threshold'),
    perChild: data.figure('per_child'),
    maxChildren: data.whole('max_children'),
    'scale-2': readMedicareScale(data.map('scale-2')),
    'scale-6': readMedicareScale(data.map('scale-6')),
  }
}
export type MedicareAdjustment = ReturnType<typeof readMedicare>

function readMedicareScale(row: RateMap) {
  return {
    from: row.figure('from'),
    shadeInBase: row.figure('shade_in_base'),
    shadeInTo: row.figure('shade_in_to'),
    shadeInRate: row.figure('shade_in_rate'),
    levyRate: row.figure('levy_rate'),
    shadeOutRate: row.figure('shade_out_rate'),
    needsChildren: row.isYes('needs_children'),
  }
}

export function readTaxOffsets(data: RateMap) {
  const fractions = data.map('fractions')
  return {
    scales: new Set<string>(data.words('scales', [...SCALES, 'seniors'])),
    ...fractions.figuresBy(['weekly', 'fortnightly', 'monthly', 'quarterly']),
  }
}
export type TaxOffsets = ReturnType<typeof readTaxOffsets>

export function readExtraPays(data: RateMap) {
  const rows = (key: 'weekly' | 'fortnightly') =>
    data.has(key)
      ? data.maps(key).map((row) => ({ from: row.figure('from'), add: row.figure('add') }))
      : { missing: data.text(`${key}_missing`) }
  return { weekly: rows('weekly'), fortnightly: rows('fortnightly') }
}
export type ExtraPays = ReturnType<typeof readExtraPays>

/** One rate for residents and one for foreign residents. */
export const readSchedule2 = (data: RateMap) => ({
  ...readResidency(data),
  mostMonths: data.whole('most_months'),
})
export type Schedule2 = ReturnType<typeof readSchedule2>

export function readSchedule3(data: RateMap) {
  const scales = data.map('scales')
  return {
    promotionalRate: data.figure('promotional_rate'),
    claimed: bandsIn(scales, 'threshold-claimed'),
    notClaimed: bandsIn(scales, 'threshold-not-claimed'),
  }
}
export type Schedule3 = ReturnType<typeof readSchedule3>

/** The rate for workers in the Pacific Australia Labour Mobility scheme. */
export const readPalm = (data: RateMap) => ({ rate: data.figure('rate') })
export type PalmRate = ReturnType<typeof readPalm>

/** The Medicare levy surcharge by tier. */
export const readSurcharge = (data: RateMap) => data.map('tiers').figuresBy([...SURCHARGE_TIERS])
export type Surcharge = ReturnType<typeof readSurcharge>

export function readSchedule4(data: RateMap) {
  return { rate: data.figure('rate'), noTfn: readResidency(data.map('no_tfn')) }
}
export type FlatRate = ReturnType<typeof readSchedule4>

export function readSchedule5(data: RateMap) {
  return {
    limitRate: data.figure('limit_rate'),
    lumpSumE: {
      minimum: data.figure('lump_sum_e_minimum'),
      months: data.whole('lump_sum_e_months'),
    },
    noTfn: readResidency(data.map('no_tfn')),
  }
}
export type Schedule5 = ReturnType<typeof readSchedule5>

export function readSchedule7(data: RateMap) {
  return {
    flatRate: data.figure('flat_rate'),
    foreignFlatRate: data.figure('foreign_flat_rate'),
    preAugust1978Fraction: data.figure('pre_august_1978_fraction'),
    smallPaymentLimit: data.figure('small_payment_limit'),
    ...readEras(data.map('long_service_from')),
    noTfn: readResidency(data.map('no_tfn')),
  }
}
function readEras(data: RateMap) {
  return { secondEra: data.date('second_era'), thirdEra: data.date('third_era') }
}
export type Schedule7 = ReturnType<typeof readSchedule7>

export function readSchedule8(data: RateMap) {
  const component = data.map('component')
  return {
    combined: readScales(data.map('combined')),
    component: {
      'threshold-claimed': bandsIn(component, 'threshold-claimed'),
      'threshold-not-claimed': bandsIn(component, 'threshold-not-claimed'),
    },
  }
}
export type Schedule8 = ReturnType<typeof readSchedule8>

const SENIORS_SCALES = {
  SINGLE: 'single',
  ILLNESS_SEPARATED: 'illness-separated',
  COUPLE: 'couple',
} as const satisfies Record<SeniorsClaim, string>
const EXEMPTION_SUFFIX = { NONE: '', HALF: '-half-exemption', FULL: '-full-exemption' } as const

/** The bands by claim and Medicare levy exemption. Null when the file has no such table. */
export function readSchedule9(data: RateMap) {
  const scales = data.map('scales')
  const bandsOf = (claim: SeniorsClaim, exemption: keyof typeof EXEMPTION_SUFFIX) => {
    const key = `${SENIORS_SCALES[claim]}${EXEMPTION_SUFFIX[exemption]}`
    return scales.has(key) ? bandsIn(scales, key) : null
  }
  return {
    minimumAge: data.whole('minimum_age'),
    veteranMinimumAge: data.whole('veteran_minimum_age'),
    scales: recordOf(SENIORS_CLAIMS, (claim) =>
      recordOf(['NONE', ...MEDICARE_EXEMPTIONS], (exemption) => bandsOf(claim, exemption)),
    ),
  }
}
export type Schedule9 = ReturnType<typeof readSchedule9>

export function readEtpCaps(data: RateMap) {
  return {
    etpCap: data.figure('etp_cap'),
    wholeOfIncomeCap: data.figure('whole_of_income_cap'),
    redundancyBase: data.figure('redundancy_base'),
    redundancyPerYear: data.figure('redundancy_per_year'),
  }
}
export type EtpCaps = ReturnType<typeof readEtpCaps>

export function readEtpRates(data: RateMap) {
  const life = data.map('life')
  const overCap = life.figure('over_cap')
  const withinCap = (key: string): Decimal => {
    const row = data.map(key)
    if (!row.figure('over_cap').eq(overCap)) {
      throw new RangeError(`${key}.over_cap: the only rate above the cap is ${overCap}`)
    }
    return row.figure('within_cap')
  }
  return {
    underPreservationAge: life.figure('under_preservation_age'),
    preservationAge: life.figure('preservation_age'),
    overCap,
    deathNonDependant: withinCap('death_non_dependant'),
    deathDependant: withinCap('death_dependant'),
    delayed: data.figure('delayed'),
    delayedAfterMonths: data.whole('delayed_after_months'),
    taxFreeServiceBefore: data.date('tax_free_service_before'),
    lastRetirementAge: data.whole('last_retirement_age'),
    foreignResidentLess: data.figure('foreign_resident_less'),
    noTfn: readResidency(data.map('no_tfn')),
    preservationAges: data.maps('preservation_age').map(readAge),
    pensionAges: data.maps('pension_age').map(readAge),
  }
}
export type EtpRates = ReturnType<typeof readEtpRates>

function readAge(row: RateMap) {
  return {
    bornBefore: row.has('born_before') ? row.date('born_before') : null,
    years: row.whole('years'),
    months: row.has('months') ? row.whole('months') : 0,
  }
}
export type AgeRow = ReturnType<typeof readAge>

export function readSchedule15(data: RateMap) {
  return { rates: rateBandsIn(data, 'rates'), noTfn: data.figure('no_tfn') }
}
export type Schedule15 = ReturnType<typeof readSchedule15>

/** For reference only. The table is validated like the others, but no pay uses it. */
export function readAnnualTax(data: RateMap) {
  const rows = (key: string) =>
    data.maps(key).map((row) => ({ over: row.figure('over'), rate: row.figure('rate') }))
  return { resident: rows('resident'), foreign: rows('foreign'), workingHoliday: rows('working_holiday') }
}

function readScales(data: RateMap): Scales {
  return recordOf(SCALES, (scale) => bandsIn(data, scale))
}

function readResidency(rates: RateMap): ByResidency {
  return { resident: rates.figure('resident'), foreign: rates.figure('foreign') }
}
