import { type CivilDate, dayNumber, daysBetween } from '../dates.ts'
import type { Decimal } from '../money.ts'
import { type Dated, type RateFile, Timeline } from '../rates.ts'
import type { AuState } from './input.ts'
import {
  type Band,
  bandsAt,
  dateAt,
  datedFile,
  decimalAt,
  flagAt,
  listAt,
  mapAt,
  RateFileError,
  type RateMap,
  wholeAt,
} from './rate-node.ts'

export type { Band } from './rate-node.ts'
export type ScaleName = 'scale-1' | 'scale-2' | 'scale-3' | 'scale-5' | 'scale-6'
export type Scales = Readonly<Record<ScaleName, readonly Band[]>>
export type ByResidency = { resident: Decimal; foreign: Decimal }

export type MedicareScale = {
  from: Decimal
  shadeInBase: Decimal
  shadeInTo: Decimal
  shadeInRate: Decimal
  levyRate: Decimal
  shadeOutRate: Decimal
  needsChildren: boolean
}
export type MedicareAdjustment = {
  familyThreshold: Decimal
  perChild: Decimal
  maxChildren: number
  'scale-2': MedicareScale
  'scale-6': MedicareScale
}
export type Schedule1 = { scales: Scales; scale4: ByResidency; medicareAdjustment: MedicareAdjustment | null }
export type Schedule8 = {
  combined: Scales
  component: { 'threshold-claimed': readonly Band[]; 'threshold-not-claimed': readonly Band[] }
}
export type TaxOffsets = { weekly: Decimal; fortnightly: Decimal; monthly: Decimal; quarterly: Decimal }
export type ExtraPays = Readonly<Record<'weekly' | 'fortnightly', readonly { from: Decimal; add: Decimal }[]>>
export type FlatRate = { rate: Decimal; noTfn: ByResidency }
export type Schedule5 = { limitRate: Decimal; lumpSumEMinimum: Decimal; noTfn: ByResidency }
export type Schedule7 = {
  flatRate: Decimal
  foreignFlatRate: Decimal
  preAugust1978Fraction: Decimal
  smallPaymentLimit: Decimal
  noTfn: ByResidency
}
export type EtpCaps = {
  etpCap: Decimal
  wholeOfIncomeCap: Decimal
  redundancyBase: Decimal
  redundancyPerYear: Decimal
}
export type AgeRow = { bornBefore: CivilDate | null; years: number; months: number }
export type EtpRates = {
  underPreservationAge: Decimal
  preservationAge: Decimal
  overCap: Decimal
  deathNonDependant: Decimal
  deathDependant: Decimal
  delayed: Decimal
  foreignResidentLess: Decimal
  noTfn: ByResidency
  preservationAges: readonly AgeRow[]
  pensionAges: readonly AgeRow[]
}
export type Schedule15 = { rates: readonly { upTo: Decimal | null; rate: Decimal }[]; noTfn: Decimal }
export type SuperRate = {
  rate: Decimal
  base: 'ordinary-time-earnings' | 'qualifying-earnings'
  under18HoursPerWeek: Decimal
}
export type SuperMaximum = { period: 'quarter' | 'year'; amount: Decimal }
export type SuperDue =
  | { kind: 'quarterly'; daysAfterQuarter: number }
  | { kind: 'payday'; businessDays: number; firstContributionBusinessDays: number }
export type LeaveStandards = { holiday: Decimal; sick: Decimal; lsl: Decimal }
export type LeavingKey =
  | 'resigned'
  | 'dismissed'
  | 'contract_ended'
  | 'transferred'
  | 'invalidity'
  | 'death'
  | 'redundancy'
export type LongServiceState = {
  fullYears: Decimal
  proRataYears: Decimal
  paidBeforeFull: Readonly<Record<LeavingKey, boolean>>
}
export type TfnRules = {
  pendingDays: number
  under18Limit: { weekly: Decimal; fortnightly: Decimal; monthly: Decimal }
}

/** Holidays as day numbers, from the first to the last day the calendar covers. */
export type HolidayCalendar = { first: number; last: number; days: ReadonlySet<number> }

