export { loadSuperFunds } from './queries.ts'
export { superFundRoutes } from './routes.ts'
