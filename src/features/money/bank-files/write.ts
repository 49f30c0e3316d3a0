import {
  type BankFileAbout,
  type BankFileFormat,
  UnfitForFormat,
} from '../../../countries/contract/bank-file.ts'
import { firstPrintable } from '../../../countries/contract/bank-text.ts'
import { countryOf, SHIPPED } from '../../../countries/index.ts'
import type { Company } from '../../../database/tables/companies.ts'
import { badRequest } from '../../../kernel/problem.ts'
import type { FieldCipher } from '../../../security/field-encryption.ts'
import { openAccountNumber } from '../../employer/companies/index.ts'

/** The formats that a request may name. */
export const FORMATS: readonly string[] = SHIPPED.flatMap(({ bankFiles }) =>
  bankFiles.map(({ name }) => name),
)

/** One credit of a file. */
export type BankPayment = {
  /** The account's owner for error messages: `the primary bank account of Mia Nguyen (7)`. */
  whose: string
  bsb: string | null
  account: string
  /** Candidate names. The file uses the first one that the bank can print. */
  names: readonly (string | null)[]
  /** Used when none of the names can be printed. */
  fallbackName: string
  /** The text on the payee's statement; null for the pay date. */
  reference: string | null
  payDate: string
  /** Whether the credit is wages. */
  isWages: boolean
  amount: string
}

/** The requested format, or the country's default. */
export function formatOf(company: Company, wanted: string | undefined): BankFileFormat {
  const { bankFiles, name } = countryOf(company.jurisdiction)
  const [usual] = bankFiles
  if (!usual) throw badRequest(`There is no bank file format for ${name}: pay by other means.`)
  const format = wanted === undefined ? usual : bankFiles.find((each) => each.name === wanted)
  if (format) return format
  const names = bankFiles.map((each) => each.name)
  throw badRequest(`The bank file formats of this company’s country are ${names.join(', ')}, not ${wanted}.`)
}

/** The text of a bank file. If the format cannot express a value, the error lists everything to correct. */
export function writeBankText(
  cipher: FieldCipher,
  company: Company,
  format: BankFileFormat,
  payments: readonly BankPayment[],
  about: BankFileAbout,
): string {
  const missing = format.needs.filter((name) => !company[name])
  if (missing.length > 0) throw badRequest(`Set ${missing.join(', ')} of the company first.`)
  const payer = {
    name: payerName(company),
    bankCode: company.bank_name_code ?? '',
    userId: company.direct_entry_user_id ?? '',
    bsb: company.bank_bsb ?? '',
    account: openAccountNumber(cipher, company) ?? '',
  }
  const credits = payments.map(({ names, fallbackName, ...payment }) => ({
    ...payment,
    name: firstPrintable(names) ?? fallbackName,
  }))
  try {
    return format.write(payer, credits, about)
  } catch (error) {
    if (error instanceof UnfitForFormat) throw badRequest(error.message)
    throw error
  }
}

/** A bank file has Latin letters only, and the payer's name must not be blank. */
function payerName(company: Company): string {
  const name = firstPrintable([company.bank_account_name, company.legal_name, company.trading_name])
  if (name === null)
    throw badRequest(
      'Set bank_account_name of the company to its name in Latin letters: the bank accepts no others.',
    )
  return name
}
