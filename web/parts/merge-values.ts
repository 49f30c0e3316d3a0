import type { SchemaValues } from './schema-values.ts'

/**
 * Merges the edits of two users. A field changed by one of them keeps that change. A field changed by both is
 * a conflict.
 */
export function mergeValues(start: SchemaValues, mine: SchemaValues, theirs: SchemaValues) {
  const names = Object.keys(theirs)
  const isMine = (name: string) => name in mine && mine[name] !== start[name]
  const isTheirs = (name: string) => theirs[name] !== start[name]
  return {
    values: Object.fromEntries(names.map((name) => [name, (isMine(name) ? mine : theirs)[name] ?? ''])),
    /** Changed only by the other user. */
    taken: names.filter((name) => isTheirs(name) && !isMine(name)),
    /** Changed by both, to different values. */
    disputed: names.filter((name) => isTheirs(name) && isMine(name) && mine[name] !== theirs[name]),
  }
}
