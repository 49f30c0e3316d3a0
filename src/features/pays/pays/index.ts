export { type AffectedPayView, paysAfter, watchPays } from './affected.ts'
export { AffectedPays, Pay, type PayView } from './answer/schema.ts'
export { RESULT_FIELDS, TerminationResult } from './answer/termination-schema.ts'
export { viewStoredPay } from './answer/view.ts'
export { addPayCountry, countryOf } from './country/index.ts'
export type { PayCountry } from './country/types.ts'
export { type CreateOptions, createPays, createPaysIn } from './create.ts'
export { type CheckedPay, checkLeaveOf } from './leave-check.ts'
export { lockCompanyPays } from './load/employees.ts'
export { findPay, listPayIds, loadPays, loadShownPays, type WholePay } from './load/pays.ts'
export { listPendingIds, listRuns, loadPendingIn } from './load/runs.ts'
export { processPending } from './process.ts'
export { type RebuildOptions, rebuildPayIn } from './rebuild.ts'
export { recordPaysUpdated } from './record-updated.ts'
export { replayPay, replayPays } from './replay.ts'
export { checkUpdate, refuseItemIds } from './request/check.ts'
export { lineProblem } from './request/line-limit.ts'
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
export type {
  AllowanceDetails,
  BackPaymentDetails,
  BonusDetails,
  DeductionDetails,
  Details,
  HoursDetails,
  LeaveDetails,
  SacrificeDetails,
} from './resolve/lines.ts'
export type { WrittenPay } from './road.ts'
