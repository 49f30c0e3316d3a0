/** Who pays, from which account. */
export type BankPayer = {
  name: string
  bankCode: string
  userId: string
  bsb: string
  account: string
}

/** One credit of a file. */
export type BankCredit = {
  /** Whose account, for a refusal: `the primary bank account of Mia Nguyen (7)`. */
  whose: string
  bsb: string | null
  account: string
  /** As the bank can print it. */
  name: string
  /** What the payee's statement shows; null: the pay day. */
  reference: string | null
  /** Of the pay; of several pays in one credit the last. */
  payDate: string
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
  /** ABA: at most these words for what the payments are; the default is PAYROLL. */
  description?: string
}

/** `valueDate`: the day on which the bank credits the accounts. */
export type BankFileAbout = { valueDate: string; created: string; reference: string; options: FormatOptions }

/** The fields of a company that a format can ask for. */
export type BankField = 'bank_bsb' | 'bank_account_number' | 'bank_name_code' | 'direct_entry_user_id'

export type BankFileFormat = {
  /** As a request names it. */
  name: string
  /** Of the file's name. */
  extension: string
  /** It was put together without the bank's own guide. */
  isUnverified: boolean
  /** What the company must have set. */
  needs: readonly BankField[]
  /** The text of the file. What the format cannot hold is an UnfitForFormat. */
  write(payer: BankPayer, credits: readonly BankCredit[], about: BankFileAbout): string
}

/** A file that its format cannot hold, with everything that is wrong with it. */
export class UnfitForFormat extends Error {
  override name = 'UnfitForFormat'

  constructor(faults: readonly string[]) {
    super(faults.join(' '))
  }
}
