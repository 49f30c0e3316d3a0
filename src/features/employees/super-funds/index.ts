export { loadSuperFunds, type StoredFund } from './queries.ts'
export { replaceSuperFunds } from './replace.ts'
export { rankFunds } from './rules.ts'
export { SuperFundInput } from './schema.ts'
