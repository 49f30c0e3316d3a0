/** The payer and the account that is debited. */
export type BankPayer = {
  name: string
  bankCode: string
  userId: string
  bsb: string
  account: string
}

/** One credit in a bank file. */
export type BankCredit = {
  /** The account's owner for error messages, for example `the primary bank account of Mia Nguyen (7)`. */
  whose: string
  bsb: string | null
  account: string
  /** The name in characters that the bank accepts. */
  name: string
  /** The text on the payee's statement. Null shows the pay date. */
  reference: string | null
  /** The pay date. When one credit covers several pays, the latest. */
  payDate: string
  /** True for wages, false for any other credit. */
  isWages: boolean
  amount: string
}

/** A bank's own requirements on top of the format. */
export type FormatOptions = {
  /** ABA: adds one debit of the total against the company's account. */
  isSelfBalancing?: boolean
  /** ABA: puts the payer's BSB and account in the header record, which a few banks require. */
  hasPayerInHeader?: boolean
  /** ABA: the description of the payments. The default is PAYROLL. */
  description?: string
}

/** `valueDate` is the day on which the bank credits the accounts. */
export type BankFileAbout = { valueDate: string; created: string; reference: string; options: FormatOptions }

/** The company fields that a format may need. */
export type BankField = 'bank_bsb' | 'bank_account_number' | 'bank_name_code' | 'direct_entry_user_id'

export type BankFileFormat = {
  /** The name that API requests use. */
  name: string
  /** The extension of the file name. */
  extension: string
  /** True when we wrote the format without the bank's own specification. */
  isUnverified: boolean
  /** The company fields that must be set. */
  needs: readonly BankField[]
  /** Returns the text of the file. Throws UnfitForFormat when the data does not fit the format. */
  write(payer: BankPayer, credits: readonly BankCredit[], about: BankFileAbout): string
}

/** The data does not fit the bank file format. The message lists every fault. */
export class UnfitForFormat extends Error {
  override name = 'UnfitForFormat'

  constructor(faults: readonly string[]) {
    super(faults.join(' '))
  }
}
