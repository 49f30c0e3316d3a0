import { readNzAccount } from './nz/bank-files/account.ts'

const digits = (text: string) => text.replace(/\D/g, '')

/**
 * The same text for every spelling of one bank account: banks ignore hyphens, spaces and leading zeros. A New Zealand
 * account has no BSB, and its suffix has two or three digits.
 */
export function accountKey(bsb: string | null, accountNumber: string): string {
  const nz = bsb ? null : readNzAccount(accountNumber)
  if (nz) return ` ${nz.bank}${nz.branch}${nz.base}${nz.suffix.replace(/^0(?=\d\d$)/, '')}`
  return `${digits(bsb ?? '')} ${digits(accountNumber).replace(/^0+(?=\d)/, '')}`
}
