export { gatewayControlRoutes } from './control-routes.ts'
export { recordLodged } from './events.ts'
export {
  findSubmission,
  insertSubmission,
  type ListedSubmission,
  listSubmissions,
  lodgedBy,
  type SubmissionPay,
  type SubmissionPayee,
  showOnPays,
} from './queries.ts'
export { registerSubmissionReads, requireSubmission, SubmissionPath } from './read-routes.ts'
export {
  checkSelection,
  DryRunView,
  Finalisation,
  PaySelection,
  ReportError,
  SubmissionListed,
  SubmissionView,
  YearSelection,
} from './schema.ts'
export { hashOf, openText, sealText } from './seal.ts'
export { type SelectedPay, selectPays } from './select.ts'
export { sendDueSubmissions, sendSubmission } from './send.ts'
export { reportProblem, viewSubmission, viewSubmissions } from './view.ts'
