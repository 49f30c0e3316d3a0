import { createPublicKey, type KeyObject } from 'node:crypto'
import { list } from './setting.ts'

/** Ed25519 public keys, as written by `openssl pkey -pubout -outform DER | base64`. */
export const publicKeys = (value: string): string[] =>
  list(value).map((text) => {
    if (readPublicKey(text)?.asymmetricKeyType !== 'ed25519')
      throw new Error('must list Ed25519 public keys (SPKI, DER in base64), separated by commas')
    return text
  })

/** Parses one key of the setting. Undefined when it is not valid. */
export function readPublicKey(text: string): KeyObject | undefined {
  try {
    return createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' })
  } catch {
    return undefined
  }
}
