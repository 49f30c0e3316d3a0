/* A ZIP reader with just enough for a workbook. */

const END = 0x06054b50
const ENTRY = 0x02014b50
/** The limit for one inflated file, because a small archive can inflate to gigabytes. */
const INFLATED_MAX = 64 * 1024 * 1024
const END_BYTES = 22
const COMMENT_MAX = 65_535

export type Zip = { names: string[]; read(name: string): Promise<string | null> }

type Entry = { method: number; size: number; header: number }

/** Returns null when the bytes are not a ZIP file. */
export function openZip(bytes: Uint8Array): Zip | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = findEnd(view)
  if (end === null) return null
  const entries = new Map<string, Entry>()
  let at = view.getUint32(end + 16, true)
  for (let left = view.getUint16(end + 10, true); left > 0 && at + 46 <= view.byteLength; left -= 1) {
    if (view.getUint32(at, true) !== ENTRY) break
    const nameLength = view.getUint16(at + 28, true)
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength))
    entries.set(name, {
      method: view.getUint16(at + 10, true),
      size: view.getUint32(at + 20, true),
      header: view.getUint32(at + 42, true),
    })
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return {
    names: [...entries.keys()],
    async read(name) {
      const entry = entries.get(name)
      if (!entry || entry.header + 30 > view.byteLength) return null
      const { method, size, header } = entry
      const start = header + 30 + view.getUint16(header + 26, true) + view.getUint16(header + 28, true)
      const packed = bytes.subarray(start, start + size)
      const plain = method === 0 ? packed : await inflate(packed)
      return new TextDecoder().decode(plain)
    },
  }
}

function findEnd(view: DataView): number | null {
  const lowest = Math.max(0, view.byteLength - END_BYTES - COMMENT_MAX)
  for (let at = view.byteLength - END_BYTES; at >= lowest; at -= 1)
    if (view.getUint32(at, true) === END) return at
  return null
}

/** Stops at the limit instead of filling the memory. */
async function inflate(packed: Uint8Array): Promise<Uint8Array> {
  const stream = new Blob([packed.slice()]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
  const reader = stream.getReader()
  const parts: Uint8Array[] = []
  let size = 0
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length
    if (size > INFLATED_MAX) {
      await reader.cancel()
      throw new Error('The workbook is too large. Save the sheet alone, or as CSV.')
    }
    parts.push(part.value)
  }
  const whole = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
