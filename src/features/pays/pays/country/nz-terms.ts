import type { NzTerms } from '../../../../countries/nz/law/index.ts'
import type { DayTerms } from '../../../../countries/nz/law/input/dated-terms.ts'
import type { EntitlementTerms, NzPayInput } from '../../../../countries/nz/law/input/input.ts'
import { readTaxCode } from '../../../../countries/nz/law/input/tax-code.ts'
import { readTransfers } from '../../../../countries/nz/law/input/transfers.ts'
import { anniversaryRegionOf } from '../../../../countries/nz/law/public-holidays/regions.ts'
import { civilDate, civilDateOrNone } from '../../../../kernel/values/dates.ts'
import { type Decimal, decimal, ZERO } from '../../../../kernel/values/money.ts'
import type { FactsOf } from '../../../../payroll/facts.ts'
import { averagesOf, fixedPattern } from '../../../../payroll/work-pattern.ts'
import type { PayEmployee } from '../job/pay-employee.ts'
import { withoutRepeats } from './earlier-terms.ts'
import { optionalSetting, rateText, setting } from './setting.ts'

/** Converts the record of a New Zealand employee to calculation terms. */
export function termsOf(employee: PayEmployee): NzTerms {
  const { daysPerWeek, hoursPerDay } = weekOf(employee)
  return {
    ratePerHour: setting(employee.pay_rate_per_hour ?? '0'),
    hoursPerDay,
    daysPerWeek,
    tax: {
      code: readTaxCode(employee.nz_tax_code ?? 'ND')?.code ?? 'ND',
      certificateRate: optionalSetting(employee.nz_tax_rate),
      schedularRate: optionalSetting(employee.nz_tax_rate),
      ...(employee.nz_schedular_activity === null
        ? {}
        : { schedularActivity: employee.nz_schedular_activity }),
    },
    studentLoan: {
      hasLoan: employee.has_student_loan,
      specialRate: optionalSetting(employee.nz_student_loan_special_rate),
      isOnEveryDollar: employee.is_nz_student_loan_on_every_dollar,
      cirRate: optionalSetting(employee.nz_student_loan_cir_rate),
      cirLeft: null,
      ...(employee.nz_student_loan_cir_total === null
        ? {}
        : {
            cirNotice: {
              total: setting(employee.nz_student_loan_cir_total),
              from: civilDate(employee.nz_student_loan_cir_from ?? employee.start_date),
            },
          }),
      borAmount: optionalSetting(employee.nz_student_loan_bor_amount),
      borRate: optionalSetting(employee.nz_student_loan_bor_rate),
    },
    kiwiSaver: {
      statusCode: employee.kiwisaver_status_code,
      existingAction: employee.kiwisaver_existing_action,
      employeeRate: optionalSetting(employee.kiwisaver_employee_rate),
      employerRate: optionalSetting(employee.kiwisaver_employer_rate),
      reduction: spanOf(employee.nz_kiwisaver_reduction_from, employee.nz_kiwisaver_reduction_to),
      suspension: spanOf(employee.nz_kiwisaver_suspension_from, employee.nz_kiwisaver_suspension_to),
      cecObligation: employee.kiwisaver_cec_obligation,
      isEmployerVoluntary: false,
      complyingFundRate: optionalSetting(employee.nz_complying_fund_rate),
      esctRate: setting(employee.esct_rate),
      taxMethod: employee.employer_contrib_tax_method,
      payeFraction: setting(employee.employer_contrib_paye_fraction),
    },
    electedExtraPayRate: optionalSetting(employee.nz_elected_extra_pay_rate),
    ...(employee.nz_protected_net_per_pay === null
      ? {}
      : { protectedNet: setting(employee.nz_protected_net_per_pay) }),
    dateOfBirth: civilDateOrNone(employee.date_of_birth),
    startDate: civilDate(employee.start_date),
    leaveSettings: {
      ...entitlementOf(employee),
      isLeaveEnabled: employee.is_leave_enabled,
      holidayPayReason: employee.nz_holiday_pay_reason,
      ordinaryWeeklyPay: null,
      ...daySettingsOf(employee),
      isUnpaidLeaveService: employee.is_unpaid_leave_counted_as_service,
      minimumWage: employee.nz_minimum_wage,
      ...afterEndOf(employee),
      holidayYearFrom: civilDateOrNone(employee.nz_holiday_year_from),
      holidaysInAdvance: employee.nz_holidays_in_advance,
      workersCompPerHour: setting(employee.hourly_amount_for_workers_comp_leave),
      alternativeDaysEarned: ZERO,
    },
    ...earlierEntitlementsOf(employee),
    ...earlierTermsOf(employee),
    ...laterTermsOf(employee),
  }
}

/** The terms that decide what an anniversary grants. */
function entitlementOf(employee: PayEmployee): EntitlementTerms {
  return {
    isLeaveEnabled: employee.is_leave_enabled,
    isHolidayPayPaidWithWages: employee.is_holiday_pay_paid_with_wages,
    isCasual: isWithoutWeeks(employee),
    annualWeeksPerYear: yearsWeeks(employee, weekOf(employee).daysPerWeek),
    sickDaysPerYear: optionalSetting(employee.num_sick_leave_days_per_year),
  }
}