/** Every Australian table, each through time. */
export type AuRates = {
  schedule1: Timeline<Schedule1>
  taxOffsets: Timeline<TaxOffsets>
  extraPays: Timeline<ExtraPays>
  schedule4: Timeline<FlatRate>
  schedule5: Timeline<Schedule5>
  schedule7: Timeline<Schedule7>
  schedule8: Timeline<Schedule8>
  etpCaps: Timeline<EtpCaps>
  etpRates: Timeline<EtpRates>
  schedule15: Timeline<Schedule15>
  superRate: Timeline<SuperRate>
  superMaximum: Timeline<SuperMaximum>
  superDue: Timeline<SuperDue>
  leaveStandards: Timeline<LeaveStandards>
  longService: Timeline<Readonly<Record<AuState, LongServiceState>>>
  tfnRules: Timeline<TfnRules>
  /** Whole-day public holidays of any whole state or territory. */
  holidays: HolidayCalendar
  /** What a child support deduction must leave each week; null while no figure has been published to us. */
  protectedEarnings: Timeline<Decimal> | null
}

/** Reads and checks every Australian rate file; a bad one throws with its path and the reason. */
export function parseAuRates(files: readonly RateFile[]): AuRates {
  const rest = new Set(files)
  const table = <T>(folder: string, name: string, read: (data: RateMap) => T): Timeline<T> => {
    const own = files.filter((file) => file.path.replace(/^au\//, '').startsWith(`${folder}/`))
    if (own.length === 0) throw new RateFileError(`${folder}: there is no rate file`)
    for (const file of own) rest.delete(file)
    return timelineOf(name, own, read)
  }
  const hasProtected = files.some((file) => file.path.includes('child-support-protected-earnings/'))
  const rates: AuRates = {
    schedule1: table('payg-schedule-1', 'Schedule 1', readSchedule1),
    taxOffsets: table('payg-tax-offsets', 'tax offset', readTaxOffsets),
    extraPays: table('payg-extra-pays', '53 or 27 pays', (data) => ({
      weekly: readExtraPays(data, 'weekly'),
      fortnightly: readExtraPays(data, 'fortnightly'),
    })),
    schedule4: table('payg-schedule-4', 'Schedule 4', (data) => ({
      rate: decimalAt(data, 'rate'),
      noTfn: readResidency(data, 'no_tfn'),
    })),
    schedule5: table('payg-schedule-5', 'Schedule 5', (data) => ({
      limitRate: decimalAt(data, 'limit_rate'),
      lumpSumEMinimum: decimalAt(data, 'lump_sum_e_minimum'),
      noTfn: readResidency(data, 'no_tfn'),
    })),
    schedule7: table('payg-schedule-7', 'Schedule 7', (data) => ({
      flatRate: decimalAt(data, 'flat_rate'),
      foreignFlatRate: decimalAt(data, 'foreign_flat_rate'),
      preAugust1978Fraction: decimalAt(data, 'pre_august_1978_fraction'),
      smallPaymentLimit: decimalAt(data, 'small_payment_limit'),
      noTfn: readResidency(data, 'no_tfn'),
    })),
    schedule8: table('payg-schedule-8', 'Schedule 8', readSchedule8),
    etpCaps: table('payg-schedule-11-caps', 'Schedule 11 caps', (data) => ({
      etpCap: decimalAt(data, 'etp_cap'),
      wholeOfIncomeCap: decimalAt(data, 'whole_of_income_cap'),
      redundancyBase: decimalAt(data, 'redundancy_base'),
      redundancyPerYear: decimalAt(data, 'redundancy_per_year'),
    })),
    etpRates: table('payg-schedule-11-rates', 'Schedule 11', readEtpRates),
    schedule15: table('payg-schedule-15', 'Schedule 15', (data) => ({
      rates: listAt(data, 'rates').map((row) => ({
        upTo: row.up_to === undefined ? null : decimalAt(row, 'up_to'),
        rate: decimalAt(row, 'rate'),
      })),
      noTfn: decimalAt(data, 'no_tfn'),
    })),
    superRate: table('super-guarantee-rate', 'super guarantee', (data) => ({
      rate: decimalAt(data, 'rate'),
      base: flagAt(data, 'base', 'qualifying-earnings', 'ordinary-time-earnings')
        ? 'qualifying-earnings'
        : 'ordinary-time-earnings',
      under18HoursPerWeek: decimalAt(data, 'under_18_hours_per_week'),
    })),
    superMaximum: table('super-maximum-base', 'maximum super base', (data) => ({
      period: flagAt(data, 'period', 'year', 'quarter') ? 'year' : 'quarter',
      amount: decimalAt(data, 'amount'),
    })),
    superDue: table('super-due-date', 'super due date', readSuperDue),
    leaveStandards: table('leave-standards', 'leave standards', (data) => {
      const rates = mapAt(data.per_ordinary_hour, 'per_ordinary_hour')
      return {
        holiday: decimalAt(rates, 'holiday'),
        sick: decimalAt(rates, 'sick'),
        lsl: decimalAt(rates, 'lsl'),
      }
    }),
    longService: table('long-service-leave', 'long service leave', readLongService),
    tfnRules: table('tfn-declaration', 'tax file number declaration', readTfnRules),
    holidays: calendarOf(table('public-holidays', 'public holiday', readDays)),
    protectedEarnings: hasProtected
      ? table('child-support-protected-earnings', 'child support protected earnings', (data) =>
          decimalAt(data, 'weekly'),
        )
      : null,
  }
  // For reference only: checked like every file, used by no pay.
  table('income-tax-annual', 'annual income tax', (data) => listAt(data, 'resident'))
  for (const file of rest) throw new RateFileError(`${file.path}: no table of this name is known`)
  return rates
}

function timelineOf<T>(name: string, files: readonly RateFile[], read: (data: RateMap) => T): Timeline<T> {
  const entries: Dated<T>[] = files.map((file) => datedFile(file, read))
  const timeline = new Timeline(name, entries)
  for (const [index, entry] of timeline.entries.entries()) {
    const next = timeline.entries[index + 1]
    if (next && (next.from === entry.from || (entry.to !== undefined && entry.to >= next.from))) {
      throw new RateFileError(`${name}: the tables from ${entry.from} and ${next.from} overlap`)
    }
  }
  return timeline
}

function readScales(data: RateMap, key: string): Scales {
  const scales = mapAt(data[key], key)
  return {
    'scale-1': bandsAt(scales, 'scale-1'),
    'scale-2': bandsAt(scales, 'scale-2'),
    'scale-3': bandsAt(scales, 'scale-3'),
    'scale-5': bandsAt(scales, 'scale-5'),
    'scale-6': bandsAt(scales, 'scale-6'),
  }
}

function readSchedule1(data: RateMap): Schedule1 {
  const adjustment = data.medicare_levy_adjustment
  return {
    scales: readScales(data, 'scales'),
    scale4: readResidency(data, 'scale-4'),
    medicareAdjustment:
      adjustment === undefined ? null : readMedicare(mapAt(adjustment, 'medicare_levy_adjustment')),
  }
}

function readMedicare(data: RateMap): MedicareAdjustment {
  const scale = (key: string): MedicareScale => {
    const row = mapAt(data[key], key)
    return {
      from: decimalAt(row, 'from'),
      shadeInBase: decimalAt(row, 'shade_in_base'),
      shadeInTo: decimalAt(row, 'shade_in_to'),
      shadeInRate: decimalAt(row, 'shade_in_rate'),
      levyRate: decimalAt(row, 'levy_rate'),
      shadeOutRate: decimalAt(row, 'shade_out_rate'),
      needsChildren: flagAt(row, 'needs_children', 'true', 'false'),
    }
  }
  return {
    familyThreshold: decimalAt(data, 'family_threshold'),
    perChild: decimalAt(data, 'per_child'),
    maxChildren: wholeAt(data, 'max_children'),
    'scale-2': scale('scale-2'),
    'scale-6': scale('scale-6'),
  }
}

function readSchedule8(data: RateMap): Schedule8 {
  const component = mapAt(data.component, 'component')
  return {
    combined: readScales(data, 'combined'),
    component: {
      'threshold-claimed': bandsAt(component, 'threshold-claimed'),
      'threshold-not-claimed': bandsAt(component, 'threshold-not-claimed'),
    },
  }
}

function readResidency(data: RateMap, key: string): ByResidency {
  const rates = mapAt(data[key], key)
  return { resident: decimalAt(rates, 'resident'), foreign: decimalAt(rates, 'foreign') }
}

function readTaxOffsets(data: RateMap): TaxOffsets {
  const fractions = mapAt(data.fractions, 'fractions')
  return {
    weekly: decimalAt(fractions, 'weekly'),
    fortnightly: decimalAt(fractions, 'fortnightly'),
    monthly: decimalAt(fractions, 'monthly'),
    quarterly: decimalAt(fractions, 'quarterly'),
  }
}

function readExtraPays(data: RateMap, key: string): { from: Decimal; add: Decimal }[] {
  return listAt(data, key).map((row) => ({ from: decimalAt(row, 'from'), add: decimalAt(row, 'add') }))
}

function readEtpRates(data: RateMap): EtpRates {
  const [life, nonDependant, dependant] = [
    mapAt(data.life, 'life'),
    mapAt(data.death_non_dependant, 'death_non_dependant'),
    mapAt(data.death_dependant, 'death_dependant'),
  ]
  const ages = (key: string): AgeRow[] =>
    listAt(data, key).map((row) => ({
      bornBefore: row.born_before === undefined ? null : dateAt(row, 'born_before'),
      years: wholeAt(row, 'years'),
      months: row.months === undefined ? 0 : wholeAt(row, 'months'),
    }))
  return {
    underPreservationAge: decimalAt(life, 'under_preservation_age'),
    preservationAge: decimalAt(life, 'preservation_age'),
    overCap: decimalAt(life, 'over_cap'),
    deathNonDependant: decimalAt(nonDependant, 'within_cap'),
    deathDependant: decimalAt(dependant, 'within_cap'),
    delayed: decimalAt(data, 'delayed'),
    foreignResidentLess: decimalAt(data, 'foreign_resident_less'),
    noTfn: readResidency(data, 'no_tfn'),
    preservationAges: ages('preservation_age'),
    pensionAges: ages('pension_age'),
  }
}

function readSuperDue(data: RateMap): SuperDue {
  if (data.days_after_quarter !== undefined) {
    return { kind: 'quarterly', daysAfterQuarter: wholeAt(data, 'days_after_quarter') }
  }
  return {
    kind: 'payday',
    businessDays: wholeAt(data, 'business_days'),
    firstContributionBusinessDays: wholeAt(data, 'first_contribution_business_days'),
  }
}

function readLongService(data: RateMap): Record<AuState, LongServiceState> {
  const states = mapAt(data.states, 'states')
  const state = (key: AuState): LongServiceState => {
    const row = mapAt(states[key], key)
    const paid = mapAt(row.paid_before_full, `${key}: paid_before_full`)
    const isPaid = (reason: LeavingKey) => flagAt(paid, reason, 'yes', 'no')
    return {
      fullYears: decimalAt(row, 'full_years'),
      proRataYears: decimalAt(row, 'pro_rata_years'),
      paidBeforeFull: {
        resigned: isPaid('resigned'),
        dismissed: isPaid('dismissed'),
        contract_ended: isPaid('contract_ended'),
        transferred: isPaid('transferred'),
        invalidity: isPaid('invalidity'),
        death: isPaid('death'),
        redundancy: isPaid('redundancy'),
      },
    }
  }
  return {
    NSW: state('NSW'),
    VIC: state('VIC'),
    QLD: state('QLD'),
    SA: state('SA'),
    WA: state('WA'),
    TAS: state('TAS'),
    ACT: state('ACT'),
    NT: state('NT'),
  }
}

function readTfnRules(data: RateMap): TfnRules {
  const limit = mapAt(data.under_18_limit, 'under_18_limit')
  return {
    pendingDays: wholeAt(data, 'pending_days'),
    under18Limit: {
      weekly: decimalAt(limit, 'weekly'),
      fortnightly: decimalAt(limit, 'fortnightly'),
      monthly: decimalAt(limit, 'monthly'),
    },
  }
}

function readDays(data: RateMap): CivilDate[] {
  return Object.keys(mapAt(data.days, 'days')).map((day) => dateAt({ day }, 'day'))
}

function calendarOf(years: Timeline<CivilDate[]>): HolidayCalendar {
  const [first, last] = [years.entries[0], years.entries.at(-1)]
  if (first === undefined || last?.to === undefined)
    throw new RateFileError('public-holidays: a year has no end')
  for (const [index, year] of years.entries.entries()) {
    const next = years.entries[index + 1]
    if (next && (year.to === undefined || daysBetween(year.to, next.from) !== 1)) {
      throw new RateFileError(`public-holidays: a gap before ${next.from}`)
    }
  }
  const days = new Set(years.entries.flatMap((year) => year.value.map(dayNumber)))
  return { first: dayNumber(first.from), last: dayNumber(last.to), days }
}
