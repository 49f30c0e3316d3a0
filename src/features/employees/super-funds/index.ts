export { loadSuperFunds, replaceSuperFunds, type StoredFund } from './queries.ts'
export { rankFunds } from './rules.ts'
export { SuperFundInput } from './schema.ts'
