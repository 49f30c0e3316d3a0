import { type Static, Type } from 'typebox'
import { CivilDateText, closed, component, nullable, Timestamp, words } from '../../../http/schema.ts'
import { amount, timestamp } from '../../../http/view.ts'
import { mask } from '../../../security/field-encryption.ts'
import type { PayMemory } from './load-snapshot.ts'

const text = nullable(Type.String())

export const SnapshotView = component(
  'PaySnapshot',
  closed({
    pay_id: Type.Integer(),
    snapshot: words(['recorded', 'reconstructed', 'none'] as const, {
      description:
        '`recorded` when the pay was processed; `reconstructed` later, for a pay of version 0.1; `none`: a draft shows current data.',
    }),
    taken_at: nullable(Timestamp),
    period_start_date: CivilDateText,
    period_end_date: CivilDateText,
    employee: closed({
      employee_id: Type.Integer(),
      number: text,
      first_name: Type.String(),
      middle_name: text,
      last_name: Type.String(),
      date_of_birth: CivilDateText,
      address1: Type.String(),
      address2: text,
      city: Type.String(),
      state: Type.String(),
      postcode: Type.String(),
      country: Type.String(),
      position: text,
      department: text,
      employment_status: Type.String(),
      pay_method: Type.String(),
      tax_file_number: nullable(Type.String({ description: 'The last three digits.' })),
      ird_number: nullable(Type.String({ description: 'The last three digits.' })),
      income_stream: text,
      tax_treatment_code: text,
      nz_tax_code: text,
      kiwisaver_status_code: text,
    }),
    employer: closed({
      company_id: Type.Integer(),
      legal_name: Type.String(),
      trading_name: text,
      abn: text,
      nzbn: text,
      ird_number: nullable(Type.String({ description: 'The last three digits.' })),
    }),
    bank_accounts: Type.Array(
      closed({
        account_name: Type.String(),
        bsb: text,
        account_number: Type.String({ description: 'The last three digits.' }),
        reference: text,
        amount_type: Type.String(),
        amount: nullable(Type.Number()),
      }),
    ),
    super_funds: Type.Array(
      closed({
        fund_type: Type.String(),
        fund_name: text,
        usi: text,
        abn: text,
        member_number: text,
        percentage: Type.Number(),
      }),
    ),
  }),
)
export type SnapshotView = Static<typeof SnapshotView>

/** The snapshot of a pay, with masked numbers. */
export function viewSnapshot(
  { employee, employer, takenAt, isReconstructed }: PayMemory,
  pay: { id: number; periodStart: string; periodEnd: string },
): SnapshotView {
  const masked = (number: string | null) => (number === null ? null : mask(number))
  return {
    pay_id: pay.id,
    snapshot: takenAt === null ? 'none' : isReconstructed ? 'reconstructed' : 'recorded',
    taken_at: timestamp(takenAt),
    period_start_date: pay.periodStart,
    period_end_date: pay.periodEnd,
    employee: {
      employee_id: employee.id,
      number: employee.number,
      first_name: employee.first_name,
      middle_name: employee.middle_name,
      last_name: employee.last_name,
      date_of_birth: employee.date_of_birth,
      address1: employee.address1,
      address2: employee.address2,
      city: employee.city,
      state: employee.state,
      postcode: employee.postcode,
      country: employee.country,
      position: employee.position,
      department: employee.department,
      employment_status: employee.employment_status,
      pay_method: employee.pay_method,
      tax_file_number: masked(employee.tax_file_number),
      ird_number: masked(employee.ird_number),
      income_stream: employee.income_stream,
      tax_treatment_code: employee.tax_treatment_code,
      nz_tax_code: employee.nz_tax_code,
      kiwisaver_status_code: employee.kiwisaver_status_code,
    },
    employer: {
      company_id: employer.id,
      legal_name: employer.legal_name,
      trading_name: employer.trading_name,
      abn: employer.abn,
      nzbn: employer.nzbn,
      ird_number: masked(employer.ird_number),
    },
    bank_accounts: employee.accounts.map((account) => ({
      account_name: account.accountName,
      bsb: account.bsb,
      account_number: mask(account.accountNumber),
      reference: account.reference,
      amount_type: account.amountType,
      amount: amount(account.amount),
    })),
    super_funds: employee.funds.map((fund) => ({
      fund_type: fund.fund_type,
      fund_name: fund.fund_name,
      usi: fund.usi,
      abn: fund.abn,
      member_number: fund.member_number,
      percentage: amount(fund.percentage),
    })),
  }
}
