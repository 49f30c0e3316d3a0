import { dayOfWeek } from '../../../../kernel/values/dates.ts'
import { type Decimal, decimal, whole, ZERO } from '../../../../kernel/values/money.ts'
import { type RateBand, rateBandOf, rateBandsIn, risingRates } from '../../../../payroll/rates/bands.ts'
import type { RateMap } from '../../../../payroll/rates/node.ts'
import { ANNIVERSARY_REGIONS, FLAT_CODES, SECONDARY_CODES } from '../input/words.ts'

/* Readers of the rate files. The return type of a reader is the type of its table. */

export type { RateBand } from '../../../../payroll/rates/bands.ts'
export type TaxBand = RateBand & { subtract: Decimal }

export function readPaye(data: RateMap) {
  const credit = data.map('independent_earner_credit')
  return {
    bands: readTaxBands(data),
    independentEarnerCredit: {
      from: credit.figure('from'),
      abatesFrom: credit.figure('abates_from'),
      nilAt: credit.figure('nil_at'),
      amount: credit.figure('amount'),
      abatementRate: credit.figure('abatement_rate'),
    },
  }
}
export type PayeTable = ReturnType<typeof readPaye>

/** Bands of rate × income − subtract. Neighbouring bands must agree at every limit. */
function readTaxBands(data: RateMap): TaxBand[] {
  const rows = data.maps('bands').map((row) => ({ ...rateBandOf(row), subtract: row.figure('subtract') }))
  const bands = risingRates('bands', rows)
  for (const [index, band] of bands.entries()) {
    const next = bands[index + 1]
    if (next === undefined || band.to === null) continue
    const [below, above] = [band, next].map((b) => b.rate.times(band.to ?? ZERO).minus(b.subtract))
    if (!below?.eq(above ?? ZERO)) throw new RangeError(`bands do not meet at ${band.to}`)
  }
  return bands
}

export function readFlatCodes(data: RateMap) {
  return data.map('rates').figuresBy(FLAT_CODES)
}

export function readLevy(data: RateMap) {
  const levy = {
    rate: data.figure('rate'),
    maximumLiable: data.figure('maximum_liable'),
    maximumLevy: data.figure('maximum_levy'),
  }
  const exact = levy.rate.times(levy.maximumLiable)
  if (exact.minus(levy.maximumLevy).abs().gte(decimal('0.01'))) {
    throw new RangeError(`the maximum levy ${levy.maximumLevy} is not rate × maximum`)
  }
  return levy
}
export type EarnersLevy = ReturnType<typeof readLevy>

export function readEssLevy(data: RateMap): boolean {
  return data.isYes('is_liable')
}

export function readStudentLoan(data: RateMap) {
  return {
    rate: data.figure('rate'),
    annual: data.figure('annual'),
    thresholds: {
      WEEKLY: data.figure('weekly'),
      FORTNIGHTLY: data.figure('fortnightly'),
      FOUR_WEEKLY: data.figure('four_weekly'),
      MONTHLY: data.figure('monthly'),
    },
    compulsoryExtraMaximum: data.figure('compulsory_extra_maximum'),
  }
}
export type StudentLoanRates = ReturnType<typeof readStudentLoan>

export function readKiwiSaver(data: RateMap) {
  return {
    defaultEmployee: data.figure('default_employee'),
    minimumEmployer: data.figure('minimum_employer'),
    employeeRates: data.figures('employee_rates'),
    reducedRate: data.text('reduced_rate') === 'none' ? null : data.figure('reduced_rate'),
    automaticFromAge: data.whole('automatic_from_age'),
    employerFromAge: data.whole('employer_from_age'),
    employerToAge: data.whole('employer_to_age'),
  }
}
export type KiwiSaverRates = ReturnType<typeof readKiwiSaver>

export function readEsct(data: RateMap): RateBand[] {
  return rateBandsIn(data, 'bands')
}

export function readExtraPay(data: RateMap) {
  return {
    bands: rateBandsIn(data, 'bands'),
    lowThresholds: data.map('low_thresholds').figuresBy(SECONDARY_CODES),
    annualisedOnTerminationBy: data.word('annualised_on_termination_by', [
      'four-weeks',
      'last-two-paid-periods',
    ]),
  }
}
export type ExtraPayTable = ReturnType<typeof readExtraPay>

export function readSchedular(data: RateMap) {
  const rates = data.map('activities')
  const activities: Readonly<Record<string, Decimal>> = rates.figuresBy(rates.keys())
  return { noNotification: data.figure('no_notification'), activities }
}
export type SchedularTable = ReturnType<typeof readSchedular>

