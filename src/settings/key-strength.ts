const RANDOM_KEY_MIN_DISTINCT = 20
const SECRET_MIN_DISTINCT = 8

/**
 * Why these bytes cannot be a random 32-byte key, or null. A random key fails less than once in a billion
 * times.
 */
export function refuseWeakKey(key: Buffer): string | null {
  if (key.every((byte) => byte === key[0])) return 'is one byte repeated'
  if (isPeriodic(key)) return 'repeats itself'
  if (isCounting(key)) return 'counts instead of being random'
  if (key.every((byte) => byte >= 0x20 && byte < 0x7f)) return 'is typed text instead of random bytes'
  if (new Set(key).size < RANDOM_KEY_MIN_DISTINCT) return 'uses too few different bytes'
  return null
}

/** Why this text is not a good secret, or null. Random hex and base64 pass. */
export function refuseWeakSecret(secret: string): string | null {
  const bytes = Buffer.from(secret)
  if (isPeriodic(bytes)) return 'repeats itself'
  return new Set(bytes).size < SECRET_MIN_DISTINCT ? 'uses too few different characters' : null
}

/** Whether the text is a shorter text repeated, as in `abcabcabc`. */
function isPeriodic(bytes: Buffer): boolean {
  for (let period = 1; period <= bytes.length / 2; period += 1)
    if (bytes.subarray(period).equals(bytes.subarray(0, bytes.length - period))) return true
  return false
}

function isCounting(bytes: Buffer): boolean {
  const step = ((bytes[1] ?? 0) - (bytes[0] ?? 0)) & 0xff
  return bytes.every((byte, index) => byte === (((bytes[0] ?? 0) + index * step) & 0xff))
}
