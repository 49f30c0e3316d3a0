export { type AffectedPayView, paysAfter, watchPays } from './affected.ts'
export type { StoredPay } from './answer/stored-pay.ts'
export { viewStoredPay } from './answer/view.ts'
export { lineProblem } from './calculate/line-limit.ts'
export { changeDrafts } from './change-drafts.ts'
export { explainPaidAhead, findPaidTwice } from './check-ahead.ts'
export { listFileAuthors } from './context/authors.ts'
export { isLeaveArrears, LEAVE_ARREARS, listPaidBack, type PaidBack } from './context/back-paid.ts'
export { broughtInYear } from './context/brought-year.ts'
export { lockCompanyPays } from './context/employees.ts'
export type { WholePay } from './context/loaded-pay.ts'
export { listOtherPays, type OtherPay } from './context/other-pays.ts'
export { findPay, listPayIds, loadPays, loadShownPays } from './context/pays.ts'
export { listRaisedDeductions, type RaisedDeduction } from './context/raised-deductions.ts'
export { countPending, listPendingIds, listRuns, loadPendingIn } from './context/runs.ts'
export { listSkipped } from './context/skipped.ts'
export { addPayCountry, countryOf } from './country/index.ts'
export { type EmployerRateTerms, employerRateOn, esctRateOn, isPaidAllYear } from './country/nz-esct.ts'
export type { PayCountry } from './country/types.ts'
export { type CreateOptions, createPays, createPaysIn, createPaysOnce } from './create.ts'
export { draftRun } from './draft.ts'
export { type DraftContent, editDrafts, writeDraftsIn } from './edit-drafts.ts'
export { type Erratum, findErrata } from './errata.ts'
export { explainPay, viewStep } from './explain.ts'
export { type CheckedPay, checkLeaveOf } from './leave-check.ts'
export type {
  AllowanceDetails,
  BackPaymentDetails,
  BonusDetails,
  DeductionDetails,
  Details,
  HoursDetails,
  LeaveDetails,
  SacrificeDetails,
  StoredLine,
} from './lines/lines.ts'
export { withLeaveTotals } from './lines/split-rows.ts'
export { readLeaveAccounts } from './nz-leave-ledger.ts'
export { paidElsewhere } from './paid-elsewhere.ts'
export { processPending, processRun } from './process.ts'
export { placeOf, raisedDeductions } from './raised-deductions.ts'
export { type RebuildOptions, rebuildPayIn } from './rebuild.ts'
export { recalculatePays } from './recalculate.ts'
export { recordPaysUpdated } from './record-updated.ts'
export { redraftRun } from './redraft.ts'
export { replayPay, replayPays } from './replay.ts'
export { checkUpdate, refuseItemIds } from './request/check.ts'
export { IdentifierQuery, RenewQuery } from './request/query.ts'
export {
  PayCreate,
  PayDate as PayDateQuery,
  PayHoursInput,
  PayLeaveInput,
  PayUpdate,
  PeriodEndDate,
} from './request/schema.ts'
export { checkTermination } from './request/termination-rules.ts'
export {
  TERMINATION_FIELDS,
  TerminationBlock,
} from './request/termination-schema.ts'
export { ExplainedStep, Pay, type PayView, SkippedEmployees } from './schema/pay.ts'
export { RESULT_FIELDS, TerminationResult } from './schema/termination-result.ts'
export { deleteDrafts } from './store/runs.ts'
export { payEffects, type RenewedPay, renewedSince } from './terms-effects.ts'
