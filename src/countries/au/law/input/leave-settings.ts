import type { Decimal } from '../../../../kernel/values/money.ts'

export type LeaveSettings = {
  isEnabled: boolean
  isLslEnabled: boolean
  includeLoadingInSuper: boolean
  accrueOnHoursWorked: boolean
  accrueOnOvertimeHours: boolean
  /** Null uses the National Employment Standards rate, or no accrual for casual and labour hire employees. */
  holidayPerHour: Decimal | null
  sickPerHour: Decimal | null
  /** Null uses `lslWeeks` per `lslYears` when both are set, and otherwise the default rate. */
  lslPerHour: Decimal | null
  /** Used when leave does not accrue on hours worked. */
  holidayDaysPerYear: Decimal | null
  sickDaysPerYear: Decimal | null
  lslYears: Decimal | null
  lslWeeks: Decimal | null
  /** 0.175 is 17.5%. */
  loadingPercentage: Decimal
  /** Zero means that there is no fixed amount, and the leave row's rate applies. */
  workersCompPerHour: Decimal
  paidParentalPerHour: Decimal
  /** Another pay of the period already granted the leave that accrues per period. */
  isPeriodEarned?: boolean
  /** A salary row counts towards long service leave. Set where leave accrues by the year; omitted on pays before that rule. */
  isSalaryService?: boolean
}
