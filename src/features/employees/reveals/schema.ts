import { Type } from 'typebox'
import { closed, component, nullable } from '../../../http/schema.ts'

const number = nullable(Type.String({ 'x-sensitive': true }))

export const RevealRequest = component(
  'RevealRequest',
  closed(
    {
      reason: Type.String({
        minLength: 3,
        maxLength: 200,
        pattern: '\\S',
        'x-problem': 'must say in 3 to 200 characters why the numbers are needed',
        description: 'Why the numbers are needed. The audit log records it.',
      }),
    },
    { examples: [{ reason: 'Mia asked which account her pay goes to.' }] },
  ),
)

export const EmployeeNumbers = component(
  'EmployeeNumbers',
  closed({
    employee_id: Type.Integer(),
    tax_file_number: number,
    ird_number: number,
    primary_bank_account_number: number,
    secondary_bank_account_number: number,
    default_employee_fund_member_number: number,
    bank_accounts: Type.Array(closed({ rank: Type.Integer(), account_number: number })),
    super_funds: Type.Array(
      closed({ rank: Type.Integer(), bank_account_number: number, member_number: number }),
    ),
  }),
)

export const CompanyNumbers = component(
  'CompanyNumbers',
  closed({ company_id: Type.Integer(), bank_account_number: number, ird_number: number }),
)
