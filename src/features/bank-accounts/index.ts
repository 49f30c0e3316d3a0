export { loadBankAccounts, replaceBankAccounts, type StoredAccount } from './queries.ts'
export { bankAccountRoutes } from './routes.ts'
export { checkCountry, rankAccounts } from './rules.ts'
export { BankAccountInput } from './schema.ts'
