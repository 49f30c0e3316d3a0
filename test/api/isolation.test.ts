import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { type Operation, readOperations } from '../support/operations.ts'
import {
  aimAt,
  callWith,
  type Ids,
  idChoices,
  idsFor,
  isOpenFile,
  readRows,
  seed,
} from '../support/others-ids.ts'

/** Part of every text of the first customer, so that it is recognised wherever it appears. */
const MARKER = 'Qzxowner'
let tasman: TestApp
let owner: TestClient
let operations: Operation[]
let ownerIds: Ids
let ownerRows: Map<string, string[]>

beforeAll(async () => {
  tasman = await startTestApp({ env: { WEBHOOK_ALLOW_HOSTS: '127.0.0.1' } })
  owner = await tasman.clientFor('owner')
  operations = await readOperations(owner)
  ownerIds = await seed(owner, operations, MARKER)
  // Reading the obligations adds up changed paydays. The owner has read them before, so no other customer's
  // calls do it.
  const companies: AnyJson[] = (await owner.get('/api/company')).body
  for (const { id } of companies) await owner.get(`/api/company/${id}/obligations`)
  ownerRows = await readRows(tasman)
  const customers = ownerRows.get('customers') ?? []
  ownerRows.set(
    'customers',
    customers.filter((row) => row.includes('Southern Cross Group')),
  )
}, 180_000)
afterAll(() => tasman.close())

describe('another customer’s ids open nothing, on every route of the OpenAPI document', () => {
  it('the walk can see the first customer’s data: as that customer, the marker comes back', async () => {
    const seen = new Set<string>()
    for (const operation of operations.filter(({ method }) => method === 'get'))
      for (const id of [1, 2]) {
        const answer = await callWith(owner, operation, idsFor(operation, ownerIds, id), undefined)
        if (answer.raw.includes(MARKER)) seen.add(operation.path)
      }
    expect([...seen]).toEqual(
      expect.arrayContaining([
        '/api/company',
        '/api/company/{company_id}',
        '/api/company/{company_id}/employees',
        '/api/company/{company_id}/allowances/{allowance_id}',
        '/api/employees/{employee_id}',
        '/api/employees/{employee_id}/bank-accounts',
        '/api/employees/{employee_id}/deductions',
        '/api/company/{company_id}/pay-rates',
        '/api/company/{company_id}/pays',
        '/api/company/{company_id}/pays/{pay_id}',
        '/api/company/{company_id}/pay-runs/{pay_run_id}',
        '/api/webhooks/{webhook_id}',
        '/api/api-admin/clients',
      ]),
    )
  })

  for (const person of ['other', 'partner'] as const)
    it(`as ${person}: nothing comes back, and nothing changes`, async () => {
      const client = await tasman.clientFor(person)
      const ownIds = await seed(client, operations, 'Own')
      const leaks: string[] = []
      for (const operation of operations.filter(({ isPublic }) => !isPublic))
        for (const ids of idChoices(operation, ownerIds, ownIds)) {
          const body = aimAt(operation.body, ownerIds, MARKER)
          const answer = await callWith(client, operation, ids, body)
          const isLeak =
            answer.raw.includes(MARKER) ||
            answer.status >= 500 ||
            (isOpenFile(answer) && !(await isOwnRun(ids, ownIds)))
          if (isLeak)
            leaks.push(
              `${operation.method} ${operation.path} ${JSON.stringify(ids)} → ${answer.status} ${answer.raw}`,
            )
        }
      expect(leaks).toEqual([])
      const now = await readRows(tasman)
      for (const [table, rows] of ownerRows) {
        const left = new Set(now.get(table))
        expect([table, rows.filter((row) => !left.has(row))]).toEqual([table, []])
      }
    }, 180_000)
})

/** The files of the caller's own run are no leak. Its id may be as low as those of the first customer. */
async function isOwnRun(ids: Ids, ownIds: Ids): Promise<boolean> {
  const { rows } = await tasman.service.database.pool.query(
    'select from pay_runs where id = $1 and company_id = $2',
    [ids.pay_run_id, ownIds.company_id],
  )
  return rows.length === 1
}
