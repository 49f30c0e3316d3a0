export { loadSuperFunds, replaceSuperFunds, type StoredFund } from './queries.ts'
export { superFundRoutes } from './routes.ts'
export { rankFunds } from './rules.ts'
export { SuperFundInput } from './schema.ts'
