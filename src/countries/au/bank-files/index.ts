import type { BankFileFormat } from '../../contract/bank-file.ts'
import { firstPrintable, payDay } from '../../contract/bank-text.ts'
import { abaFile } from './aba.ts'

export const AU_BANK_FILES: readonly BankFileFormat[] = [
  {
    name: 'ABA',
    extension: 'aba',
    isUnverified: false,
    needs: ['bank_bsb', 'bank_account_number', 'bank_name_code', 'direct_entry_user_id'],
    write: (payer, credits, { valueDate, options }) =>
      abaFile(
        {
          ...payer,
          isSelfBalancing: options.isSelfBalancing ?? false,
          hasPayerInHeader: options.hasPayerInHeader ?? false,
          description: options.description ?? 'PAYROLL',
        },
        credits.map((credit) => ({
          whose: credit.whose,
          bsb: credit.bsb ?? '',
          account: credit.account,
          title: credit.name,
          // The reference field is long enough to include the year.
          reference:
            firstPrintable([credit.reference]) ?? `${payDay(credit.payDate)}${credit.payDate.slice(0, 4)}`,
          isWages: credit.isWages,
          amount: credit.amount,
        })),
        valueDate,
      ),
  },
]
