export { loadBankAccounts, namesOf, type StoredAccount } from './queries.ts'
export { replaceBankAccounts } from './replace.ts'
export { checkCountry, rankAccounts } from './rules.ts'
export { BankAccountInput } from './schema.ts'
