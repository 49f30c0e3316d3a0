import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { execute } from './postgres.ts'

const ROOT = join(import.meta.dirname, '../..')
/** The last migration of 0.1.0. */
const LAST_MIGRATION = '0090'

/** Fills an empty database as 0.1.0 did: tables from its migrations, rows from its dump. */
export async function fillAsFirstRelease(url: string): Promise<void> {
  const folder = join(ROOT, 'migrations')
  const names = readdirSync(folder).filter(
    (name) => name.endsWith('.sql') && name.slice(0, 4) <= LAST_MIGRATION,
  )
  const tables = names.sort().map((name) => readFileSync(join(folder, name), 'utf8'))
  const rows = gunzipSync(readFileSync(join(ROOT, 'test/migrations/0.1.0.sql.gz'))).toString()
  // The migration tool records completed migrations in its own tables.
  const done = `create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null);
    create table kysely_migration_lock (id varchar(255) primary key, is_locked integer not null default 0);
    insert into kysely_migration_lock values ('migration_lock', 0)`
  for (const text of [...tables, done, rows]) await execute(url, text)
}