/** Those of earlier days of the employment. A change that leaves them as they are is none. */
function earlierEntitlementsOf(employee: PayEmployee): Pick<NzTerms, 'earlierEntitlements'> {
  const dated = (employee.earlier_terms ?? [])
    .filter(({ to }) => to >= employee.start_date)
    .map(({ to, terms }) => ({ to, ...entitlementOf({ ...employee, ...terms }) }))
  const changed = withoutRepeats(dated, entitlementOf(employee))
  return changed.length === 0 ? {} : { earlierEntitlements: changed }
}

/** The settings that decide which days are working days and public holidays. */
function daySettingsOf(
  employee: PayEmployee,
): Pick<DayTerms, 'anniversaryRegion' | 'workDays' | 'workPattern' | 'transferredHolidays'> {
  return {
    anniversaryRegion: anniversaryRegionOf(employee.nz_workplace_region, employee.state),
    workDays: employee.nz_work_days,
    workPattern: employee.nz_work_pattern,
    ...(employee.nz_transferred_holidays === null
      ? {}
      : { transferredHolidays: readTransfers(employee.nz_transferred_holidays) }),
  }
}

const dayTermsOf = (employee: PayEmployee): DayTerms => ({
  ratePerHour: setting(employee.pay_rate_per_hour ?? '0'),
  ...weekOf(employee),
  ...daySettingsOf(employee),
})

/** The terms of earlier days. The pay keeps those that its days need. */
function earlierTermsOf(employee: PayEmployee): Pick<NzTerms, 'earlierTerms'> {
  const dated = (employee.earlier_terms ?? [])
    .filter(({ to }) => to >= employee.start_date)
    .map(({ to, terms }) => ({ to, ...dayTermsOf({ ...employee, ...terms }) }))
  const changed = withoutRepeats(dated, dayTermsOf(employee))
  return changed.length === 0 ? {} : { earlierTerms: changed }
}

/** The terms of days after the pay. The pay keeps them if it has rows of such days. */
function laterTermsOf(employee: PayEmployee): Pick<NzTerms, 'laterTerms'> {
  const laterTerms = (employee.later_terms ?? []).map(({ from, terms }) => ({
    from,
    ...dayTermsOf({ ...employee, ...terms }),
  }))
  return laterTerms.length === 0 ? {} : { laterTerms }
}

/** Fields of the employee record that the pipeline reads besides the terms, as stored with the pay. */
export function employeeRecordOf(facts: FactsOf<NzPayInput>): Partial<PayEmployee> {
  const { leaveSettings, kiwiSaver, studentLoan, ratePerHour } = facts
  const { workersCompPerHour } = leaveSettings
  return {
    start_date: facts.startDate,
    ...(facts.dateOfBirth === null ? {} : { date_of_birth: facts.dateOfBirth }),
    pay_rate_per_hour: rateText(ratePerHour),
    is_terminated: leaveSettings.isAfterEnd === true,
    is_unpaid_leave_counted_as_service: leaveSettings.isUnpaidLeaveService !== false,
    is_holiday_pay_paid_with_wages: leaveSettings.isHolidayPayPaidWithWages,
    nz_student_loan_cir_total: studentLoan.cirNotice?.total.toFixed() ?? null,
    nz_student_loan_cir_from: studentLoan.cirNotice?.from ?? null,
    esct_rate: kiwiSaver.esctRate.toFixed(),
    employer_contrib_tax_method: kiwiSaver.taxMethod,
    // Older pays do not store this amount and use the current one.
    ...(workersCompPerHour ? { hourly_amount_for_workers_comp_leave: workersCompPerHour.toFixed() } : {}),
  }
}

export const spanOf = (from: string | null, to: string | null) =>
  from === null && to === null ? null : { from: civilDateOrNone(from), to: civilDateOrNone(to) }

/** An ordinary week, from the work pattern or else from the standard days and hours. */
function weekOf(employee: PayEmployee): Pick<NzTerms, 'daysPerWeek' | 'hoursPerDay'> {
  const pattern = fixedPattern(employee.nz_work_pattern)
  if (pattern) return averagesOf(pattern)
  return {
    daysPerWeek: setting(String(employee.standard_days_per_week)),
    hoursPerDay: setting(employee.standard_hours_per_day),
  }
}

/** Whether wages are paid after the final pay. Schedular payments are not wages. */
export const isPaidAfterEnd = ({ is_terminated, nz_tax_code }: PayEmployee): boolean =>
  is_terminated && readTaxCode(nz_tax_code ?? 'ND')?.code !== 'WT'

function afterEndOf(employee: PayEmployee): Pick<NzTerms['leaveSettings'], 'isAfterEnd' | 'endedOn'> {
  if (!isPaidAfterEnd(employee)) return {}
  const endedOn = civilDateOrNone(employee.termination_date)
  return { isAfterEnd: true, ...(endedOn === null ? {} : { endedOn }) }
}

/** Casuals accrue weeks of annual holidays only if their record says so. */
function isWithoutWeeks(employee: PayEmployee): boolean {
  const isCasual = employee.employment_status === 'Casual' || employee.employment_status === 'Labour Hire'
  const isSet = employee.num_holiday_leave_days_per_year !== null
  return isCasual && !isSet && decimal(employee.accrue_holiday_leave_per_hour).eq(ZERO)
}

/** The annual holidays per year under the agreement, converted from days to weeks. */
function yearsWeeks(employee: PayEmployee, daysPerWeek: Decimal): Decimal | null {
  const days = optionalSetting(employee.num_holiday_leave_days_per_year)
  return days === null || daysPerWeek.eq(ZERO) ? null : days.div(daysPerWeek)
}
