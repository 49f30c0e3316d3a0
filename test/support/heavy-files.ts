import { employeeBody } from './make.ts'

/* Bodies other than JSON that once blocked the service, or were designed to. */

export type HeavyBody = { body: Buffer; isHonest?: true }

const MB = 1024 * 1024
const repeat = (text: string, bytes: number) => Buffer.alloc(bytes, text)

/** CSV files with a header that the route accepts. */
export function heavyCsv(header: string, limit: number): Record<string, HeavyBody> {
  const columns = header.split(',').length
  const below = (rest: Buffer | string): HeavyBody => ({
    body: Buffer.concat([Buffer.from(`${header}\n`), Buffer.from(rest)]),
  })
  // A larger file would only take proportionally longer.
  const room = Math.min(limit, 8 * MB) - header.length - 1
  const wide = [header, ...Array.from({ length: 100_000 - columns }, (_, index) => `c${index}`)].join()
  return {
    '100,000 lines of one cell': below('a\n'.repeat(100_000)),
    '300,000 lines of one cell': below('a\n'.repeat(300_000)),
    '1,000,000 lines of one cell': below('a\n'.repeat(1_000_000)),
    '100,000 columns': { body: Buffer.from(`${wide}\n${`${','.repeat(99_999)}\n`.repeat(20)}`) },
    '49,000 lines of one cell': { ...below('a\n'.repeat(49_000)), isHonest: true },
    'empty lines': below(repeat('\n', room)),
    'lines of returns': below(repeat('\r', room)),
    'lines of commas': below(repeat(`${','.repeat(columns - 1)}\n`, room)),
    'one quoted cell': below(Buffer.concat([Buffer.from('"'), repeat('x', room - 2), Buffer.from('"')])),
    'a quote that never ends': below(Buffer.concat([Buffer.from('"'), repeat('a,b\n', room - 1)])),
    'quotes alone': below(repeat('"', room)),
    'marks on letters': below(repeat('e\u0301\u202e,', room)),
    'no letters at all': { body: Buffer.alloc(room) },
  }
}

/** Files of ten thousand employees, valid and invalid in every cell. */
export function manyEmployees(): Record<string, HeavyBody> {
  const row = employeeBody({ number: '' })
  const known = Object.keys(row)
  const extra = Array.from({ length: 40 - known.length }, (_, index) => `extra ${index}`)
  const lineOf = (index: number) =>
    [...known.map((name) => (name === 'number' ? `L${index}` : String(row[name]))), ...extra].join()
  const header = [...known, ...extra].join()
  return {
    '10,000 employees of 40 columns': {
      body: Buffer.from([header, ...Array.from({ length: 10_000 }, (_, index) => lineOf(index))].join('\n')),
      isHonest: true,
    },
    '10,000 rows of 40 wrong cells': {
      body: Buffer.from(`${header}\n${`${Array(40).fill('=1').join()}\n`.repeat(10_000)}`),
      isHonest: true,
    },
  }
}

/** Forms of pages and OAuth. */
export function heavyForms(limit: number): Record<string, HeavyBody> {
  const fill = (text: string) => ({ body: repeat(text, limit) })
  return {
    'one field': fill('x'),
    fields: fill('a=1&'),
    'fields without names': fill('&'),
    escapes: fill('%c3%a9'),
    'broken escapes': fill('%'),
    'a list of one name': fill('scope=openid+&'),
  }
}

/** Bytes that claim to be an image. */
export function heavyImages(png: Buffer, limit: number): Record<string, HeavyBody> {
  return {
    noise: { body: Buffer.concat([png.subarray(0, 8), repeat('IDAT', limit - 8)]) },
    'a PNG with a megabyte behind it': { body: Buffer.concat([png, Buffer.alloc(limit - png.length)]) },
    'markers of a JPEG': { body: Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.alloc(limit - 2, 0xff)]) },
    'more than the limit': { body: Buffer.alloc(limit + MB) },
  }
}
