import { amount, timestamp } from '../../../http/view.ts'
import type { AllowanceRow } from './queries.ts'
import type { CompanyAllowanceView } from './schema.ts'

/** An allowance template as the API shows it. */
export function viewAllowance(row: AllowanceRow): CompanyAllowanceView {
  return {
    id: row.id,
    company_id: row.company_id,
    description: row.description,
    amount: amount(row.amount),
    allowance_category: row.allowance_category,
    auto_apply_to_pay: row.auto_apply_to_pay,
    employee_ids: row.employee_ids,
    created_at: timestamp(row.created_at),
    updated_at: timestamp(row.updated_at),
  }
}
