import type pg from 'pg'
import { type Catalogue, type Part, readCatalogue } from './cell-catalogue.ts'
import { schemaOf } from './current-cell.ts'

/**
 * The differences between the tables of a cell and those of `main`, one per line. Empty after every complete
 * migration.
 */
export async function findDifferences(client: pg.ClientBase, cell: string): Promise<string[]> {
  await client.query('begin read only')
  try {
    await client.query('set local search_path to pg_catalog')
    const schema = schemaOf(cell)
    const wanted = linesOf(await readCatalogue(client, 'public'), 'public')
    const found = linesOf(await readCatalogue(client, schema), schema)
    return [
      ...[...wanted].filter((line) => !found.has(line)).map((line) => `lacks ${line}`),
      ...[...found].filter((line) => !wanted.has(line)).map((line) => `has ${line}`),
    ]
  } finally {
    await client.query('rollback')
  }
}

function linesOf(catalogue: Catalogue, schema: string): Set<string> {
  const { numbers, ...others } = catalogue
  const numbered = new Set(numbers.map(({ table, name }) => `${table}.${name}`))
  const sequences = new Map(numbers.map(({ table, name, definition }) => [`${table}.${name}`, definition]))
  const textOf = (kind: string, { table, name, definition }: Part) => {
    const place = `${table}.${name}`
    const isNumbered = kind === 'columns' && numbered.has(place)
    const full = isNumbered
      ? `${definition} default nextval('${sequences.get(place)}'::regclass)`
      : definition
    // A `NOT VALID` check in main skips old rows. A new cell has none, so its check is valid.
    return `${kind} ${place}: ${full.replaceAll(`${schema}.`, 'public.').replace(/ NOT VALID$/, '')}`
  }
  return new Set(Object.entries(others).flatMap(([kind, parts]) => parts.map((part) => textOf(kind, part))))
}
