export { loadBankAccounts, type StoredAccount } from './queries.ts'
export { bankAccountRoutes } from './routes.ts'
export { checkCountry } from './rules.ts'
