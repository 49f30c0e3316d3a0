import { writeAdvances } from '../../../../countries/au/law/advance.ts'
import { type AuTerms, type AuTypes, au, hoursPaidIn } from '../../../../countries/au/law/index.ts'
import type { AuState, EmploymentStatus, TfnStatus } from '../../../../countries/au/law/input.ts'
import { incomeTypeOf } from '../../../../countries/au/law/tax-treatment.ts'
import { AU_STATES } from '../../../../countries/au/law/words.ts'
import type { Column } from '../../../../database/insert-rows.ts'
import { specialTfn } from '../../../../identifiers/tfn.ts'
import { civilDate, civilDateOrNone } from '../../../../kernel/values/dates.ts'
import { type Decimal, decimal, isZero } from '../../../../kernel/values/money.ts'
import type { FactsOf } from '../../../../payroll/facts.ts'
import { claimsOf } from '../../../employees/employees/index.ts'
import type { PayEmployee } from '../job/pay-employee.ts'
import { adapt } from './adapt.ts'
import { endingOf } from './au-ending.ts'
import { DETAIL_COLUMNS, PAST_COLUMNS, PAST_SUMS, pastPayOf } from './au-past.ts'
import { SINGLE_TOUCH } from './reported-columns.ts'
import { optionalSetting, rateText, setting } from './setting.ts'
import type { FigureTexts } from './types.ts'

/* Australia between the rows and the law: which columns hold what, in both directions. */

/** The figures by their columns. One by one: a loop over the names costs several times as much, for every pay. */
function figuresOf({ figures }: Pick<AuTypes['result'], 'figures'>) {
  return {
    gross: textOf(figures.gross),
    tax: textOf(figures.tax),
    net: textOf(figures.net),
    deductions: textOf(figures.deductions),
    workers_compensation: textOf(figures.workersCompensation),
    super: textOf(figures.super),
    compulsory_super: textOf(figures.compulsorySuper),
    resc_super: textOf(figures.rescSuper),
    sacrificed_super: textOf(figures.sacrificedSuper),
    super_base: textOf(figures.superBase),
    super_base_counted: textOf(figures.superBaseCounted),
    taxable_gross: textOf(figures.taxableGross),
    period_taxable: textOf(figures.periodTaxable),
    period_tax: textOf(figures.periodTax),
    extras: textOf(figures.extras),
    extra_tax: textOf(figures.extraTax),
    extra_study_loan: textOf(figures.extraStudyLoan),
    method_b2_amount: textOf(figures.methodB2.amount),
    method_b2_tax: textOf(figures.methodB2.tax),
    method_b2_study_loan: textOf(figures.methodB2.studyLoan),
    termination_tax: textOf(figures.terminationTax),
    tax_carried: textOf(figures.taxCarried),
  } satisfies FigureTexts
}

/** Most figures of most pays are zero. */
const textOf = (figure: Decimal) => (isZero(figure) ? '0' : figure.toFixed())

const FIGURES: readonly (keyof ReturnType<typeof figuresOf>)[] = [
  'gross',
  'tax',
  'net',
  'deductions',
  'workers_compensation',
  'super',
  'compulsory_super',
  'resc_super',
  'sacrificed_super',
  'super_base',
  'super_base_counted',
  'taxable_gross',
  'period_taxable',
  'period_tax',
  'extras',
  'extra_tax',
  'extra_study_loan',
  'method_b2_amount',
  'method_b2_tax',
  'method_b2_study_loan',
  'termination_tax',
  'tax_carried',
]

const COLUMNS: readonly Column[] = [
  ...FIGURES.map((column): Column => [column, 'numeric']),
  ['super_due_date', 'date'],
  ['reporting', 'jsonb'],
  ['income_type', 'text'],
  ['hours_paid', 'numeric'],
  ['rate_per_hour', 'numeric'],
  ['hours_per_day', 'numeric'],
  ['days_per_week', 'numeric'],
  ['advances', 'text'],
]

const isState = (text: string): text is AuState => AU_STATES.some((state) => state === text)

const STATUSES: Readonly<Record<PayEmployee['employment_status'], EmploymentStatus>> = {
  'Full-time': 'FULL_TIME',
  'Part-time': 'PART_TIME',
  Casual: 'CASUAL',
  'Labour Hire': 'LABOUR_HIRE',
}

/** What stands behind a tax file number: the number itself never goes into a calculation. */
function tfnStatus(tfn: string | null): TfnStatus {
  return tfn === null ? 'NOT_QUOTED' : (specialTfn(tfn) ?? 'QUOTED')
}

