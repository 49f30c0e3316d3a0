import { specialTfn } from '../../../identifiers/tfn.ts'
import type {
  AuPayInput,
  AuState,
  AuTerminationInput,
  EarlierPay,
  EmploymentStatus,
  TfnStatus,
} from '../../../payroll/au/input.ts'
import type { AuPayResult } from '../../../payroll/au/result.ts'
import { AU_STATES } from '../../../payroll/au/words.ts'
import { auIncomeYear, type CivilDate, makeDate, partsOf } from '../../../payroll/dates.ts'
import type { PayLines } from '../../../payroll/input.ts'
import { type Decimal, decimal, ZERO } from '../../../payroll/money.ts'
import type { PayEmployee } from '../load/employees.ts'
import type { AuHistoryRow, EarlierPayRow } from '../load/past.ts'
import type { PayPlace } from '../timing.ts'
import { settled } from './setting.ts'

/** The facts of one AU employee that change from pay to pay. */
export type AuHistory = Pick<
  AuPayInput,
  'leaveBalances' | 'yearToDate' | 'earlierInPeriod' | 'earlierPays'
> & {
  hasContributed: boolean
  /** The latest due date of an earlier contribution: one that was extended covers this one too. */
  superDue: CivilDate | null
  paysInPeriod: number
  grossByPeriod: ReadonlyMap<string, Decimal>
}

const STATES: ReadonlySet<string> = new Set(AU_STATES)

const STATUSES: Readonly<Record<PayEmployee['employment_status'], EmploymentStatus>> = {
  'Full-time': 'FULL_TIME',
  'Part-time': 'PART_TIME',
  Casual: 'CASUAL',
  'Labour Hire': 'LABOUR_HIRE',
}

/** What stands behind a tax file number: the number itself never goes into a calculation. */
export function tfnStatus(tfn: string | null): TfnStatus {
  return tfn === null ? 'NOT_QUOTED' : (specialTfn(tfn) ?? 'QUOTED')
}

/** The dates an AU history is asked for. */
export function auDates(payDate: CivilDate) {
  const { year, month } = partsOf(payDate)
  return {
    pay: payDate,
    yearStart: auIncomeYear(payDate).start,
    quarterStart: makeDate(year, month - ((month - 1) % 3), 1),
  }
}

/** Where an employee stands before the pay. */
export function auHistoryOf(
  employee: PayEmployee,
  row: AuHistoryRow | undefined,
  earlier: readonly EarlierPayRow[],
): AuHistory {
  const amount = (text: string | undefined) => decimal(text ?? '0')
  return {
    leaveBalances: {
      holiday: decimal(employee.holiday_hours),
      sick: decimal(employee.sick_hours),
      lsl: decimal(employee.lsl_hours),
      rdo: decimal(employee.rdo_hours),
      toil: decimal(employee.toil_hours),
    },
    yearToDate: {
      taxableGross: amount(row?.taxable_gross),
      tax: amount(row?.tax),
      superBaseInYear: amount(row?.super_base_year),
      superBaseInQuarter: amount(row?.super_base_quarter),
      extras: {
        amount: amount(row?.b2_amount),
        tax: amount(row?.b2_tax),
        studyLoan: amount(row?.b2_study_loan),
      },
    },
    earlierInPeriod: { taxable: amount(row?.period_taxable), tax: amount(row?.period_tax) },
    earlierPays: earlier.map(earlierPayOf),
    grossByPeriod: sumByPeriod(earlier),
    hasContributed: row?.has_contributed ?? false,
    superDue: (row?.super_due ?? null) as CivilDate | null,
    paysInPeriod: row?.pays_in_period ?? 0,
  }
}

/** What each period paid that paid anything, latest first. */
function sumByPeriod(earlier: readonly EarlierPayRow[]): ReadonlyMap<string, Decimal> {
  const sums = new Map<string, Decimal>()
  for (const { end_date, gross } of earlier)
    sums.set(end_date, (sums.get(end_date) ?? ZERO).plus(decimal(gross)))
  return new Map([...sums].filter(([, gross]) => gross.gt(ZERO)).sort(([a], [b]) => (a < b ? 1 : -1)))
}

/** The last period before this one tells a full pay; pays of this period are the broken end of it, unless nothing else is known. */
function lastFullPayGross(
  employee: PayEmployee,
  { grossByPeriod }: AuHistory,
  place: PayPlace,
): Decimal | null {
  for (const [end, gross] of grossByPeriod) if (end < place.periodEnd) return gross
  return employee.pay_rate_per_hour === null ? (grossByPeriod.get(place.periodEnd) ?? null) : null
}

function earlierPayOf(row: EarlierPayRow): EarlierPay {
  return {
    payDate: row.processed_date as CivilDate,
    periodStart: row.start_date as CivilDate,
    periodEnd: row.end_date as CivilDate,
    taxable: decimal(row.period_taxable ?? '0'),
    tax: decimal(row.period_tax ?? '0'),
  }
}

