import type { Queryable } from '../../database/connect.ts'
import type { Employee } from '../../database/tables/employees.ts'
import { formatName } from '../../http/view.ts'
import type { FieldCipher } from '../../security/field-encryption.ts'
import { loadBankAccounts } from '../bank-accounts/index.ts'
import { openEmployee } from '../employees/index.ts'
import type { PayeeAccount } from './split.ts'

/** The accounts of several employees: the ranked ones where there are any, else the two inline ones. */
export async function loadPayeeAccounts(
  query: Queryable,
  cipher: FieldCipher,
  employees: readonly Employee[],
): Promise<Map<number, PayeeAccount[]>> {
  const ranked = await loadBankAccounts(query, cipher, [...new Set(employees.map((employee) => employee.id))])
  const byEmployee = Map.groupBy(ranked, (account) => account.employee_id)
  return new Map(
    employees.map((employee) => {
      const rows = byEmployee.get(employee.id)
      if (!rows) return [employee.id, inlineAccounts(openEmployee(cipher, employee))]
      const accounts = rows.map((row) => ({
        label: `bank account ${row.rank}`,
        accountName: row.account_name,
        bsb: row.bsb,
        accountNumber: row.account_number,
        reference: row.reference,
        amountType: row.amount_type,
        amount: row.amount,
      }))
      return [employee.id, accounts]
    }),
  )
}

/** A fixed amount to the secondary account, the rest to the primary one. */
function inlineAccounts(employee: Employee): PayeeAccount[] {
  const accounts: PayeeAccount[] = []
  if (employee.secondary_bank_account_number && employee.secondary_bank_amount_per_period)
    accounts.push({
      label: 'the secondary bank account',
      accountName: employee.secondary_bank_account_name ?? formatName(employee),
      bsb: employee.secondary_bank_bsb,
      accountNumber: employee.secondary_bank_account_number,
      reference: employee.secondary_bank_reference,
      amountType: 'FIXED',
      amount: employee.secondary_bank_amount_per_period,
    })
  if (employee.primary_bank_account_number)
    accounts.push({
      label: 'the primary bank account',
      accountName: employee.primary_bank_account_name ?? formatName(employee),
      bsb: employee.primary_bank_bsb,
      accountNumber: employee.primary_bank_account_number,
      reference: null,
      amountType: 'REMAINDER',
      amount: null,
    })
  return accounts.at(-1)?.amountType === 'REMAINDER' ? accounts : []
}