function termsOf(employee: PayEmployee, taxNumber: () => string | null): AuTerms {
  const ratePerHour = setting(employee.pay_rate_per_hour ?? '0')
  return {
    // A rate of 0.00 is none: leave at the end of an employment is never worth nothing.
    hasRate: !isZero(ratePerHour),
    ratePerHour,
    hoursPerDay: setting(employee.standard_hours_per_day),
    daysPerWeek: setting(String(employee.standard_days_per_week)),
    declaration: {
      tfn: tfnStatus(taxNumber()),
      declarationDate: employee.tfnd_signed_date === null ? null : civilDate(employee.tfnd_signed_date),
      isForeignResident: employee.is_foreign_resident ?? false,
      claimsTaxFreeThreshold: employee.has_claimed_tax_free_threshold ?? false,
      hasStudyLoan: employee.has_stsl_liability ?? false,
      isWorkingHolidayMaker: employee.working_holiday_tax_scale_applies,
      isEmployerRegistered: true,
      ...claimsOf(employee),
    },
    isSuperOnlyContractor: employee.is_super_only_contractor,
    dateOfBirth: civilDateOrNone(employee.date_of_birth),
    startDate: civilDate(employee.start_date),
    state: isState(employee.state) ? employee.state : null,
    employmentStatus: STATUSES[employee.employment_status],
    superannuation: {
      isEnabled: employee.is_super_enabled,
      rate: optionalSetting(employee.super_rate),
      compulsoryRate: optionalSetting(employee.compulsory_super_rate),
      isAgeThresholdEnabled: employee.is_super_age_threshold_enabled,
      basedOn: employee.super_based_on,
    },
    leaveSettings: {
      isEnabled: employee.is_leave_enabled,
      isLslEnabled: employee.is_lsl_enabled,
      includeLoadingInSuper: employee.include_leave_loading_in_super,
      accrueOnHoursWorked: employee.accrue_leave_on_hours_worked,
      accrueOnOvertimeHours: employee.accrue_leave_on_overtime_hours,
      holidayPerHour: setting(employee.accrue_holiday_leave_per_hour),
      sickPerHour: setting(employee.accrue_sick_leave_per_hour),
      lslPerHour: setting(employee.accrue_lsl_per_hour),
      holidayDaysPerYear: optionalSetting(employee.num_holiday_leave_days_per_year),
      sickDaysPerYear: optionalSetting(employee.num_sick_leave_days_per_year),
      lslYears: optionalSetting(employee.lsl_x_years),
      lslWeeks: optionalSetting(employee.lsl_accrued_x_years),
      loadingPercentage: setting(employee.leave_loading_percentage),
      workersCompPerHour: setting(employee.hourly_amount_for_workers_comp_leave),
      paidParentalPerHour: setting(employee.hourly_amount_for_paid_parental_leave),
    },
  }
}

/** Fields of the employee record that the pipeline reads besides the terms, as stored with the pay. */
function recordBehind(facts: FactsOf<AuTypes['input']>): Partial<PayEmployee> {
  const { ratePerHour, isRateFromPays, leaveSettings } = facts
  return {
    start_date: facts.startDate,
    ...(facts.dateOfBirth === null ? {} : { date_of_birth: facts.dateOfBirth }),
    pay_rate_per_hour: isRateFromPays ? null : rateText(ratePerHour),
    hourly_amount_for_workers_comp_leave: leaveSettings.workersCompPerHour.toFixed(),
    hourly_amount_for_paid_parental_leave: leaveSettings.paidParentalPerHour.toFixed(),
  }
}

export const australia = adapt<AuTypes>({
  rules: au,
  ratesOf: (rates) => rates.au,
  items: {
    foreignBonusFlags: [
      'is_nz_ess',
      'is_nz_ess_cash_settled',
      'withhold_paye',
      'tax_as_nz_extra_pay',
      'is_nz_discretionary',
    ],
    isForeignLeave: (leaveType) =>
      leaveType.startsWith('NZ_') || leaveType === 'ANNUAL_HOLIDAYS' || leaveType === 'ALT_HOLIDAY',
    isPricedByLaw: () => false,
    ownAmounts: { WORKERS_COMP: 'workersCompPerHour', PAID_PARENTAL: 'paidParentalPerHour' },
  },
  looksAtTaxNumber: true,
  pastColumns: PAST_COLUMNS,
  pastSums: PAST_SUMS,
  pastDetailColumns: DETAIL_COLUMNS,
  pastPayOf,
  termsOf,
  balancesOf: (employee) => ({
    holiday: decimal(employee.holiday_hours),
    sick: decimal(employee.sick_hours),
    lsl: decimal(employee.lsl_hours),
    rdo: decimal(employee.rdo_hours),
    toil: decimal(employee.toil_hours),
  }),
  recordBehind,
  endingOf,
  columns: COLUMNS,
  reportedColumns: SINGLE_TOUCH,
  figuresOf,
  cellsOf: (figures, input, result) => [
    ...FIGURES.map((column) => figures[column]),
    result.figures.superDueDate,
    JSON.stringify(result.reporting),
    incomeTypeOf(input.declaration, input.employmentStatus),
    hoursPaidIn(input).toFixed(),
    input.ratePerHour.toFixed(),
    input.hoursPerDay.toFixed(),
    input.daysPerWeek.toFixed(),
    writeAdvances(result.figures.advances),
  ],
  viewMembers: () => ({}),
  viewBonus: () => ({}),
})
