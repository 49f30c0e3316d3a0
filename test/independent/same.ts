/* Compares two reads of one record, member by member. Imports nothing from the service. */

export type Row = Record<string, unknown>

/** The first member that both reads have and in which they differ. */
export const differing = (earlier: Row, later: Row, isApart: (name: string) => boolean): string | undefined =>
  Object.keys(later).find((name) => !isApart(name) && name in earlier && !isSame(earlier[name], later[name]))

export function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const [mine, theirs] = [Object.keys(a), Object.keys(b)]
  return mine.length === theirs.length && mine.every((key) => isSame((a as Row)[key], (b as Row)[key]))
}
