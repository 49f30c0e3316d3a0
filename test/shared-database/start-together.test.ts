import { expect, it, onTestFinished } from 'vitest'
import { createEmptyDatabase } from '../support/database.ts'
import { execute } from '../support/postgres.ts'
import { startServiceProcess } from '../support/service-process.ts'

it('three processes that start on one empty database all live, and seed the demo data once', async () => {
  const database = await createEmptyDatabase()
  onTestFinished(database.drop)
  const all = await Promise.all(
    Array.from({ length: 3 }, () => startServiceProcess({ DATABASE_URL: database.url })),
  )
  for (const one of all) onTestFinished(() => one.kill('SIGKILL'))
  for (const one of all) expect(one.child.exitCode, one.output()).toBeNull()
  const twice = await execute(
    database.url,
    'select legal_name from companies group by customer_id, legal_name having count(*) > 1',
  )
  expect(twice).toEqual([])
}, 180_000)
