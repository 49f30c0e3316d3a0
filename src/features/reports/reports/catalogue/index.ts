import type { Report } from '../model/report.ts'
import { activityStatement } from './activity-statement.ts'
import { authorityReconciliation } from './authority-reconciliation.ts'
import { changes } from './changes.ts'
import { deductionsByPayee } from './deductions-by-payee.ts'
import { earningsHistory } from './earnings-history.ts'
import { employeeList } from './employee-list.ts'
import { employeeYearToDate } from './employee-year-to-date.ts'
import { employmentLeaveComparison } from './employment-leave-comparison.ts'
import { fairWorkRecords } from './fair-work-records.ts'
import { genderPay } from './gender-pay.ts'
import { holidayAndLeaveRecord } from './holiday-and-leave-record.ts'
import { hoursWorked } from './hours-worked.ts'
import { informationStatements } from './information-statements.ts'
import { kiwisaverAndEsct } from './kiwisaver-and-esct.ts'
import { labourCost } from './labour-cost.ts'
import { leaveBalances } from './leave-balances.ts'
import { leaveLiability } from './leave-liability.ts'
import { leaveMovements } from './leave-movements.ts'
import { lumpSumE } from './lump-sum-e.ts'
import { overtime } from './overtime.ts'
import { payRunDetail } from './pay-run-detail.ts'
import { payeByMonth } from './paye-by-month.ts'
import { payrollSummary } from './payroll-summary.ts'
import { payrollTax } from './payroll-tax.ts'
import { portableLongServiceLevy } from './portable-long-service-levy.ts'
import { superByFund } from './super-by-fund.ts'
import { wageAndTimeRecord } from './wage-and-time-record.ts'
import { workersCompensationWages } from './workers-compensation-wages.ts'

/** Every report, in list order. To add one, add a file here and a line to this list. */
export const REPORTS: readonly Report[] = [
  payrollSummary,
  payRunDetail,
  employeeYearToDate,
  earningsHistory,
  labourCost,
  overtime,
  hoursWorked,
  leaveBalances,
  leaveMovements,
  leaveLiability,
  superByFund,
  kiwisaverAndEsct,
  deductionsByPayee,
  activityStatement,
  payeByMonth,
  authorityReconciliation,
  payrollTax,
  lumpSumE,
  workersCompensationWages,
  portableLongServiceLevy,
  genderPay,
  fairWorkRecords,
  wageAndTimeRecord,
  holidayAndLeaveRecord,
  employmentLeaveComparison,
  informationStatements,
  employeeList,
  changes,
]
