import type { CivilDate } from '../dates.ts'
import { type Decimal, toCent } from '../money.ts'
import { type Band, bandsIn, rateBandsIn } from '../rates/bands.ts'
import type { RateMap } from '../rates/node.ts'
import { recordOf } from '../words.ts'
import { AU_STATES, type AuState, MEDICARE_EXEMPTIONS, SENIORS_CLAIMS, type SeniorsClaim } from './words.ts'

/* How the figures of each table are read out of its file; what a reader returns is the type of its table. */

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
    scales: new Set<string>(data.words('scales', SCALES)),
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

export function readSchedule4(data: RateMap) {
  return { rate: data.figure('rate'), noTfn: readResidency(data.map('no_tfn')) }
}
export type FlatRate = ReturnType<typeof readSchedule4>

export function readSchedule5(data: RateMap) {
  return {
    limitRate: data.figure('limit_rate'),
    lumpSumEMinimum: data.figure('lump_sum_e_minimum'),
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
    noTfn: readResidency(data.map('no_tfn')),
  }
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

/** By who claims and by the Medicare levy exemption; null: no table of that kind is held for these days. */
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
      throw new RangeError(`${key}.over_cap: one rate is known for what lies over the cap, ${overCap}`)
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

export function readSuperRate(data: RateMap) {
  return {
    rate: data.figure('rate'),
    base: data.word('base', ['ordinary-time-earnings', 'qualifying-earnings']),
    under18HoursPerWeek: data.figure('under_18_hours_per_week'),
  }
}
export type SuperRate = ReturnType<typeof readSuperRate>

export function readSuperMaximum(data: RateMap) {
  return { period: data.word('period', ['quarter', 'year']), amount: data.figure('amount') }
}
export type SuperMaximum = ReturnType<typeof readSuperMaximum>

export type SuperDue =
  | { kind: 'quarterly'; daysAfterQuarter: number }
  | { kind: 'payday'; businessDays: number; firstContributionBusinessDays: number }

export function readSuperDue(data: RateMap): SuperDue {
  if (data.has('days_after_quarter')) {
    return { kind: 'quarterly', daysAfterQuarter: data.whole('days_after_quarter') }
  }
  return {
    kind: 'payday',
    businessDays: data.whole('business_days'),
    firstContributionBusinessDays: data.whole('first_contribution_business_days'),
  }
}

export function readPaygDue(data: RateMap) {
  return {
    quarterlyUpTo: data.figure('quarterly_up_to'),
    monthlyUpTo: data.figure('monthly_up_to'),
    monthlyDay: data.whole('monthly_day'),
    quarterlyDay: data.whole('quarterly_day'),
    monthsAfterDecemberQuarter: data.whole('months_after_december_quarter'),
    largeAfterDays: data.whole('large_after_days'),
    largeWeekdays: data.words('large_weekdays', WEEKDAYS).map((day) => WEEKDAYS.indexOf(day)),
  }
}
export type PaygDue = ReturnType<typeof readPaygDue>

/** 0 is Sunday. */
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const

export function readLeaveStandards(data: RateMap) {
  return {
    ...data.map('per_ordinary_hour').figuresBy(['holiday', 'sick', 'lsl']),
    redundancyWeeks: data
      .maps('redundancy_weeks')
      .map((row) => ({ fromYears: row.whole('from_years'), weeks: row.figure('weeks') })),
  }
}
export type LeaveStandards = ReturnType<typeof readLeaveStandards>

const LEAVING = [
  'resigned',
  'dismissed',
  'contract_ended',
  'transferred',
  'invalidity',
  'death',
  'redundancy',
] as const
export type LeavingKey = (typeof LEAVING)[number]
export type LongServiceState = ReturnType<typeof readLongServiceState>

export function readLongService(data: RateMap): Readonly<Record<AuState, LongServiceState>> {
  const states = data.map('states')
  return recordOf(AU_STATES, (state) => readLongServiceState(states.map(state)))
}

function readLongServiceState(row: RateMap) {
  const paid = row.map('paid_before_full')
  return {
    fullYears: row.figure('full_years'),
    proRataYears: row.figure('pro_rata_years'),
    weeksPerYear: row.figure('weeks_per_year'),
    paidBeforeFull: recordOf(LEAVING, (reason) => paid.isYes(reason)),
  }
}

export function readTfnRules(data: RateMap) {
  return {
    pendingDays: data.whole('pending_days'),
    under18Limit: data.map('under_18_limit').figuresBy(['weekly', 'fortnightly', 'monthly']),
  }
}
export type TfnRules = ReturnType<typeof readTfnRules>

/** What a child support deduction must leave each week: printed, or as the share of the benefit it is defined by. */
export function readProtectedEarnings(data: RateMap): Decimal {
  if (data.has('weekly')) return data.figure('weekly')
  return toCent(data.figure('partnered_jobseeker_fortnight').times(data.figure('share')))
}

export function readHolidays(data: RateMap): CivilDate[] {
  return data.map('days').days()
}

/** For reference only: checked like every table, used by no pay. */
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