/** Where the employee stands after a pay, for the next one of the same call. */
export function auHistoryAfter(before: AuHistory, result: AuPayResult, place: PayPlace): AuHistory {
  const { figures } = result
  const { yearToDate } = before
  return {
    leaveBalances: result.leaveBalances,
    yearToDate: {
      taxableGross: yearToDate.taxableGross.plus(figures.taxableGross),
      tax: yearToDate.tax.plus(figures.tax),
      superBaseInYear: yearToDate.superBaseInYear.plus(figures.superBaseCounted),
      superBaseInQuarter: yearToDate.superBaseInQuarter.plus(figures.superBaseCounted),
      extras: {
        amount: yearToDate.extras.amount.plus(figures.methodB2.amount),
        tax: yearToDate.extras.tax.plus(figures.methodB2.tax),
        studyLoan: yearToDate.extras.studyLoan.plus(figures.methodB2.studyLoan),
      },
    },
    earlierInPeriod: {
      taxable: before.earlierInPeriod.taxable.plus(figures.periodTaxable),
      tax: before.earlierInPeriod.tax.plus(figures.periodTax),
    },
    earlierPays: [
      {
        payDate: place.payDate,
        periodStart: place.periodStart,
        periodEnd: place.periodEnd,
        taxable: figures.periodTaxable,
        tax: figures.periodTax,
      },
      ...before.earlierPays,
    ],
    grossByPeriod: before.grossByPeriod,
    hasContributed: before.hasContributed || figures.super.gt(ZERO),
    superDue: figures.superDueDate ?? before.superDue,
    paysInPeriod: before.paysInPeriod + 1,
  }
}

/** Everything an AU pay is calculated from. */
export function auInput(
  employee: PayEmployee,
  tfn: TfnStatus,
  history: AuHistory,
  lines: PayLines,
  place: PayPlace,
  termination: AuTerminationInput | null,
): AuPayInput {
  const maybe = (text: string | null) => (text === null ? null : settled(text))
  const count = (value: number | null) => (value === null ? null : settled(String(value)))
  const isFirst = history.paysInPeriod === 0
  const looksBack = termination !== null || lines.bonuses.length + lines.backPayments.length > 0
  return {
    ...lines,
    payDate: place.payDate,
    payPeriod: place.payPeriod,
    periodEnd: place.periodEnd,
    ratePerHour: settled(employee.pay_rate_per_hour ?? '0'),
    hoursPerDay: settled(employee.standard_hours_per_day ?? '7.6'),
    daysPerWeek: settled(String(employee.standard_days_per_week ?? 5)),
    declaration: {
      tfn,
      declarationDate: employee.tfnd_signed_date as CivilDate | null,
      isForeignResident: employee.is_foreign_resident ?? false,
      claimsTaxFreeThreshold: employee.has_claimed_tax_free_threshold ?? false,
      hasStudyLoan: employee.has_stsl_liability ?? false,
      isWorkingHolidayMaker: employee.working_holiday_tax_scale_applies,
      isEmployerRegistered: true,
    },
    isSuperOnlyContractor: employee.is_super_only_contractor,
    dateOfBirth: employee.date_of_birth as CivilDate,
    startDate: employee.start_date as CivilDate,
    state: STATES.has(employee.state) ? (employee.state as AuState) : null,
    employmentStatus: STATUSES[employee.employment_status],
    superannuation: {
      isEnabled: employee.is_super_enabled,
      rate: maybe(employee.super_rate),
      compulsoryRate: maybe(employee.compulsory_super_rate),
      isAgeThresholdEnabled: employee.is_super_age_threshold_enabled,
      basedOn: employee.super_based_on,
      ...(history.hasContributed ? {} : { isFirstContribution: true }),
      ...(history.superDue === null ? {} : { extendedDueDate: history.superDue }),
    },
    leaveSettings: {
      isEnabled: employee.is_leave_enabled,
      isLslEnabled: employee.is_lsl_enabled,
      includeLoadingInSuper: employee.include_leave_loading_in_super,
      accrueOnHoursWorked: employee.accrue_leave_on_hours_worked,
      accrueOnOvertimeHours: employee.accrue_leave_on_overtime_hours,
      holidayPerHour: settled(employee.accrue_holiday_leave_per_hour),
      sickPerHour: settled(employee.accrue_sick_leave_per_hour),
      lslPerHour: settled(employee.accrue_lsl_per_hour),
      // Leave by the year arrives once a period, however many pays the period has.
      holidayDaysPerYear: isFirst ? count(employee.num_holiday_leave_days_per_year) : null,
      sickDaysPerYear: isFirst ? count(employee.num_sick_leave_days_per_year) : null,
      lslYears: count(employee.lsl_x_years),
      lslWeeks: count(employee.lsl_accrued_x_years),
      loadingPercentage: settled(employee.leave_loading_percentage),
      workersCompPerHour: settled(employee.hourly_amount_for_workers_comp_leave),
      paidParentalPerHour: settled(employee.hourly_amount_for_paid_parental_leave),
    },
    leaveBalances: history.leaveBalances,
    yearToDate: history.yearToDate,
    earlierPays: looksBack ? history.earlierPays : [],
    earlierInPeriod: history.earlierInPeriod,
    lastFullPayGross: termination ? lastFullPayGross(employee, history, place) : null,
    isWorkersCompensationPay: place.isWorkersComp,
    termination,
  }
}
