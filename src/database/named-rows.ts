type Row = Record<string, unknown>
type MakeRow = (cells: readonly unknown[]) => Row
type Answer = { fields: readonly { name: string }[]; rows: unknown[] }

/** Shapes that are remembered: there are as many as there are statements. */
const LIMIT = 2000
const makers = new Map<string, MakeRow>()

/**
 * Gives the cells of an answer their names. The driver makes a row by adding one member after the other by name: of sixty columns that
 * takes ten times as long as writing down an object that has them all, which is what a maker does.
 */
export function nameRows(answer: Answer): void {
  if (answer.rows.length > 0) answer.rows = (answer.rows as unknown[][]).map(makerOf(answer.fields))
}

function makerOf(fields: Answer['fields']): MakeRow {
  const names = fields.map(({ name }) => JSON.stringify(name))
  const shape = names.join()
  const known = makers.get(shape)
  if (known) return known
  if (makers.size >= LIMIT) makers.clear()
  const members = names.map((name, index) => `${name}: cells[${index}]`)
  const made = new Function('cells', `return { ${members.join(', ')} }`) as MakeRow
  makers.set(shape, made)
  return made
}
