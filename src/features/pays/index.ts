export { Pay, type PayView } from './answer/schema.ts'
export { showPay } from './answer/stored.ts'
export { RESULT_FIELDS, TerminationResult } from './answer/termination-schema.ts'
export { type CreateOptions, createPays, createPaysIn } from './create.ts'
export { lockCompanyPays } from './load/employees.ts'
export { findPay, listPayIds, loadPays, type WholePay } from './load/pays.ts'
export { processPending } from './process.ts'
export { differences, replayPay } from './replay.ts'
export { replayPays } from './replay-all.ts'
export { PayCreate } from './request/schema.ts'
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
export { payRoutes } from './routes.ts'
