import type { CivilDate } from '../dates.ts'
import { type Decimal, decimal, ZERO } from '../money.ts'
import { type Dated, type RateFile, Timeline } from '../rates.ts'
import type { NzFrequency } from './input.ts'
import {
  badRate,
  datedFile,
  datedValues,
  dateIn,
  figureIn,
  listIn,
  mapIn,
  type RateMap,
  textIn,
} from './rate-nodes.ts'

/** A band up to and including `to`; the last has none. */
export type RateBand = { to: Decimal | null; rate: Decimal }
export type TaxBand = RateBand & { subtract: Decimal }

export type FlatCode = 'SB' | 'S' | 'SH' | 'ST' | 'SA' | 'CAE' | 'EDW' | 'NSW' | 'ND'
export type SecondaryCode = 'SB' | 'S' | 'SH' | 'ST' | 'SA'

export type PayeTable = {
  bands: readonly TaxBand[]
  independentEarnerCredit: {
    from: Decimal
    abatesFrom: Decimal
    nilAt: Decimal
    amount: Decimal
    abatementRate: Decimal
  }
}

export type EarnersLevy = { rate: Decimal; maximumLiable: Decimal; maximumLevy: Decimal }

export type StudentLoanRates = {
  rate: Decimal
  annual: Decimal
  thresholds: Readonly<Record<NzFrequency, Decimal>>
  compulsoryExtraMaximum: Decimal
}

export type KiwiSaverRates = {
  defaultEmployee: Decimal
  minimumEmployer: Decimal
  employeeRates: readonly Decimal[]
  reducedRate: Decimal | null
  employerFromAge: number
  employerToAge: number
}

export type ExtraPayTable = {
  bands: readonly RateBand[]
  lowThresholds: Readonly<Record<SecondaryCode, Decimal>>
  annualisedOnTerminationBy: 'four-weeks' | 'last-two-paid-periods'
}

export type SchedularTable = { noNotification: Decimal; activities: Readonly<Record<string, Decimal>> }

export type DeductionRates = {
  childSupportMaximumShare: Decimal
  payrollGivingCredit: Decimal
  arrearsDebtSharePerWeek: Decimal
  arrearsGrossShare: Decimal
}

export type HolidayRates = {
  until: CivilDate
  annualWeeksPerYear: Decimal
  holidayPayRate: Decimal
  averagingWeeks: Decimal
  ordinaryWeeks: Decimal
  publicHolidayWorkedFactor: Decimal
  sick: { daysPerYear: Decimal; afterMonths: number; maximumDays: Decimal }
  bereavement: { closeFamilyDays: Decimal; otherDays: Decimal; afterMonths: number }
  familyViolence: { daysPerYear: Decimal; afterMonths: number }
}

export type EmploymentLeaveRates = {
  annualLeavePerStandardHour: Decimal
  sickPerStandardHour: Decimal
  sickMaximumHours: Decimal
  leaveCompensationRate: Decimal
}

export type PublicHolidayName =
  | 'new_year'
  | 'day_after_new_year'
  | 'waitangi'
  | 'good_friday'
  | 'easter_monday'
  | 'anzac'
  | 'kings_birthday'
  | 'matariki'
  | 'labour_day'
  | 'christmas'
  | 'boxing_day'

export type PublicHolidayYear = {
  national: Readonly<Record<PublicHolidayName, CivilDate>>
  anniversary: Readonly<Record<string, CivilDate>>
}

export type NzRates = {
  paye: Timeline<PayeTable>
  flatCodes: Timeline<Readonly<Record<FlatCode, Decimal>>>
  combinedFlatRates: Timeline<Readonly<Record<FlatCode, Decimal>>>
  earnersLevy: Timeline<EarnersLevy>
  cashSettledEssIsLevyLiable: Timeline<boolean>
  studentLoan: Timeline<StudentLoanRates>
  kiwiSaver: Timeline<KiwiSaverRates>
  esct: Timeline<readonly RateBand[]>
  extraPay: Timeline<ExtraPayTable>
  schedular: Timeline<SchedularTable>
  deductions: Timeline<DeductionRates>
  holidays: Timeline<HolidayRates>
  employmentLeave: Timeline<EmploymentLeaveRates>
  publicHolidays: ReadonlyMap<number, Dated<PublicHolidayYear>>
}

