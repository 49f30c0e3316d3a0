import type pg from 'pg'
import { type Catalogue, CELL_TABLES, type Part, readCatalogue } from './cell-catalogue.ts'
import { MAIN_CELL, schemaOf, searchPathOf } from './current-cell.ts'
import { latestMigration } from './migration-files.ts'

const NAME = /^[a-z][a-z0-9_]{0,30}$/

/**
 * Creates a schema with empty copies of the cell tables in one transaction, from the current catalogue of
 * `public`. Ids come from the sequences of `public`, so they are unique across cells.
 */
export async function createCell(client: pg.ClientBase, name: string): Promise<void> {
  if (!NAME.test(name) || name === MAIN_CELL)
    throw new Error(
      'A cell name is a lower-case letter, then at most 30 letters, digits and underscores, and is not in use.',
    )
  await client.query('begin')
  try {
    const { rowCount } = await client.query('insert into cells (name) values ($1) on conflict do nothing', [
      name,
    ])
    if (rowCount === 0) throw new Error(`Cell ${name} already exists.`)
    await client.query('insert into cell_migrations (cell, name) values ($1, $2)', [name, latestMigration()])
    await client.query('set local search_path to pg_catalog')
    const catalogue = await readCatalogue(client, 'public')
    for (const statement of copiesOf(catalogue, name)) await client.query(statement)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

function copiesOf(catalogue: Catalogue, cell: string): string[] {
  const schema = schemaOf(cell)
  const here = placer(schema, catalogue.views)
  const add = ({ table, name, definition }: Part) =>
    `alter table ${schema}.${table} add constraint ${name} ${here(definition)}`
  return [
    `create schema ${schema}`,
    ...CELL_TABLES.map(
      (table) =>
        `create table ${schema}.${table} (like public.${table} including defaults including constraints including generated
         including storage including compression including comments)`,
    ),
    ...catalogue.options.map(({ table, definition }) => `alter table ${schema}.${table} set (${definition})`),
    // The checks were copied with the table.
    ...catalogue.keys.filter(({ definition }) => !definition.startsWith('CHECK')).map(add),
    ...catalogue.indexes.map(({ definition }) => here(definition)),
    ...catalogue.foreignKeys.map(add),
    ...catalogue.views.map(({ name, definition }) => `create view ${schema}.${name} as ${here(definition)}`),
    ...catalogue.functions.map(
      ({ name, definition }) =>
        `create function ${schema}.${name}() returns trigger language plpgsql as $of_cell$${definition}$of_cell$`,
    ),
    ...catalogue.triggers.map(({ definition }) => ownFunction(here(definition), schema)),
    ...settled(catalogue, cell),
  ]
}

/**
 * Statements that adapt a cell after its creation and after each migration. Ids come from the sequences of
 * `public`, trigger functions use the tables of their own cell, and the service gets its privileges.
 */
export function settled(catalogue: Catalogue, cell: string): string[] {
  const schema = schemaOf(cell)
  const { numbers, functions } = catalogue
  return [
    ...numbers.flatMap(({ table, name, definition }) => [
      `alter table ${schema}.${table} alter column ${name} drop identity if exists`,
      `alter table ${schema}.${table} alter column ${name} set default nextval('${definition}')`,
    ]),
    ...functions.map(
      ({ name }) => `alter function ${schema}.${name}() set search_path to ${searchPathOf(cell)}`,
    ),
    ...grantsOf(catalogue, cell),
  ]
}

/** Grants the privileges of the catalogue on the tables and views of a cell. */
export function grantsOf({ rights }: Pick<Catalogue, 'rights'>, cell: string): string[] {
  const schema = schemaOf(cell)
  const roles = [...new Set(rights.map(({ name }) => name))]
  return [
    ...roles.map((role) => `grant usage on schema ${schema} to ${role}`),
    ...rights.map(({ table, name, definition }) => `grant ${definition} on ${schema}.${table} to ${name}`),
  ]
}

/** Replaces the `public` qualifier of cell tables and views. */
function placer(schema: string, views: readonly Part[]) {
  const names = new Set([...CELL_TABLES, ...views.map(({ name }) => name)])
  return (text: string): string =>
    text.replace(/\bpublic\.(\w+)/g, (whole, name) => (names.has(name) ? `${schema}.${name}` : whole))
}

const ownFunction = (trigger: string, schema: string): string =>
  trigger.replace('EXECUTE FUNCTION public.', `EXECUTE FUNCTION ${schema}.`)
