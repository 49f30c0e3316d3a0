import { createPublicKey, type JsonWebKey } from 'node:crypto'
import { invalid } from '../../../kernel/problem.ts'

const RSA_BITS_MIN = 2048
const CURVES: Readonly<Record<string, string>> = { EC: 'P-256', OKP: 'Ed25519' }

/** Returns why a JWK cannot authenticate an application, or null when it can. */
function refusePublicKey(key: JsonWebKey): string | null {
  if ('d' in key || 'k' in key)
    return 'contains a private key: send only the public part, and replace this key'
  if (key.kty !== 'RSA' && CURVES[String(key.kty)] !== key.crv)
    return 'must be an RSA key, an EC key on P-256 or an Ed25519 key'
  try {
    const { asymmetricKeyDetails } = createPublicKey({ key, format: 'jwk' })
    const bits = asymmetricKeyDetails?.modulusLength
    return bits !== undefined && bits < RSA_BITS_MIN ? `must have at least ${RSA_BITS_MIN} bits` : null
  } catch {
    return 'is not a valid JWK'
  }
}

/** Refuses a list with a key that cannot be used. */
export function checkPublicKeys(keys: readonly object[]): void {
  for (const [index, key] of keys.entries()) {
    const refusal = refusePublicKey({ ...key })
    if (refusal) throw invalid(['body', 'public_keys', index], `public_keys[${index}] ${refusal}`)
  }
}
