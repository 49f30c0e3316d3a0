import type { Queryable } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import type { Service } from '../../../service.ts'

/** The person who receives payments made because an employee died. */
export type Beneficiary = {
  last_name: string
  first_name: string | null
  date_of_birth: string | null
  tax_file_number: string | null
  address1: string
  address2: string | null
  city: string
  state: string | null
  postcode: string | null
  country: string
}

const TFN = 'stp_beneficiaries.tax_file_number'

export async function loadBeneficiaries(
  { cipher }: Service,
  query: Queryable,
  employeeIds: readonly number[],
): Promise<Map<number, Beneficiary>> {
  if (employeeIds.length === 0) return new Map()
  const rows = await query
    .selectFrom('stp_beneficiaries')
    .select([
      'employee_id',
      'last_name',
      'first_name',
      'date_of_birth',
      'tax_file_number',
      'address1',
      'address2',
      'city',
      'state',
      'postcode',
      'country',
    ])
    .where('employee_id', 'in', [...employeeIds])
    .execute()
  return new Map(
    rows.map(({ employee_id: id, tax_file_number: sealed, ...row }) => [
      id,
      { ...row, tax_file_number: sealed === null ? null : cipher.open(TFN, id, sealed) },
    ]),
  )
}

export async function storeBeneficiary(
  { cipher, clock }: Service,
  query: Queryable,
  company: Company,
  employeeId: number,
  beneficiary: Beneficiary,
): Promise<void> {
  const { tax_file_number: tfn } = beneficiary
  const values = {
    ...beneficiary,
    tax_file_number: tfn === null ? null : cipher.seal(TFN, employeeId, tfn.replace(/\s/g, '')),
    customer_id: company.customer_id,
    company_id: company.id,
    updated_at: clock.now(),
  }
  await query
    .insertInto('stp_beneficiaries')
    .values({ employee_id: employeeId, ...values })
    .onConflict((on) => on.column('employee_id').doUpdateSet(values))
    .execute()
}
