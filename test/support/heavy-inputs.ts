import type { AnyJson } from './app.ts'
import { type DocumentedOperation, typesOf, withMember } from './members.ts'

/** Inputs that once blocked the service, or were designed to. Each fills a body of the given size. */
export function heavyBodies(
  entry: DocumentedOperation,
  example: AnyJson,
  bytes: number,
): Record<string, string> {
  const outer = Array.isArray(example) ? JSON.stringify(example[0]) : undefined
  const found: Record<string, string> = {
    'brackets, never closed': '['.repeat(bytes),
    'nested lists': fill('[[[[[]]]]]', bytes, '[', ']'),
    'empty objects': fill('{}', bytes, '[', ']'),
    numbers: fill('1', bytes, '[', ']'),
    'unknown keys': `{${numbered(bytes, (i) => `"k${i}":0`)}}`,
    'one long text': `"${'x'.repeat(bytes - 2)}"`,
    'one text of escapes': `"${'\\u00e9'.repeat(bytes / 6 - 2)}"`,
    'texts with marks': fill('"Zoe\u0308 \u202e"', bytes, '[', ']'),
  }
  if (outer) {
    found['the example, many times'] = fill(outer, bytes, '[', ']')
    found['the example with a mark, many times'] = fill(
      outer.replace(/"([A-Za-z ]+)"(?=[,}])/, '"$1 e\u0301"'),
      bytes,
      '[',
      ']',
    )
  }
  for (const { loc, schemas } of entry.members.filter(({ part }) => part === 'body')) {
    const list = schemas.find((schema) => typesOf(schema).includes('array'))
    if (!list || loc.length === 0) continue
    const names = Object.keys(list.items?.properties ?? {})
    const wrong = `{${names
      .slice(0, 4)
      .map((name) => `"${name}":[]`)
      .join()}}`
    for (const [what, item] of [
      ['wrong rows', names.length > 0 ? wrong : '{}'],
      ['whole numbers', '1'],
    ] as const) {
      const frame = JSON.stringify(withMember(undefined, loc, '@@'))
      found[`${what} in ${loc.join('.')}`] = frame.replace('"@@"', () =>
        fill(item, bytes - frame.length, '[', ']'),
      )
    }
  }
  return found
}

function fill(item: string, bytes: number, open: string, close: string): string {
  const size = Buffer.byteLength(item) + 1
  const count = Math.max(1, Math.floor((bytes - 2) / size))
  return open + `${item},`.repeat(count).slice(0, -1) + close
}

function numbered(bytes: number, write: (index: number) => string): string {
  const parts: string[] = []
  for (let size = 2, i = 0; ; i++) {
    const part = write(i)
    size += part.length + 1
    if (size > bytes) return parts.join()
    parts.push(part)
  }
}
