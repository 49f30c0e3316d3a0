import { isRecord } from '../kernel/is-record.ts'
import { type InvalidRequest, invalid } from '../kernel/problem.ts'
import type { createYielder } from './yield-to-event-loop.ts'

type Loc = (string | number)[]

/** The maximum length of a member name quoted in a message. */
const NAME_MAX = 100
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{},:]/g
/** Takes a few tenths of a millisecond. */
const TOKENS_AT_ONCE = 2000

/** A name may be given only once. Of two values one would be dropped silently. */
export function givenTwice(loc: Loc): InvalidRequest {
  const name = String(loc.at(-1)).toWellFormed()
  const short = name.length > NAME_MAX ? `${name.slice(0, NAME_MAX).toWellFormed()}…` : name
  return invalid([...loc.slice(0, -1), short], `${short} is given twice. Send it once`, 'repeated')
}

/** The number of members in all objects of a parsed JSON value. */
export function countMembers(value: unknown): number {
  if (!isRecord(value)) return 0
  let count = 0
  if (Array.isArray(value)) {
    for (const item of value) if (typeof item === 'object' && item !== null) count += countMembers(item)
    return count
  }
  // A parsed JSON value inherits no names. `for in` is several times faster than lists of keys.
  for (const name in value) {
    count++
    const member = value[name]
    if (typeof member === 'object' && member !== null) count += countMembers(member)
  }
  return count
}

/** Finds where a JSON text repeats a member name within one object. The text must be valid. */
export async function findRepeated(
  text: string,
  yieldIfDue: ReturnType<typeof createYielder>,
): Promise<Loc | undefined> {
  const open: { names: Set<string> | undefined; at: string | number }[] = []
  let last = '""'
  let tokens = 0
  for (const [token] of text.matchAll(TOKEN)) {
    if (++tokens % TOKENS_AT_ONCE === 0) await yieldIfDue()
    const inner = open.at(-1)
    if (token === '{') open.push({ names: new Set(), at: '' })
    else if (token === '[') open.push({ names: undefined, at: 0 })
    else if (token === '}' || token === ']') open.pop()
    else if (token === ',') {
      if (typeof inner?.at === 'number') inner.at++
    } else if (token !== ':') last = token
    else if (inner?.names) {
      inner.at = String(JSON.parse(last))
      if (inner.names.has(inner.at)) return open.map(({ at }) => at)
      inner.names.add(inner.at)
    }
  }
  return undefined
}
