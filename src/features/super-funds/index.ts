export { loadSuperFunds, type StoredFund } from './queries.ts'
export { superFundRoutes } from './routes.ts'
