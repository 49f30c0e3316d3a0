import { isRecord } from '../kernel/is-record.ts'

type Loc = (string | number)[]

/**
 * Normalises every string of a JSON value (NFC), so equal names compare equal however they were typed. Refuses
 * what PostgreSQL cannot store (NUL, half of a character), even where no schema checks.
 */
export function cleanTexts(value: unknown, problemAt: (loc: Loc, sentence: string) => Error): unknown {
  const loc: Loc = []
  const clean = (node: unknown): unknown => {
    if (typeof node === 'string') return cleanText(node, loc, problemAt)
    if (!isRecord(node)) return node
    for (const key of Object.keys(node)) {
      const member = node[key]
      if (typeof member !== 'string' && (member === null || typeof member !== 'object')) continue
      loc.push(Array.isArray(node) ? Number(key) : key)
      node[key] = clean(member)
      loc.pop()
    }
    return node
  }
  return clean(value)
}

function cleanText(text: string, loc: Loc, problemAt: (loc: Loc, sentence: string) => Error): string {
  const name = typeof loc.at(-1) === 'string' ? loc.at(-1) : 'Text'
  if (text.includes('\0')) throw problemAt(loc, `${name} must not contain the NUL character`)
  if (!text.isWellFormed())
    throw problemAt(loc, `${name} contains an incomplete character (a lone surrogate)`)
  return text.normalize('NFC')
}
