import { spawn } from 'node:child_process'
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp, open, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { Client } from 'pg'
import { StartError } from './embedded/start-error.ts'

/** Where the PostgreSQL packages of Debian and Ubuntu install the programs of each version. */
const VERSIONS = '/usr/lib/postgresql'

/** Creates the roles of migration 0111 on a new server. A user who may not create roles continues without them. */
const MAKE_ROLES = `do $$
declare name text;
begin
  foreach name in array array['tasman_service', 'tasman_audit_keeper'] loop
    if to_regrole(name) is null then execute format('create role %I nologin', name); end if;
    if not pg_has_role(current_user, name, 'member') then execute format('grant %I to %I', name, current_user); end if;
  end loop;
exception when insufficient_privilege then null;
end $$`

const HAS_ROLES = `select to_regrole('tasman_service') is not null and to_regrole('tasman_audit_keeper') is not null
  as is_there`

/** Default privileges belong to the user who restores, not to the owner of the original. */
const DEFAULT_RIGHTS = `
  alter default privileges in schema public grant select, insert, update, delete on tables to tasman_service;
  alter default privileges in schema public grant usage, select, update on sequences to tasman_service`

/**
 * Dumps a server's database into one compressed file while the service runs. Uses a pg_dump that is not older
 * than the server.
 */
export async function dumpDatabase(url: string, file: string): Promise<void> {
  const { version } = await askServer(url)
  const program = await findProgram('pg_dump', version)
  const draft = `${file}.partial`
  try {
    rmSync(draft, { force: true })
    // Creates the file with restricted permissions before anything is written to it.
    await (await open(draft, 'wx', 0o600)).close()
    await run(program, url, ['--format=custom', '--no-owner', `--file=${draft}`])
    await rename(draft, file)
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Restores a dump into an empty database, completely or not at all. */
export async function restoreDump(url: string, file: string): Promise<void> {
  if (!existsSync(file)) throw new StartError(`There is no file ${file}.`)
  const { version, tables } = await askServer(url)
  if (tables > 0)
    throw new StartError(
      'The database of DATABASE_URL is not empty: create a new one (createdb) and set DATABASE_URL to it.',
    )
  const program = await findProgram('pg_restore', version)
  const folder = await mkdtemp(join(tmpdir(), 'tasman-restore-'))
  try {
    const contents = await run(program, undefined, ['--list', file])
    const list = join(folder, 'contents')
    writeFileSync(list, contents.split('\n').filter(isWanted).join('\n'))
    const hasRoles = await makeRoles(url)
    const rights = hasRoles ? [] : ['--no-acl']
    const whole = ['--single-transaction', '--exit-on-error', '--no-owner', `--use-list=${list}`]
    await run(program, url, [...whole, ...rights, file])
    await withClient(url, (client) => client.query(hasRoles ? `${DEFAULT_RIGHTS}; analyze` : 'analyze'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Every database has the schema `public`, but not the schemas of cells. */
const isWanted = (line: string) => !/ (?:DEFAULT ACL|SCHEMA(?: -)? public) /.test(line)

async function makeRoles(url: string): Promise<boolean> {
  return withClient(url, async (client) => {
    await client.query(MAKE_ROLES)
    const { rows } = await client.query<{ is_there: boolean }>(HAS_ROLES)
    return rows[0]?.is_there ?? false
  })
}

async function askServer(url: string): Promise<{ version: number; tables: number }> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ version: number; tables: number }>(
      `select current_setting('server_version_num')::int / 10000 as version,
        (select count(*)::int from pg_tables where schemaname = 'public') as tables`,
    )
    return rows[0] ?? { version: 0, tables: 0 }
  })
}

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Finds the program in the server's version or newer, because older ones refuse a newer server. */
async function findProgram(name: string, version: number): Promise<string> {
  const packaged = existsSync(VERSIONS)
    ? readdirSync(VERSIONS).map((entry) => join(VERSIONS, entry, 'bin'))
    : []
  const folders = [...packaged, ...(process.env.PATH ?? '').split(delimiter)]
  for (const program of folders.map((folder) => join(folder, name)).filter((path) => existsSync(path))) {
    const words = await run(program, undefined, ['--version']).catch(() => '')
    if (Number(/(\d+)/.exec(words)?.[1]) >= version) return program
  }
  throw new StartError(
    `The server is PostgreSQL ${version}, and this machine has no ${name} of that version or later: install postgresql-client-${version}.`,
  )
}

/** Runs a PostgreSQL program and returns its output. The password does not appear in the process list. */
async function run(program: string, url: string | undefined, args: readonly string[]): Promise<string> {
  const target = url ? new URL(url) : undefined
  const password = decoded(target?.password ?? '')
  if (target) target.password = ''
  const child = spawn(program, [...(target ? [`--dbname=${target}`] : []), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, LC_ALL: 'C', ...(password ? { PGPASSWORD: password } : {}) },
  })
  const printed = { stdout: '', stderr: '' }
  child.stdout.on('data', (part: Buffer) => (printed.stdout += part))
  child.stderr.on('data', (part: Buffer) => (printed.stderr += part))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code !== 0) throw new StartError(printed.stderr.trim() || `${program} ended with ${code}.`)
  return printed.stdout
}

/** Like the driver, accepts a password with a stray % as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
