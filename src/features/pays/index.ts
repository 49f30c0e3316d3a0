export { type CreateOptions, createPays, createPaysIn } from './create.ts'
export type {
  AllowanceDetails,
  BackPaymentDetails,
  BonusDetails,
  DeductionDetails,
  Details,
  HoursDetails,
  LeaveDetails,
  SacrificeDetails,
} from './lines.ts'
export { lockCompanyPays } from './load.ts'
export { processPending } from './process.ts'
export { findPay, listPayIds, loadPays, type WholePay } from './queries.ts'
export { differences, replayPay } from './replay.ts'
export { replayPays } from './replay-stored.ts'
export { PayCreate } from './request-schema.ts'
export { payRoutes } from './routes.ts'
export { Pay, type PayView } from './schema.ts'
export { showPay } from './show.ts'
export { RESULT_FIELDS, TerminationResult } from './termination-result-schema.ts'
export { checkTermination } from './termination-rules.ts'
export { ETP_CODES, TERMINATION_FIELDS, TERMINATION_REASONS, TerminationBlock } from './termination-schema.ts'
export type { WrittenPay } from './write.ts'