/** Reads and checks the files of rates/nz; a bad, missing or unknown file throws with its path and the reason. */
export function parseNzRates(files: readonly RateFile[]): NzRates {
  const tables = groupByTable(files)
  const perDate = <T>(table: string, name: string, read: (data: RateMap, path: string) => T): Timeline<T> =>
    new Timeline(
      name,
      filesOf(tables, table).map((file) => datedFile(file, read)),
    )
  const values = <T>(table: string, name: string, read: (data: RateMap, path: string) => T): Timeline<T> =>
    new Timeline(
      name,
      filesOf(tables, table).flatMap((file) => datedValues(file, read)),
    )
  const rates: NzRates = {
    paye: perDate('paye', 'PAYE', readPaye),
    flatCodes: perDate('flat-codes', 'flat tax code', readFlatCodes),
    combinedFlatRates: perDate('combined-flat-rates', 'combined flat rate', readFlatCodes),
    earnersLevy: values('earners-levy.yaml', "earners' levy", readLevy),
    cashSettledEssIsLevyLiable: values('cash-settled-ess-levy.yaml', 'share scheme levy', readEssLevy),
    studentLoan: values('student-loan.yaml', 'student loan', readStudentLoan),
    kiwiSaver: values('kiwisaver.yaml', 'KiwiSaver', readKiwiSaver),
    esct: perDate('esct', 'ESCT', (data, path) => readBands(data, path)),
    extraPay: perDate('extra-pay', 'extra pay', readExtraPay),
    schedular: perDate('schedular-payments', 'schedular payment', readSchedular),
    deductions: perDate('deductions', 'deduction', readDeductions),
    holidays: perDate('holidays', 'Holidays Act', readHolidays),
    employmentLeave: perDate('employment-leave', 'Employment Leave Act', readEmploymentLeave),
    publicHolidays: new Map(
      filesOf(tables, 'public-holidays').map((file) => readPublicHolidays(file, dateOfName(file.path))),
    ),
  }
  if (tables.size > 0) throw badRate([...tables.keys()].join(', '), 'no table of this name is known')
  return rates
}

/** The band that holds an amount; upper limits are included. */
export function bandFor<B extends RateBand>(bands: readonly B[], amount: Decimal): B {
  for (const band of bands) if (band.to === null || amount.lte(band.to)) return band
  throw new RangeError('the last band is not open')
}

function groupByTable(files: readonly RateFile[]): Map<string, RateFile[]> {
  const tables = new Map<string, RateFile[]>()
  for (const { path, data } of files) {
    if (path.startsWith('au/')) continue
    const own = path.startsWith('nz/') ? path.slice(3) : path
    const table = own.split('/')[0] ?? own
    tables.set(table, [...(tables.get(table) ?? []), { path: own, data }])
  }
  return tables
}

function filesOf(tables: Map<string, RateFile[]>, table: string): RateFile[] {
  const files = tables.get(table)
  if (!files) throw badRate(table, 'the table is missing')
  tables.delete(table)
  return files
}

function readPaye(data: RateMap, path: string): PayeTable {
  const bands = listIn(data.bands, path, 'bands').map((node, index) => {
    const map = mapIn(node, path, `band ${index + 1}`)
    return { ...readBand(map, path), subtract: figureIn(map, 'subtract', path) }
  })
  checkBands(bands, path)
  for (const [index, band] of bands.entries()) {
    const next = bands[index + 1]
    if (next === undefined || band.to === null) continue
    const [below, above] = [band, next].map((b) => b.rate.times(band.to ?? ZERO).minus(b.subtract))
    if (!below?.eq(above ?? ZERO)) throw badRate(path, `bands do not meet at ${band.to}`)
  }
  const credit = mapIn(data.independent_earner_credit, path, 'independent_earner_credit')
  return {
    bands,
    independentEarnerCredit: {
      from: figureIn(credit, 'from', path),
      abatesFrom: figureIn(credit, 'abates_from', path),
      nilAt: figureIn(credit, 'nil_at', path),
      amount: figureIn(credit, 'amount', path),
      abatementRate: figureIn(credit, 'abatement_rate', path),
    },
  }
}

