export { recordLodged } from './events.ts'
export {
  type FormerIdentity,
  listFormerIds,
  loadFormerIdentities,
  loadFormerOf,
  loadIdentityVersions,
  loadOtherPersons,
  loadWronglyHeld,
  markSamePersons,
  type OtherPerson,
  UNDER_FORMER,
} from './load-identities.ts'
export {
  type AwaitedCorrection,
  forgetGone,
  type GonePay,
  type Holding,
  isExpected,
  isHeld,
  loadAwaited,
  loadGone,
  loadHoldings,
  markAsReported,
  payeeKey,
  REFUSED,
  TAKEN,
} from './load-ledger.ts'
export { employeeIdsOf } from './place-queries.ts'
export {
  findSubmission,
  insertSubmission,
  type ListedSubmission,
  listSubmissions,
  lodgedBy,
  nameHeldBack,
  payIdsOf,
  type SubmissionPay,
  type SubmissionPayee,
  showOnPays,
} from './queries.ts'
export {
  checkSelection,
  DryRunView,
  Finalisation,
  isStrict,
  PaySelection,
  ReportError,
  SubmissionListed,
  SubmissionView,
  YearSelection,
} from './schema.ts'
export { hashOf, openText, sealText } from './seal.ts'
export { type SelectedPay, selectPays } from './select.ts'
export { sendDueSubmissions, sendSubmission } from './send.ts'
export { requireTransport, transportOf } from './transport.ts'
export { reportProblem, viewHeldBack, viewSubmission, viewSubmissions } from './view.ts'
