import type { Tx } from '../../../database/connect.ts'
import type { Employee } from '../../../database/tables/employees.ts'
import { quotePerson } from '../../../kernel/values/quote-name.ts'
import type { Service } from '../../../service.ts'
import { holdAccounts } from '../../platform/approvals/index.ts'
import { listChangedSinceLastPay } from './history-queries.ts'

const PAY_FIELDS = [
  'bank_accounts',
  'pay_method',
  'primary_bank_bsb',
  'primary_bank_account_number',
  'secondary_bank_bsb',
  'secondary_bank_account_number',
  'secondary_bank_reference',
  'secondary_bank_amount_per_period',
]
const SUPER_FIELDS = ['super_funds', 'default_employee_fund_usi', 'default_employee_fund_member_number']

/**
 * Holds payments to an employee who returns with another account or fund than that of their last pay. Nothing was paid to
 * it while they were away, so the day after the change has passed unnoticed.
 */
export async function holdReturning(service: Service, tx: Tx, employee: Employee): Promise<void> {
  const fields = await listChangedSinceLastPay(tx, employee.id, [...PAY_FIELDS, ...SUPER_FIELDS])
  const whose = `${quotePerson(employee)} (employee ${employee.id})`
  const change = { before: 'the account of the last pay', after: 'another account', employeeId: employee.id }
  const changes = [
    ...(PAY_FIELDS.some((name) => fields.has(name)) ? [{ ...change, whose }] : []),
    ...(SUPER_FIELDS.some((name) => fields.has(name))
      ? [{ ...change, whose: `the super fund of ${whose}`, isSuper: true }]
      : []),
  ]
  const company = { id: employee.company_id, customer_id: employee.customer_id }
  if (changes.length > 0) await holdAccounts(service, tx, company, changes)
}
