type Row = Record<string, unknown>

/** Names the cells of a row. */
export type NameCells = (cells: readonly unknown[]) => Row

/** Functions that are kept: there are as many as there are statements. */
const LIMIT = 2000
const kept = new Map<string, NameCells>()

/**
 * How to name the cells of an answer with these columns. Adding one member after the other by name takes, for sixty columns, ten times as
 * long as writing down an object that has them all, which is what the function does. Of columns that share a name the last one counts.
 */
export function nameCells(names: readonly string[]): NameCells {
  const key = JSON.stringify(names)
  const known = kept.get(key)
  if (known) return known
  if (kept.size >= LIMIT) kept.clear()
  const members = names.map((name, index) => `${JSON.stringify(name)}: cells[${index}]`)
  const made = new Function('cells', `return { ${members.join(', ')} }`) as NameCells
  kept.set(key, made)
  return made
}
