import { addDays, type CivilDate } from '../../kernel/values/dates.ts'
import { type Decimal, decimal, isZero, sumTexts } from '../../kernel/values/money.ts'
import { keysOf } from '../../kernel/values/word-lists.ts'
import type { Figure, PastQuestion } from '../../payroll/history.ts'
import type { LeaveType } from '../../payroll/input.ts'
import type { PayPeriod } from '../../payroll/pay-periods.ts'
import type { OpeningStp } from '../au/law/input/opening-stp.ts'
import type { EtpCode } from '../au/law/input/words.ts'

/*
 * Opening figures: an employee's pay from an earlier payroll system. Each country converts them to pay history entries
 * dated before the first pay, so every sum over the history counts them once.
 */

/** Totals of the tax year up to the date of the figures, as payslips show them, and the parts that the law needs. */
export const OPENING_TOTALS = {
  gross: { countries: ['AU', 'NZ'], text: 'Gross pay of the year, as a payslip shows it.' },
  tax: { countries: ['AU', 'NZ'], text: 'Tax withheld. NZ: PAYE with the earners’ levy.' },
  net: { countries: ['AU', 'NZ'], text: 'Net pay. Default: gross less tax.' },
  deductions: { countries: ['AU', 'NZ'], text: 'Deductions after tax.' },
  taxable_gross: { countries: ['AU'], text: 'Taxable earnings. Default: gross.' },
  super: { countries: ['AU'], text: 'All employer super, salary sacrifice included.' },
  compulsory_super: { countries: ['AU'], text: 'The super guarantee part. Default: super.' },
  reportable_super: { countries: ['AU'], text: 'Reportable employer super contributions.' },
  super_earnings: {
    countries: ['AU'],
    text: 'Earnings that super was calculated on; they count toward the yearly maximum. Default: gross, if there was super.',
  },
  super_earnings_in_quarter: {
    countries: ['AU'],
    text: 'The part of super_earnings paid in the quarter of as_at, for the quarterly maximum before July 2026.',
  },
  method_b2_amount: { countries: ['AU'], text: 'Additional payments taxed by method B(ii) this year.' },
  method_b2_tax: { countries: ['AU'], text: 'Tax on them.' },
  method_b2_study_loan: { countries: ['AU'], text: 'Study loan component on them.' },
  tax_carried: {
    countries: ['AU'],
    text: 'Tax of the year that earlier net pays could not cover. The next pays withhold it.',
  },
  family_violence_leave_hours: {
    countries: ['AU'],
    text: 'Hours of family and domestic violence leave taken since the start of the current year of service.',
  },
  levy_liable: { countries: ['NZ'], text: 'Earnings liable for the earners’ levy. Default: gross.' },
  student_loan: { countries: ['NZ'], text: 'Student loan deductions of all kinds.' },
  kiwisaver_employee: { countries: ['NZ'], text: 'KiwiSaver deducted from the employee.' },
  kiwisaver_employer: { countries: ['NZ'], text: 'KiwiSaver of the employer before contribution tax.' },
  complying_fund_employer: {
    countries: ['NZ'],
    text: 'Contributions of the employer to a complying fund before contribution tax.',
  },
  last_year_gross: {
    countries: ['NZ'],
    text: 'Gross pay of the tax year before that of as_at, which the ESCT rate depends on.',
  },
  last_year_employer_contributions: {
    countries: ['NZ'],
    text: 'Contributions of the employer in that year to KiwiSaver and complying funds, before contribution tax.',
  },
  child_support: { countries: ['AU', 'NZ'], text: 'Child support deducted.' },
  holidays_in_advance: {
    countries: ['NZ'],
    text: 'Paid for annual holidays in advance since the last anniversary.',
  },
} as const satisfies Record<string, { countries: readonly string[]; text: string }>

export type OpeningTotal = keyof typeof OPENING_TOTALS

