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
  /** Whose account, for a refusal: `the primary bank account of Mia Nguyen (7)`. */
  whose: string
  bsb: string | null
  account: string
  /** The file has the first that a bank can print. */
  names: readonly (string | null)[]
  /** Where none of the names can be printed. */
  fallbackName: string
  /** What the payee's statement shows; null: the pay day. */
  reference: string | null
  payDate: string
  /** Wages, or another credit. */
  isWages: boolean
  amount: string
}

/** The format that the request names, or the usual one of the country. */
export function formatOf(company: Company, wanted: string | undefined): BankFileFormat {
  const { bankFiles, name } = countryOf(company.jurisdiction)
  const [usual] = bankFiles
  if (!usual) throw badRequest(`There is no bank file format for ${name}: pay by other means.`)
  const format = wanted === undefined ? usual : bankFiles.find((each) => each.name === wanted)
  if (format) return format
  const names = bankFiles.map((each) => each.name)
  throw badRequest(`A bank file of this company’s country is ${names.join(', ')}, not ${wanted}.`)
}

/** The text of a bank file; what the format cannot hold is refused with everything to correct. */
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

/** A bank file holds Latin letters only, and the payer's name in it must not be blank. */
function payerName(company: Company): string {
  const name = firstPrintable([company.bank_account_name, company.legal_name, company.trading_name])
  if (name === null)
    throw badRequest(
      'Set bank_account_name of the company to its name in Latin letters: the bank takes no others.',
    )
  return name
}
