export { readOwnLedger } from './read-ledger.ts'
export { LeaveLedger, LedgerQuery } from './schema.ts'
