export { loadBankAccounts } from './queries.ts'
export { bankAccountRoutes } from './routes.ts'