export function readDeductions(data: RateMap) {
  return {
    childSupportMaximumShare: data.figure('child_support_maximum_share'),
    payrollGivingCredit: data.figure('payroll_giving_credit'),
    arrearsDebtSharePerWeek: data.figure('arrears_debt_share_per_week'),
    arrearsGrossShare: data.figure('arrears_gross_share'),
  }
}
export type DeductionRates = ReturnType<typeof readDeductions>

export function readAccidents(data: RateMap) {
  return { firstWeekShare: data.figure('first_week_share') }
}
export type AccidentRates = ReturnType<typeof readAccidents>

export function readMinimumWage(data: RateMap) {
  return {
    ADULT: data.figure('adult'),
    STARTING_OUT: data.figure('starting_out'),
    TRAINING: data.figure('training'),
    fromAge: data.whole('from_age'),
  }
}
export type MinimumWageRates = ReturnType<typeof readMinimumWage>

export function readHolidays(data: RateMap) {
  const [sick, bereavement] = [data.map('sick'), data.map('bereavement')]
  const familyViolence = data.map('family_violence')
  const [averagingWeeks, ordinaryWeeks] = [data.whole('averaging_weeks'), data.whole('ordinary_weeks')]
  return {
    annualWeeksPerYear: data.figure('annual_weeks_per_year'),
    holidayPayRate: data.figure('holiday_pay_rate'),
    averagingWeeks: whole(averagingWeeks),
    ordinaryWeeks: whole(ordinaryWeeks),
    /** The number of days that the averages look back from the start of the pay period. */
    averagingDays: averagingWeeks * 7,
    ordinaryDays: ordinaryWeeks * 7,
    publicHolidayWorkedFactor: data.figure('public_holiday_worked_factor'),
    sick: {
      daysPerYear: sick.figure('days_per_year'),
      afterMonths: sick.whole('after_months'),
      maximumDays: sick.figure('maximum_days'),
    },
    bereavement: {
      closeFamilyDays: bereavement.figure('close_family_days'),
      otherDays: bereavement.figure('other_days'),
      afterMonths: bereavement.whole('after_months'),
    },
    familyViolence: {
      daysPerYear: familyViolence.figure('days_per_year'),
      afterMonths: familyViolence.whole('after_months'),
    },
  }
}
export type HolidayRates = ReturnType<typeof readHolidays>

export function readEmploymentLeave(data: RateMap) {
  const unread = data.map('unread')
  return {
    annualLeavePerStandardHour: data.figure('annual_leave_per_standard_hour'),
    sickPerStandardHour: data.figure('sick_per_standard_hour'),
    sickMaximumHours: data.figure('sick_maximum_hours'),
    leaveCompensationRate: data.figure('leave_compensation_rate'),
    familyViolenceDays: data.figure('family_violence_days'),
    /** Figures whose text could not be read in any transcription. */
    unread: { alternativePerHourWorked: unread.figure('alternative_hours_per_hour_worked') },
  }
}
export type EmploymentLeaveRates = ReturnType<typeof readEmploymentLeave>

export function readPaydayDates(data: RateMap) {
  const paye = data.map('paye')
  const summer = data.map('no_working_days')
  return {
    workingDaysToFile: data.whole('working_days_to_file'),
    noWorkingDays: { from: summer.dayOfYear('from'), to: summer.dayOfYear('to') },
    paye: {
      twiceMonthlyFrom: paye.figure('twice_monthly_from'),
      wholeMonthDay: paye.whole('whole_month_day'),
      firstHalfDay: paye.whole('first_half_day'),
      secondHalfDay: paye.whole('second_half_day'),
      secondHalfOfDecemberDay: paye.whole('second_half_of_december_day'),
    },
  }
}
export type PaydayDates = ReturnType<typeof readPaydayDates>

/** The days that do not follow from calendar rules. */
export function readPublicHolidays(data: RateMap) {
  const moved = data.map('anniversary_moved')
  const matariki = data.dates('matariki')
  for (const day of matariki)
    if (dayOfWeek(day) !== FRIDAY) throw new RangeError(`matariki: ${day} is no Friday`)
  return {
    matariki,
    givenOnce: data.dates('given_once'),
    anniversaryMoved: new Map(
      ANNIVERSARY_REGIONS.filter((region) => moved.has(region)).map((region) => [
        region,
        moved.dates(region),
      ]),
    ),
  }
}
const FRIDAY = 5
export type PublicHolidayDays = ReturnType<typeof readPublicHolidays>
