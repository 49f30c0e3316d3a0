import { spawn } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createEmptyDatabase } from '../support/database.ts'
import { execute } from '../support/postgres.ts'

const ROOT = join(import.meta.dirname, '../..')

it('four processes that migrate one empty database at once all succeed, and each migration runs once', async () => {
  const database = await createEmptyDatabase()
  onTestFinished(() => database.drop())

  const runs = await Promise.all([1, 2, 3, 4].map(() => migrate(database.url)))
  expect(runs.map(({ code, errors }) => ({ code, errors }))).toEqual(Array(4).fill({ code: 0, errors: '' }))

  const files = (await readdir(join(ROOT, 'migrations'))).filter((name) => name.endsWith('.sql'))
  const names = files.map((name) => name.replace(/\.sql$/, '')).sort()
  const rows = await execute(database.url, 'select name from kysely_migration order by name')
  expect(rows.map((row) => row.name)).toEqual(names)

  const reported = runs.flatMap(({ output }) => output.match(/^migrated .+$/gm) ?? []).sort()
  expect(reported).toEqual(names.map((name) => `migrated ${name}`))
})

function migrate(url: string): Promise<{ code: number | null; output: string; errors: string }> {
  const child = spawn(process.execPath, [join(ROOT, 'scripts/migrate.ts')], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, DATABASE_URL: url },
  })
  let output = ''
  let errors = ''
  child.stdout.on('data', (part: Buffer) => {
    output += part.toString()
  })
  child.stderr.on('data', (part: Buffer) => {
    errors += part.toString()
  })
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, output, errors })))
}
