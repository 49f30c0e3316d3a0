import type { Company } from '../../../database/tables/companies.ts'
import { badRequest } from '../../../kernel/problem.ts'
import type { Country } from '../../../payroll/words.ts'
import type { FieldCipher } from '../../../security/field-encryption.ts'
import { openAccountNumber } from '../../employer/companies/index.ts'
import { abaFile } from './aba.ts'
import { NZ_FORMATS, type NzFormat } from './nz-formats.ts'
import { firstPrintable } from './text.ts'

export const FORMATS = ['ABA', 'BNZ', 'ANZ', 'ASB', 'WESTPAC', 'KIWIBANK'] as const
export type BankFormat = (typeof FORMATS)[number]

/** One credit of a file. */
export type BankPayment = {
  /** Whose account, for a refusal: `the primary bank account of Mia Nguyen (7)`. */
  whose: string
  bsb: string | null
  account: string
  /** The first that a bank can print stands in the file. */
  names: readonly (string | null)[]
  /** Where none of the names can be printed. */
  fallbackName: string
  /** What the payee's statement shows; null: the pay day. */
  reference: string | null
  /** Wages, or another credit. */
  isWages: boolean
  amount: string
}

/** How a bank wants its file, beyond the format. */
export type FormatOptions = {
  /** ABA: one debit of the total against the company's account. */
  isSelfBalancing?: boolean
  /** ABA: the payer's BSB and account in the first record, which a few banks ask for. */
  hasPayerInHeader?: boolean
  /** ABA: at most these words for what the payments are; PAYROLL unless told. */
  description?: string
}

const OF_COUNTRY: Record<Country, readonly [BankFormat, ...BankFormat[]]> = {
  AU: ['ABA'],
  NZ: ['BNZ', 'ANZ', 'ASB', 'WESTPAC', 'KIWIBANK'],
}

/** The format that is wanted, or the usual one of the country. */
export function formatOf(company: Company, wanted: BankFormat | undefined): BankFormat {
  const [usual, ...others] = OF_COUNTRY[company.jurisdiction]
  if (wanted && wanted !== usual && !others.includes(wanted))
    throw badRequest(
      `A bank file of this company’s country is ${[usual, ...others].join(', ')}, not ${wanted}.`,
    )
  return wanted ?? usual
}

/** The text of a bank file; what the format cannot hold is refused with everything to correct. */
export function writeBankText(
  cipher: FieldCipher,
  company: Company,
  format: BankFormat,
  payments: readonly BankPayment[],
  about: { payDate: string; created: string; reference: string; options: FormatOptions },
): string {
  return format === 'ABA'
    ? auText(cipher, company, payments, about)
    : nzText(cipher, company, format, payments, about)
}

type About = Parameters<typeof writeBankText>[4]

function auText(
  cipher: FieldCipher,
  company: Company,
  payments: readonly BankPayment[],
  about: About,
): string {
  requireBankDetails({
    bank_bsb: company.bank_bsb,
    bank_account_number: company.bank_account_number,
    bank_name_code: company.bank_name_code,
    direct_entry_user_id: company.direct_entry_user_id,
  })
  return abaFile(
    {
      name: payerName(company),
      bankCode: company.bank_name_code ?? '',
      userId: company.direct_entry_user_id ?? '',
      bsb: company.bank_bsb ?? '',
      account: openAccountNumber(cipher, company) ?? '',
      isSelfBalancing: about.options.isSelfBalancing ?? false,
      hasPayerInHeader: about.options.hasPayerInHeader ?? false,
      description: about.options.description ?? 'PAYROLL',
    },
    payments.map((payment) => ({
      whose: payment.whose,
      bsb: payment.bsb ?? '',
      account: payment.account,
      title: printed(payment),
      reference:
        firstPrintable([payment.reference]) ?? `${payDay(about.payDate)}${about.payDate.slice(0, 4)}`,
      isWages: payment.isWages,
      amount: payment.amount,
    })),
    about.payDate,
  )
}

function nzText(
  cipher: FieldCipher,
  company: Company,
  format: NzFormat,
  payments: readonly BankPayment[],
  about: About,
): string {
  requireBankDetails({ bank_account_number: company.bank_account_number })
  return NZ_FORMATS[format](
    { name: payerName(company), account: openAccountNumber(cipher, company) ?? '' },
    payments.map((payment) => ({
      whose: payment.whose,
      account: payment.account,
      name: printed(payment),
      reference: firstPrintable([payment.reference]) ?? payDay(about.payDate),
      isWages: payment.isWages,
      amount: payment.amount,
    })),
    { due: about.payDate, created: about.created },
    about.reference,
  )
}

function requireBankDetails(details: Record<string, string | null>): void {
  const missing = Object.entries(details)
    .filter(([, value]) => !value)
    .map(([name]) => name)
  if (missing.length > 0) throw badRequest(`Set ${missing.join(', ')} of the company first.`)
}

/** A bank file holds Latin letters only, and the payer's name in it must not be blank. */
function payerName(company: Company): string {
  const name = firstPrintable([company.bank_account_name, company.legal_name, company.trading_name])
  if (name === null)
    throw badRequest(
      'Set bank_account_name of the company to its name in Latin letters: the bank takes no others.',
    )
  return name
}

const printed = ({ names, fallbackName }: BankPayment) => firstPrintable(names) ?? fallbackName

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']

/** PAY 19NOV on the payee's statement; an ABA record has room for the year too. */
function payDay(date: string): string {
  return `PAY ${date.slice(8)}${MONTHS[Number(date.slice(5, 7)) - 1]}`
}
