import { type AuTerms, type AuTypes, au } from '../../../../countries/au/law/index.ts'
import type { DatedTerms } from '../../../../countries/au/law/input/dated-terms.ts'
import type { EarlierTerms } from '../../../../countries/au/law/input/earlier-terms.ts'
import type { AuState, EmploymentStatus } from '../../../../countries/au/law/input/input.ts'
import { AU_STATES } from '../../../../countries/au/law/input/words.ts'
import { TFN_STATUSES, type TfnStatus, tfnStatus } from '../../../../identifiers/tfn.ts'
import { civilDate, civilDateOrNone } from '../../../../kernel/values/dates.ts'
import { decimal, isZero } from '../../../../kernel/values/money.ts'
import type { FactsOf } from '../../../../payroll/facts.ts'
import { claimsOf } from '../../../employees/employees/index.ts'
import type { PayEmployee } from '../job/pay-employee.ts'
import { endingOf } from './au-ending.ts'
import { DETAIL_JSON, pastPayOf } from './au-past.ts'
import { adapt } from './country-adapter.ts'
import { withoutRepeats } from './earlier-terms.ts'
import { optionalSetting, rateText, setting } from './setting.ts'

/* Maps Australian rows to calculation input and back. */

const isState = (text: string): text is AuState => AU_STATES.some((state) => state === text)

const STATUSES: Readonly<Record<PayEmployee['employment_status'], EmploymentStatus>> = {
  'Full-time': 'FULL_TIME',
  'Part-time': 'PART_TIME',
  Casual: 'CASUAL',
  'Labour Hire': 'LABOUR_HIRE',
}

/** The status of the tax file number on the payment date. */
function statusOn({ tax_number_status }: PayEmployee, taxNumber: () => string | null): TfnStatus {
  return TFN_STATUSES.find((status) => status === tax_number_status) ?? tfnStatus(taxNumber())
}

/** The terms that decide which leave is earned. */
function leaveTermsOf(employee: PayEmployee): Omit<EarlierTerms, 'to'> {
  return {
    hoursPerDay: setting(employee.standard_hours_per_day),
    daysPerWeek: setting(String(employee.standard_days_per_week)),
    state: isState(employee.state) ? employee.state : null,
    employmentStatus: STATUSES[employee.employment_status],
    leaveSettings: {
      isEnabled: employee.is_leave_enabled,
      isLslEnabled: employee.is_lsl_enabled,
      includeLoadingInSuper: employee.include_leave_loading_in_super,
      accrueOnHoursWorked: employee.accrue_leave_on_hours_worked,
      ...(employee.accrue_leave_on_hours_worked ? {} : { isSalaryService: true }),
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

function termsOf(employee: PayEmployee, taxNumber: () => string | null): AuTerms {
  const ratePerHour = setting(employee.pay_rate_per_hour ?? '0')
  return {
    // A rate of 0.00 counts as no rate. Otherwise leave paid out on termination would be worth nothing.
    hasRate: !isZero(ratePerHour),
    ratePerHour,
    ...leaveTermsOf(employee),
    ...changesOf(employee),
    declaration: {
      tfn: statusOn(employee, taxNumber),
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
    isExtraSacrificedFirst: true,
    ...(employee.deceased_on ? { diedOn: civilDate(employee.deceased_on) } : {}),
    ...(employee.is_terminated && employee.termination_date
      ? { endedOn: civilDate(employee.termination_date) }
      : {}),
    ...(employee.earlier_service ? { earlierService: employee.earlier_service } : {}),
    superannuation: {
      isEnabled: employee.is_super_enabled,
      rate: optionalSetting(employee.super_rate),
      compulsoryRate: optionalSetting(employee.compulsory_super_rate),
      isAgeThresholdEnabled: employee.is_super_age_threshold_enabled,
      basedOn: employee.super_based_on,
      isGuaranteeFirst: true,
    },
  }
}

/** The terms for leave before the pay's own, and the rates after them. */
function changesOf(employee: PayEmployee): DatedTerms {
  const { earlier_terms, rates } = employee
  const later = rates?.changes.flatMap(({ from, value }) =>
    value === null ? [] : { from, ratePerHour: setting(String(value)) },
  )
  const dated = (earlier_terms ?? []).map(({ to, terms }) => ({
    to,
    ...leaveTermsOf({ ...employee, ...terms }),
  }))
  const earlierTerms = withoutRepeats(dated, leaveTermsOf(employee))
  return {
    ...(earlierTerms.length === 0 ? {} : { earlierTerms }),
    ...(later ? { laterRates: later } : {}),
  }
}

/** Fields of the employee record that the pipeline reads besides the terms, as stored with the pay. */
function employeeRecordOf(facts: FactsOf<AuTypes['input']>): Partial<PayEmployee> {
  const { ratePerHour, isRateFromPays, leaveSettings, endedOn } = facts
  return {
    start_date: facts.startDate,
    ...(facts.dateOfBirth === null ? {} : { date_of_birth: facts.dateOfBirth }),
    pay_rate_per_hour: isRateFromPays ? null : rateText(ratePerHour),
    is_terminated: endedOn !== undefined,
    hourly_amount_for_workers_comp_leave: leaveSettings.workersCompPerHour.toFixed(),
    hourly_amount_for_paid_parental_leave: leaveSettings.paidParentalPerHour.toFixed(),
  }
}

export const australia = adapt<AuTypes>({
  rules: au,
  ratesOf: (rates) => rates.au,
  items: {
    isForeignLeave: (leaveType) =>
      leaveType.startsWith('NZ_') || leaveType === 'ANNUAL_HOLIDAYS' || leaveType === 'ALT_HOLIDAY',
    isPricedByLaw: () => false,
    lawRows: () => [],
    ownAmounts: { WORKERS_COMP: 'workersCompPerHour', PAID_PARENTAL: 'paidParentalPerHour' },
  },
  looksAtTaxNumber: true,
  detailJson: DETAIL_JSON,
  pastPayOf,
  termsOf,
  balancesOf: (employee) => ({
    holiday: decimal(employee.holiday_hours),
    sick: decimal(employee.sick_hours),
    lsl: decimal(employee.lsl_hours),
    rdo: decimal(employee.rdo_hours),
    toil: decimal(employee.toil_hours),
  }),
  employeeRecordOf,
  endingOf,
})
