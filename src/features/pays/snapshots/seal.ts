import type { FieldCipher } from '../../../security/field-encryption.ts'

/* The one place where the numbers of a snapshot are sealed and opened. */

export function sealNumbers(cipher: FieldCipher, snapshotId: number, numbers: string): string {
  return cipher.seal('snapshots.numbers', snapshotId, numbers)
}

export function openNumbers(cipher: FieldCipher, snapshotId: number, sealed: string): string {
  return cipher.open('snapshots.numbers', snapshotId, sealed)
}
