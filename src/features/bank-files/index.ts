export { loadPayeeAccounts } from './accounts.ts'
export { bankFileRoutes } from './routes.ts'
export { splitNet } from './split.ts'
