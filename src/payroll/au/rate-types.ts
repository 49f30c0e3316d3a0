import type { CivilDate } from '../dates.ts'
import type { Decimal } from '../money.ts'
import type { Timeline } from '../rates.ts'
import type { AuState } from './input.ts'
import type { Band } from './rate-node.ts'

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