function readBand(map: RateMap, path: string): RateBand {
  return { to: map.to === undefined ? null : figureIn(map, 'to', path), rate: figureIn(map, 'rate', path) }
}

function readBands(data: RateMap, path: string): RateBand[] {
  const bands = listIn(data.bands, path, 'bands').map((node, index) =>
    readBand(mapIn(node, path, `band ${index + 1}`), path),
  )
  checkBands(bands, path)
  return bands
}

function checkBands(bands: readonly RateBand[], path: string): void {
  if (bands.at(-1)?.to !== null) throw badRate(path, 'the last band is not open')
  for (const [index, band] of bands.entries()) {
    const before = bands[index - 1]
    if (before === undefined) continue
    if (before.to === null || band.to?.lte(before.to)) {
      throw badRate(path, `band ${index + 1} does not rise above the one before`)
    }
    if (band.rate.lte(before.rate)) throw badRate(path, `the rate of band ${index + 1} does not rise`)
  }
}

function readFlatCodes(data: RateMap, path: string): Readonly<Record<FlatCode, Decimal>> {
  const map = mapIn(data.rates, path, 'rates')
  const rate = (code: FlatCode): Decimal => figureIn(map, code, path)
  return {
    SB: rate('SB'),
    S: rate('S'),
    SH: rate('SH'),
    ST: rate('ST'),
    SA: rate('SA'),
    CAE: rate('CAE'),
    EDW: rate('EDW'),
    NSW: rate('NSW'),
    ND: rate('ND'),
  }
}

function readLevy(data: RateMap, path: string): EarnersLevy {
  const levy = {
    rate: figureIn(data, 'rate', path),
    maximumLiable: figureIn(data, 'maximum_liable', path),
    maximumLevy: figureIn(data, 'maximum_levy', path),
  }
  const exact = levy.rate.times(levy.maximumLiable)
  if (exact.minus(levy.maximumLevy).abs().gte(decimal('0.01'))) {
    throw badRate(path, `the maximum levy ${levy.maximumLevy} is not rate × maximum`)
  }
  return levy
}

function readEssLevy(data: RateMap, path: string): boolean {
  const text = textIn(data.is_liable, path, 'is_liable')
  if (text !== 'yes' && text !== 'no') throw badRate(path, 'is_liable is neither yes nor no')
  return text === 'yes'
}

function readStudentLoan(data: RateMap, path: string): StudentLoanRates {
  return {
    rate: figureIn(data, 'rate', path),
    annual: figureIn(data, 'annual', path),
    thresholds: {
      WEEKLY: figureIn(data, 'weekly', path),
      FORTNIGHTLY: figureIn(data, 'fortnightly', path),
      FOUR_WEEKLY: figureIn(data, 'four_weekly', path),
      MONTHLY: figureIn(data, 'monthly', path),
    },
    compulsoryExtraMaximum: figureIn(data, 'compulsory_extra_maximum', path),
  }
}

function readKiwiSaver(data: RateMap, path: string): KiwiSaverRates {
  return {
    defaultEmployee: figureIn(data, 'default_employee', path),
    minimumEmployer: figureIn(data, 'minimum_employer', path),
    employeeRates: listIn(data.employee_rates, path, 'employee_rates').map((node) =>
      decimal(textIn(node, path, 'an employee rate')),
    ),
    reducedRate: data.reduced_rate === 'none' ? null : figureIn(data, 'reduced_rate', path),
    employerFromAge: countIn(data, 'employer_from_age', path),
    employerToAge: countIn(data, 'employer_to_age', path),
  }
}

function readExtraPay(data: RateMap, path: string): ExtraPayTable {
  const low = mapIn(data.low_thresholds, path, 'low_thresholds')
  const method = textIn(data.annualised_on_termination_by, path, 'annualised_on_termination_by')
  if (method !== 'four-weeks' && method !== 'last-two-paid-periods') {
    throw badRate(path, `${method} is no way to annualise`)
  }
  return {
    bands: readBands(data, path),
    lowThresholds: {
      SB: figureIn(low, 'SB', path),
      S: figureIn(low, 'S', path),
      SH: figureIn(low, 'SH', path),
      ST: figureIn(low, 'ST', path),
      SA: figureIn(low, 'SA', path),
    },
    annualisedOnTerminationBy: method,
  }
}

