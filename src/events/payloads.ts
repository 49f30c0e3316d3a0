import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import { holdsNumbers, maskNumbers } from '../security/masking.ts'

/*
 * Compresses the payloads of many events into one text, one line per payload. Ten thousand pays produce
 * 20,000 events of several kB each. Storing them one by one added 40% to the cost of the call. Packed, they
 * take a sixteenth of the bytes.
 */

const deflate = promisify(deflateRaw)
const inflate = promisify(inflateRaw)

/** Neighbouring payloads are so similar that a higher compression level gains little. */
const FASTEST = { level: 1 }
/** Separates two payloads. JSON never contains this character. */
const BETWEEN = '\0'

/** Packs the JSON of read models in the given order. Tax and bank account numbers are masked. */
export async function pack(jsons: readonly string[]): Promise<Buffer> {
  return deflate(textOf(jsons), FASTEST)
}

export async function unpack(content: Uint8Array): Promise<string[]> {
  return (await inflate(content)).toString('utf8').split(BETWEEN)
}

function textOf(jsons: readonly string[]): string {
  const text = jsons.join(BETWEEN)
  return holdsNumbers(text) ? jsons.map(maskNumbers).join(BETWEEN) : text
}
