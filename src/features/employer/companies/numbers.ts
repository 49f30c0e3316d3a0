import type { Company } from '../../../database/tables/companies.ts'
import type { FieldCipher } from '../../../security/field-encryption.ts'

const SEALED = ['bank_account_number', 'ird_number'] as const
type Numbers = { bank_account_number?: string | null | undefined; ird_number?: string | null | undefined }

/** The account number stays sealed in the row and opens only where it is shown or printed. */
export function openAccountNumber(
  cipher: FieldCipher,
  company: Pick<Company, 'id' | 'bank_account_number'>,
): string | null {
  const sealed = company.bank_account_number
  return sealed === null ? null : cipher.open('companies.bank_account_number', company.id, sealed)
}

/** A row as the queries return it, with the IRD number decrypted, because every document of the company prints it. */
export function openIrdNumber<T extends Pick<Company, 'id' | 'ird_number'>>(cipher: FieldCipher, row: T): T {
  if (row.ird_number === null) return row
  return { ...row, ird_number: cipher.open('companies.ird_number', row.id, row.ird_number) }
}

/** The fields with their numbers sealed for the row with this id. */
export function sealNumbers<T extends Numbers>(cipher: FieldCipher, id: number, fields: T): T {
  const sealed = { ...fields }
  for (const name of SEALED) {
    const plain = fields[name]
    if (typeof plain === 'string') sealed[name] = cipher.seal(`companies.${name}`, id, plain)
  }
  return sealed
}