function readSchedular(data: RateMap, path: string): SchedularTable {
  const map = mapIn(data.activities, path, 'activities')
  const activities: Record<string, Decimal> = {}
  for (const name of Object.keys(map)) activities[name] = figureIn(map, name, path)
  return { noNotification: figureIn(data, 'no_notification', path), activities }
}

function readDeductions(data: RateMap, path: string): DeductionRates {
  return {
    childSupportMaximumShare: figureIn(data, 'child_support_maximum_share', path),
    payrollGivingCredit: figureIn(data, 'payroll_giving_credit', path),
    arrearsDebtSharePerWeek: figureIn(data, 'arrears_debt_share_per_week', path),
    arrearsGrossShare: figureIn(data, 'arrears_gross_share', path),
  }
}

function readHolidays(data: RateMap, path: string): HolidayRates {
  const sick = mapIn(data.sick, path, 'sick')
  const bereavement = mapIn(data.bereavement, path, 'bereavement')
  const familyViolence = mapIn(data.family_violence, path, 'family_violence')
  return {
    until: dateIn(textIn(data.effective_to, path, 'effective_to'), path),
    annualWeeksPerYear: figureIn(data, 'annual_weeks_per_year', path),
    holidayPayRate: figureIn(data, 'holiday_pay_rate', path),
    averagingWeeks: figureIn(data, 'averaging_weeks', path),
    ordinaryWeeks: figureIn(data, 'ordinary_weeks', path),
    publicHolidayWorkedFactor: figureIn(data, 'public_holiday_worked_factor', path),
    sick: {
      daysPerYear: figureIn(sick, 'days_per_year', path),
      afterMonths: countIn(sick, 'after_months', path),
      maximumDays: figureIn(sick, 'maximum_days', path),
    },
    bereavement: {
      closeFamilyDays: figureIn(bereavement, 'close_family_days', path),
      otherDays: figureIn(bereavement, 'other_days', path),
      afterMonths: countIn(bereavement, 'after_months', path),
    },
    familyViolence: {
      daysPerYear: figureIn(familyViolence, 'days_per_year', path),
      afterMonths: countIn(familyViolence, 'after_months', path),
    },
  }
}

function readEmploymentLeave(data: RateMap, path: string): EmploymentLeaveRates {
  return {
    annualLeavePerStandardHour: figureIn(data, 'annual_leave_per_standard_hour', path),
    sickPerStandardHour: figureIn(data, 'sick_per_standard_hour', path),
    sickMaximumHours: figureIn(data, 'sick_maximum_hours', path),
    leaveCompensationRate: figureIn(data, 'leave_compensation_rate', path),
  }
}

function readPublicHolidays(file: RateFile, year: number): [number, Dated<PublicHolidayYear>] {
  const dated = datedFile(file, (data, path) => {
    const dates = (key: string): Record<string, CivilDate> => {
      const map = mapIn(data[key], path, key)
      return Object.fromEntries(
        Object.keys(map).map((name) => [name, dateIn(textIn(map[name], path, name), path)]),
      )
    }
    const national = dates('national')
    for (const name of HOLIDAY_NAMES) {
      if (national[name] === undefined) throw badRate(path, `${name} is missing`)
    }
    return {
      national: national as Record<PublicHolidayName, CivilDate>,
      anniversary: dates('anniversary'),
    }
  })
  return [year, dated]
}

const HOLIDAY_NAMES: readonly PublicHolidayName[] = [
  'new_year',
  'day_after_new_year',
  'waitangi',
  'good_friday',
  'easter_monday',
  'anzac',
  'kings_birthday',
  'matariki',
  'labour_day',
  'christmas',
  'boxing_day',
]

function dateOfName(path: string): number {
  const year = /(\d{4})\.yaml$/.exec(path)?.[1]
  if (year === undefined) throw badRate(path, 'the file is not named by its year')
  return Number.parseInt(year, 10)
}

function countIn(map: RateMap, key: string, path: string): number {
  const text = textIn(map[key], path, key)
  if (!/^\d+$/.test(text)) throw badRate(path, `${key} is not a whole number`)
  return Number.parseInt(text, 10)
}
