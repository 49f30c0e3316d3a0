/* Decodes the text of a file from any program. */

export type Decoded = { text: string; encoding: string }

/** Detects the encoding from the byte order mark or the bytes: UTF-16, UTF-8, or else the Windows encoding of older programs. */
export function decode(bytes: Uint8Array): Decoded {
  const [first = 0, second = 0, third = 0] = bytes
  if (first === 0xef && second === 0xbb && third === 0xbf) return read(bytes.subarray(3), 'utf-8', 'UTF-8')
  if (first === 0xff && second === 0xfe) return read(bytes.subarray(2), 'utf-16le', 'UTF-16')
  if (first === 0xfe && second === 0xff) return read(bytes.subarray(2), 'utf-16be', 'UTF-16')
  const zeros = evenAndOddZeros(bytes)
  if (zeros.odd > zeros.even && zeros.odd > 0) return read(bytes, 'utf-16le', 'UTF-16')
  if (zeros.even > zeros.odd && zeros.even > 0) return read(bytes, 'utf-16be', 'UTF-16')
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'UTF-8' }
  } catch {
    return read(bytes, 'windows-1252', 'Windows-1252')
  }
}

const read = (bytes: Uint8Array, label: string, encoding: string): Decoded => ({
  text: new TextDecoder(label).decode(bytes),
  encoding,
})

/** Latin text in UTF-16 has a zero in every second byte. Other encodings have none. */
function evenAndOddZeros(bytes: Uint8Array): { even: number; odd: number } {
  const zeros = { even: 0, odd: 0 }
  for (const [index, byte] of bytes.subarray(0, 1000).entries())
    if (byte === 0) zeros[index % 2 === 0 ? 'even' : 'odd'] += 1
  return zeros
}
