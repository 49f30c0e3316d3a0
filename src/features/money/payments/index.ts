export { checkRunPayments } from './check-run.ts'
export { fileText } from './files.ts'
export { holdMoment } from './held-accounts.ts'
export { PayeeCreate } from './ledger-schema.ts'
export { type Item, isToRecover, loadItems, partyOf } from './load-items.ts'
export { paidAgain } from './paid-again.ts'
export { isForOffice, isPaidWithTax } from './paid-with-tax-queries.ts'
export { createPayeeIn, listPayees, loadPayees, openPayee } from './payee-queries.ts'
export {
  endLines,
  findUnknownPays,
  firstPayDate,
  insertLines,
  insertSettlement,
  listFiles as listPaymentFiles,
  listSettlements,
  loadFileLines,
  type NewLine,
} from './queries.ts'
export { openReturnedCredits } from './return-credits.ts'
export { RECENT_RETURN_DAYS } from './returned-accounts.ts'
export {
  type HeldLines,
  type OpenReturns,
  openReturns,
  type Returns,
  recordReturns,
} from './returns.ts'
export { ReturnCreate, type ReturnedLine, ReturnsView } from './returns-schema.ts'
export { FileLine } from './schema.ts'
export { requirePast } from './value-date.ts'
export { viewFile as viewPaymentFile, viewLine, viewSettlement } from './view.ts'
