import type { CivilDate } from '../dates.ts'
import type { Decimal } from '../money.ts'
import type { AuState } from './input.ts'
import { bandsAt, dateAt, decimalAt, flagAt, listAt, mapAt, type RateMap, wholeAt } from './rate-node.ts'
import type {
  AgeRow,
  ByResidency,
  EtpRates,
  LeavingKey,
  LongServiceState,
  MedicareAdjustment,
  MedicareScale,
  Scales,
  Schedule1,
  Schedule8,
  SuperDue,
  TaxOffsets,
  TfnRules,
} from './rate-types.ts'

/* How the figures of each table are read out of its file. */

export function readScales(data: RateMap, key: string): Scales {
  const scales = mapAt(data[key], key)
  return {
    'scale-1': bandsAt(scales, 'scale-1'),
    'scale-2': bandsAt(scales, 'scale-2'),
    'scale-3': bandsAt(scales, 'scale-3'),
    'scale-5': bandsAt(scales, 'scale-5'),
    'scale-6': bandsAt(scales, 'scale-6'),
  }
}

export function readSchedule1(data: RateMap): Schedule1 {
  const adjustment = data.medicare_levy_adjustment
  return {
    scales: readScales(data, 'scales'),
    scale4: readResidency(data, 'scale-4'),
    medicareAdjustment:
      adjustment === undefined ? null : readMedicare(mapAt(adjustment, 'medicare_levy_adjustment')),
  }
}

export function readMedicare(data: RateMap): MedicareAdjustment {
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

export function readSchedule8(data: RateMap): Schedule8 {
  const component = mapAt(data.component, 'component')
  return {
    combined: readScales(data, 'combined'),
    component: {
      'threshold-claimed': bandsAt(component, 'threshold-claimed'),
      'threshold-not-claimed': bandsAt(component, 'threshold-not-claimed'),
    },
  }
}

export function readResidency(data: RateMap, key: string): ByResidency {
  const rates = mapAt(data[key], key)
  return { resident: decimalAt(rates, 'resident'), foreign: decimalAt(rates, 'foreign') }
}

export function readTaxOffsets(data: RateMap): TaxOffsets {
  const fractions = mapAt(data.fractions, 'fractions')
  return {
    weekly: decimalAt(fractions, 'weekly'),
    fortnightly: decimalAt(fractions, 'fortnightly'),
    monthly: decimalAt(fractions, 'monthly'),
    quarterly: decimalAt(fractions, 'quarterly'),
  }
}

export function readExtraPays(data: RateMap, key: string): { from: Decimal; add: Decimal }[] {
  return listAt(data, key).map((row) => ({ from: decimalAt(row, 'from'), add: decimalAt(row, 'add') }))
}

export function readEtpRates(data: RateMap): EtpRates {
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

export function readSuperDue(data: RateMap): SuperDue {
  if (data.days_after_quarter !== undefined) {
    return { kind: 'quarterly', daysAfterQuarter: wholeAt(data, 'days_after_quarter') }
  }
  return {
    kind: 'payday',
    businessDays: wholeAt(data, 'business_days'),
    firstContributionBusinessDays: wholeAt(data, 'first_contribution_business_days'),
  }
}

export function readLongService(data: RateMap): Record<AuState, LongServiceState> {
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

export function readTfnRules(data: RateMap): TfnRules {
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

export function readDays(data: RateMap): CivilDate[] {
  return Object.keys(mapAt(data.days, 'days')).map((day) => dateAt({ day }, 'day'))
}
