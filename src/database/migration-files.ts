import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = join(import.meta.dirname, '../../migrations')

/** From this number on, a migration marks which statements are for the directory and which are for every cell. */
const FIRST_WITH_PARTS = '1000'

export type MigrationFile = { name: string; text: string }

/** The migrations, in execution order. */
export function readMigrationFiles(folder = FOLDER): MigrationFile[] {
  return readdirSync(folder)
    .filter((name) => /^\d{4}-.+\.sql$/.test(name))
    .sort()
    .map((name) => ({ name: name.replace(/\.sql$/, ''), text: readFileSync(join(folder, name), 'utf8') }))
}

export const latestMigration = (): string => readMigrationFiles().at(-1)?.name ?? ''

/**
 * The statements of a migration for a cell other than `main`, or ''. A line `-- cells:` starts the statements
 * for every cell, and `-- directory:` those for the directory alone. The whole file runs in `main`, because
 * it is in the same schema as the directory.
 */
export function cellPartOf({ name, text }: MigrationFile): string {
  if (name < FIRST_WITH_PARTS) return ''
  const [head = '', ...parts] = text.split(/^-- (?=(?:cells|directory):[ \t]*$)/m)
  if (parts.length === 0 || statementsIn(head))
    throw new Error(
      `Migration ${name} does not say where its statements belong: put the line "-- cells:" or "-- directory:" before them.`,
    )
  return parts.flatMap((part) => (part.startsWith('cells:') ? part.slice('cells:'.length) : [])).join('')
}

const statementsIn = (text: string): boolean => text.replace(/--.*$/gm, '').trim() !== ''

// Quoted strings and comments may contain semicolons: $$…$$, '…', "…", -- and /* */.
const TOKEN = /(\$\w*\$)[\s\S]*?\1|'(?:[^']|'')*'|"[^"]*"|--[^\n]*|\/\*[\s\S]*?\*\/|;|[^;]/g

/** Splits SQL into statements. Citus sends workers the whole text of a query, so each statement must be sent alone. */
export function statementsOf(text: string): string[] {
  const statements = ['']
  for (const [token] of text.matchAll(TOKEN))
    if (token === ';') statements.push('')
    else statements.push(`${statements.pop()}${token}`)
  return statements.filter(statementsIn).map((statement) => statement.trim())
}
