import { createHash } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { FieldCipher } from '../../../security/field-encryption.ts'
import type { SealedColumn } from '../../../security/sealed-columns.ts'

/** Messages contain tax numbers, so they are stored compressed and encrypted. */
export function sealText(cipher: FieldCipher, column: SealedColumn, row: string, text: string): string {
  return cipher.seal(column, row, deflateRawSync(text, { level: 1 }).toString('base64'))
}

export function openText(cipher: FieldCipher, column: SealedColumn, row: string, sealed: string): string {
  return inflateRawSync(Buffer.from(cipher.open(column, row, sealed), 'base64')).toString('utf8')
}

/** Hash of a message's text. */
export function hashOf(...texts: readonly string[]): Buffer {
  const hash = createHash('sha256')
  for (const text of texts) hash.update(text)
  return hash.digest()
}