/** A pay period that another payroll system paid. */
export type OpeningPeriod = {
  payPeriod: PayPeriod
  periodStart: CivilDate
  periodEnd: CivilDate
  payDate: CivilDate
  gross: Figure
  /** AU: the part of the gross that was taxed with the period. NZ: gross earnings as the Holidays Act counts them. */
  counted: Figure | null
  tax: Figure
  hours: Figure | null
  /** NZ: days or part days paid, for average daily pay. */
  daysPaid: Figure | null
  /** NZ: one-off amounts in the gross. */
  irregular: Figure | null
  unpaidLeaveHours: Figure | null
  /** NZ: overtime, allowances and productivity pay in the gross. */
  additions?: Figure | null
  /** AU: false when leave or compensation was paid at another rate than the wages. */
  isFullPay?: boolean
  /** AU: leave of this period that an earlier pay paid, and the tax on it. It is not part of the gross. */
  inAdvance?: { amount: Figure; tax: Figure }
  /** AU: back payments of this period's pay that method B(i) taxed, and the days that they are for. */
  backPay?: { amount: Figure; start: CivilDate; end: CivilDate }
}

/** An employment termination payment made in the income year. */
export type OpeningEtp = {
  payDate: CivilDate
  code: EtpCode
  taxable: Figure
  taxFree: Figure
  withheld: Figure
  lumpSumD: Figure
}

export type OpeningLeave = Readonly<Partial<Record<OpeningBalance, Figure>>>

/** The leave balances that opening figures can set, by column name. */
export const OPENING_BALANCES = [
  'holiday_hours',
  'sick_hours',
  'lsl_hours',
  'rdo_hours',
  'toil_hours',
  'annual_holidays_weeks',
  'alt_holiday_days',
] as const
export type OpeningBalance = (typeof OPENING_BALANCES)[number]

/** The stored opening figures, without their date. */
export type OpeningContent = {
  /** The end of the last period that the earlier system paid. */
  paidTo: CivilDate
  previousPayrollId: string | null
  previousBmsId: string | null
  leave: OpeningLeave
  totals: Readonly<Partial<Record<OpeningTotal, Figure>>>
  /** The Single Touch Payroll amounts of the opening figures. Null when only the totals were entered. */
  stp: OpeningStp | null
  etps: readonly OpeningEtp[]
  lastFullPay: OpeningPeriod | null
  history: readonly OpeningPeriod[]
}

export type Opening = OpeningContent & { asAt: CivilDate }

/** Whether an earlier pay paid leave of this period, and nothing else was paid for it yet. */
export const isOnlyInAdvance = ({ inAdvance, gross }: OpeningPeriod) =>
  inAdvance !== undefined && isZero(decimal(gross))

/** Entries from an earlier system have this id or a lower one. Stored ids are higher, so these entries sort first. */
export const OPENING_ID = -1

/** The periods that were entered, including the last full pay, latest first. */
export function openingPeriods({ history, lastFullPay }: Opening): OpeningPeriod[] {
  const isKnown = history.some((period) => period.periodEnd === lastFullPay?.periodEnd)
  return [...history, ...(lastFullPay && !isKnown ? [lastFullPay] : [])].sort((a, b) =>
    a.periodEnd < b.periodEnd ? 1 : -1,
  )
}

/** A year total less the amounts of the periods that were entered, so that nothing counts twice. */
export function restOf(
  total: Figure | undefined,
  periods: readonly OpeningPeriod[],
  figure: (period: OpeningPeriod) => Figure,
): Decimal {
  if (total === undefined) return decimal('0')
  return decimal(total).minus(sumTexts(periods.map(figure)))
}

/** A country's rules for opening figures. */
export type OpeningRules = {
  /** The year totals that this country uses. */
  totals: readonly OpeningTotal[]
  /** The totals in an export of the employee's closing figures. */
  closingTotals: readonly OpeningTotal[]
  /** True when the authority stores a year to date for each employee, which an earlier system may have reported. */
  hasReportedYear: boolean
  /** Whether a pay depends on the pay periods before it. */
  looksBack(asked: PastQuestion): boolean
  /** True when the last full pay of the earlier system, if entered, is all the pay history that the rules need. */
  isFullPayEnough: boolean
  /** The first day of the pay history that a pay needs. */
  neededFrom(at: { countedTo: CivilDate; payDate: CivilDate }): CivilDate
  /** A sentence about the results that are inexact when pay periods are missing. */
  inexact: string
  /** A sentence about missing figures of the tax year before. Null if none are missing. */
  yearBeforeGap(opening: Opening, startDate: CivilDate): string | null
  /** The pay columns for a period's counted gross and tax. `hasParts` is true when days and one-off amounts matter. */
  periods: {
    gross: 'period_taxable' | 'holiday_gross'
    tax: 'period_tax' | 'paye_ordinary'
    hasParts: boolean
    /** The leave that a stored pay paid for later periods. Absent where opening figures do not have it. */
    readAdvances?: (
      stored: string | null,
    ) => readonly { periodEnd: CivilDate; taxable: Figure; tax: Figure }[]
    /** Leave types after which a period is not a full pay. */
    unusualLeave?: readonly LeaveType[]
  }
}

