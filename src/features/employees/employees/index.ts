export { paysStand } from './advice.ts'
export { AffectedPays, type AffectedPayView, type PayEffects } from './affected-schema.ts'
export { changeLifecycle } from './change-lifecycle.ts'
export { applyDueChanges } from './changes.ts'
export { CLAIMS, claimsOf } from './claims.ts'
export { createEmployeesIn } from './create.ts'
export type { ItemErrors } from './declarations.ts'
export { derivedFields, type IncomeFacts, incomeStream } from './derived.ts'
export type { EmploymentView } from './employment-schema.ts'
export { allEmploymentsOf, readEmployments } from './employments.ts'
export { recordBalancesMoved, recordUpdated as recordEmployeesUpdated } from './events.ts'
export { type EmployeeField, fieldOf, TERM_FIELDS } from './fields.ts'
export { requireEmployee, requireNotDeleted, viewStoredEmployee } from './find.ts'
export { formerAddressMail } from './former-address.ts'
export { findUnknownFunds, lookUpFunds, unknownFund } from './funds.ts'
export { differences, isSensitive, recordHistory } from './history.ts'
export { lawRatesOn } from './law-rates.ts'
export { deleteEmployeesIn } from './lifecycle.ts'
export { normaliseEmployee } from './normalise.ts'
export { writeUpdated } from './payloads.ts'
export {
  findEmployer,
  forgetSnapshots,
  listEmployeeIds,
  loadEmployees,
  type OpenEmployee,
  openEmployee,
} from './queries.ts'
export {
  EMPLOYEE_CHANGES,
  EmployeeCreate,
  type EmployeeInput,
  EmployeeUpdate,
  EmployeeView,
} from './schema.ts'
export { TAX_NUMBER_STATUS } from './tax-numbers.ts'
export { loadLastPaidDays, loadTerms } from './term-queries.ts'
export { changeOf, firstDayOf, timelinesOf } from './terms.ts'
export { undoEarlierEnd } from './undo-end.ts'
export { updateEmployeesIn } from './update.ts'
export { viewEmployee } from './view.ts'
export { openPaysAdvice } from './waiting-pays.ts'
