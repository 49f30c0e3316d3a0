export { loadBankAccounts, replaceBankAccounts, type StoredAccount } from './queries.ts'
export { checkCountry, rankAccounts } from './rules.ts'
export { BankAccountInput } from './schema.ts'
