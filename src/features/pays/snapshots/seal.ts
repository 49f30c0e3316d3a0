import type { FieldCipher } from '../../../security/field-encryption.ts'

/* The only place that encrypts and decrypts the numbers of a snapshot. */

export function sealNumbers(cipher: FieldCipher, snapshotId: number, numbers: string): string {
  return cipher.seal('snapshots.numbers', snapshotId, numbers)
}

export function openNumbers(cipher: FieldCipher, snapshotId: number, sealed: string): string {
  return cipher.open('snapshots.numbers', snapshotId, sealed)
}
