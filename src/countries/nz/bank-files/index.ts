import type { BankFileFormat } from '../../contract/bank-file.ts'
import { firstPrintable, payDay } from '../../contract/bank-text.ts'
import { NZ_FORMATS, type NzFormat } from './formats.ts'

const formatOf = (name: NzFormat, extension: string, isUnverified = false): BankFileFormat => ({
  name,
  extension,
  isUnverified,
  needs: ['bank_account_number'],
  write: (payer, credits, { valueDate, created, reference }) =>
    NZ_FORMATS[name](
      { name: payer.name, account: payer.account },
      credits.map((credit) => ({
        whose: credit.whose,
        account: credit.account,
        name: credit.name,
        reference: firstPrintable([credit.reference]) ?? payDay(credit.payDate),
        isWages: credit.isWages,
        amount: credit.amount,
      })),
      { due: valueDate, created },
      reference,
    ),
})

/** The first format is the default. */
export const NZ_BANK_FILES: readonly BankFileFormat[] = [
  formatOf('BNZ', 'txt'),
  formatOf('ANZ', 'csv'),
  formatOf('ASB', 'csv', true),
  formatOf('WESTPAC', 'csv'),
  formatOf('KIWIBANK', 'txt', true),
]