/** The totals that apply to a country. */
export function totalsOf(country: string): OpeningTotal[] {
  return keysOf<OpeningTotal>(OPENING_TOTALS).filter((total) => {
    const countries: readonly string[] = OPENING_TOTALS[total].countries
    return countries.includes(country)
  })
}

/** The days of pay history that a pay needs but that were not entered. */
export function unknownBefore(
  opening: Opening,
  rules: OpeningRules,
  asked: PastQuestion,
): { from: CivilDate; to: CivilDate } | null {
  if (!rules.looksBack(asked) && asked.lastDay === null) return null
  if (rules.isFullPayEnough && opening.lastFullPay !== null) return null
  const { periodStart, payDate } = asked.timing
  return unknownSpan(
    opening,
    neededFrom(rules, { countedTo: addDays(periodStart, -1), payDate }, asked.startDate),
  )
}

/** Describes the figures that are missing, and the results that are inexact without them. */
/** The super guarantee owed before the change of system. */
export const guaranteeOf = ({ totals }: Pick<Opening, 'totals'>): Figure =>
  totals.compulsory_super ?? totals.super ?? '0'

/**
 * The gross that counts as super earnings when none were given. The tax office compares the guarantee with its earnings, so
 * both are reported or neither, and the yearly maximum counts what is reported. Null when super earnings were given.
 */
export function grossAsSuperEarnings(opening: Pick<Opening, 'totals'>): Figure | null {
  const { gross, super_earnings } = opening.totals
  if (super_earnings !== undefined || gross === undefined) return null
  return isZero(decimal(guaranteeOf(opening))) ? null : gross
}

export const superEarningsOf = (opening: Pick<Opening, 'totals'>): Figure =>
  opening.totals.super_earnings ?? grossAsSuperEarnings(opening) ?? '0'

export function gapsOf(opening: Opening, rules: OpeningRules, startDate: CivilDate): string[] {
  const { paidTo, asAt, totals, stp, lastFullPay } = opening
  const gaps: string[] = []
  if (totals.gross === undefined && startDate < asAt)
    gaps.push('year_to_date.gross was not given: the year to date starts with the first pay here.')
  const yearBefore = rules.yearBeforeGap(opening, startDate)
  if (yearBefore !== null) gaps.push(yearBefore)
  const unknown = unknownSpan(opening, neededFrom(rules, { countedTo: paidTo, payDate: asAt }, startDate))
  if (unknown && !(rules.isFullPayEnough && lastFullPay !== null))
    gaps.push(`Pay periods from ${unknown.from} to ${unknown.to} were not given: ${rules.inexact}`)
  const asSuperEarnings = grossAsSuperEarnings(opening)
  if (rules.hasReportedYear && asSuperEarnings !== null)
    gaps.push(
      `year_to_date.super_earnings was not given: the gross of ${decimal(asSuperEarnings).toFixed(2)} counts toward the yearly maximum of super and is reported as the earnings behind it. Send super_earnings if super was paid on less.`,
    )
  if (rules.hasReportedYear && stp === null && totals.gross !== undefined)
    gaps.push('stp was not given: Single Touch Payroll reports the whole gross of the year to date as gross.')
  if (rules.hasReportedYear && stp !== null && stp.tax_withheld === undefined && totals.tax !== undefined)
    gaps.push(
      'stp.tax_withheld was not given: Single Touch Payroll reports the rest of year_to_date.tax as withheld from the income of stp.',
    )
  return gaps
}

/** The first day of the pay history that a pay needs, but no earlier than the start of the employment. */
export function neededFrom(
  rules: OpeningRules,
  at: { countedTo: CivilDate; payDate: CivilDate },
  startDate: CivilDate,
): CivilDate {
  const wanted = rules.neededFrom(at)
  return startDate > wanted ? startDate : wanted
}

/** The days since `from` that an earlier system paid and whose periods were not entered. Null when there are none. */
export function unknownSpan(opening: Opening, from: CivilDate): { from: CivilDate; to: CivilDate } | null {
  const first = opening.history.map((period) => period.periodStart).toSorted()[0]
  const to = first === undefined ? opening.paidTo : addDays(first, -1)
  return from <= to ? { from, to } : null
}
