import type { Company } from '../../../database/tables/companies.ts'
import type { FieldCipher } from '../../../security/field-encryption.ts'

const SEALED = ['bank_account_number', 'ird_number'] as const
type Numbers = { bank_account_number?: string | null | undefined; ird_number?: string | null | undefined }

/** The account number stays encrypted in the row. It is decrypted only to be shown or printed. */
export function openAccountNumber(
  cipher: FieldCipher,
  company: Pick<Company, 'id' | 'bank_account_number'>,
): string | null {
  const sealed = company.bank_account_number
  return sealed === null ? null : cipher.open('companies.bank_account_number', company.id, sealed)
}

/** Decrypts the IRD number of a row, because every document of the company prints it. */
export function openIrdNumber<T extends Pick<Company, 'id' | 'ird_number'>>(cipher: FieldCipher, row: T): T {
  if (row.ird_number === null) return row
  return { ...row, ird_number: cipher.open('companies.ird_number', row.id, row.ird_number) }
}

/** Encrypts the numbers in the fields for the row with this id. */
export function sealNumbers<T extends Numbers>(cipher: FieldCipher, id: number, fields: T): T {
  const sealed = { ...fields }
  for (const name of SEALED) {
    const plain = fields[name]
    if (typeof plain === 'string') sealed[name] = cipher.seal(`companies.${name}`, id, plain)
  }
  return sealed
}
