import type pg from 'pg'

type Row = Record<string, unknown>
type Read = (cell: string) => unknown

/** The columns of an answer, and how to read a row of it. */
export type RowShape = { fields: readonly pg.FieldDef[]; read: (cells: readonly (string | null)[]) => Row }

/** Shapes that are remembered: there are as many as there are statements. */
const LIMIT = 2000
const readers = new Map<string, RowShape['read']>()

/**
 * How to read the rows of an answer with these columns. The driver makes a row by adding one member after the other by name: of sixty
 * columns that takes ten times as long as writing down an object that has them all, which is what a reader does.
 */
export function shapeOf(fields: readonly pg.FieldDef[], readerOf: (type: number) => Read): RowShape {
  const key = JSON.stringify(fields.map(({ name, dataTypeID }) => [name, dataTypeID]))
  const known = readers.get(key)
  if (known) return { fields, read: known }
  if (readers.size >= LIMIT) readers.clear()
  const read = makeReader(
    fields.map(({ name }) => name),
    fields.map(({ dataTypeID }) => readerOf(dataTypeID)),
  )
  readers.set(key, read)
  return { fields, read }
}

function makeReader(names: readonly string[], reads: readonly Read[]): RowShape['read'] {
  const members = names.map(
    (name, index) =>
      `${JSON.stringify(name)}: cells[${index}] === null ? null : reads[${index}](cells[${index}])`,
  )
  const make = new Function('reads', `return (cells) => ({ ${members.join(', ')} })`)
  return make(reads)
}
