import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { heavyBodies } from '../../support/heavy-inputs.ts'
import { aCompany, anEmployee } from '../../support/make.ts'
import { type MeasuredService, startMeasuredService } from '../../support/measured.ts'
import { type DocumentedOperation, membersOf } from '../../support/members.ts'
import { readOperations } from '../../support/operations.ts'
import { isThorough } from '../../support/thorough.ts'

/** No input of one caller may block the event loop for longer. */
const BLOCK_MS = 200
/** Compilation and garbage collection cause single delays. Only a delay that repeats is ours. */
const TRIES = 2
/** Inputs that once blocked the event loop, found by a run over all operations. They are tried each time. */
const FOUND: Record<string, string[]> = {
  'PUT /api/company/{company_id}/employees/create': ['the example with a mark, many times'],
  'PATCH /api/company/{company_id}/employees/update': ['the example, many times'],
}
/** `all` operations, or those with this name, on request: that takes an hour. */
const WANTED = process.env.TASMAN_EVENT_LOOP ?? ''

let tasman: TestApp
let owner: TestClient
let partner: TestClient
let service: MeasuredService
let operations: DocumentedOperation[]
let examples: Map<string, AnyJson>
let ids: Record<string, number>
let sampled: Set<DocumentedOperation>

beforeAll(async () => {
  tasman = await startTestApp()
  owner = await tasman.clientFor('owner')
  partner = await tasman.clientFor('partner')
  const company = await aCompany(owner)
  const employee = await anEmployee(owner, company.id)
  // With enough room in the plan, everything is stored, which is the most work. The suite leaves this out
  // because it takes a minute.
  if (WANTED) await tasman.administer('update customers set employee_cap = 100000')
  ids = { company_id: company.id, employee_id: employee.id }
  operations = membersOf((await owner.get('/api/openapi.json')).body)
  const listed = await readOperations(owner)
  examples = new Map(listed.map(({ method, path, body }) => [`${method.toUpperCase()} ${path}`, body]))
  service = await startMeasuredService(tasman.databaseUrl)
}, 120_000)
afterAll(async () => {
  service?.stop()
  await tasman.close()
})

const longestBlock = async () => (await service.measure()).longestMs

function pathOf(entry: DocumentedOperation): string {
  return service.baseUrl + entry.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => String(ids[name] ?? 1))
}

async function send(entry: DocumentedOperation, body: string): Promise<number> {
  const { token } = entry.path.includes('partner-checkout') ? partner : owner
  const type = entry.path.includes('/oauth/') ? 'application/x-www-form-urlencoded' : 'application/json'
  const headers = { authorization: `Bearer ${token}`, 'content-type': type, 'idempotency-key': 'heavy' }
  const answer = await fetch(pathOf(entry), { method: entry.method.toUpperCase(), headers, body })
  await answer.arrayBuffer()
  return answer.status
}

/** The limit in the document, which shows the enforced one. */
const largestBody = ({ operation }: DocumentedOperation): number => operation['x-body-limit']

/** Files have their own test: content-types.test.ts. */
const readsJsonOrForm = (body: AnyJson) =>
  body?.content['application/json'] ?? body?.content['application/x-www-form-urlencoded']

/** Every seventh operation with a body (every twentieth in the sample), and those found earlier. */
function chosen(): DocumentedOperation[] {
  const withBody = operations.filter(({ operation }) => readsJsonOrForm(operation.requestBody))
  if (WANTED === 'all') return withBody
  if (WANTED !== '') return withBody.filter(({ name }) => name.includes(WANTED))
  sampled = new Set(withBody.filter((_, index) => index % (isThorough ? 7 : 20) === 0))
  return withBody.filter((entry) => sampled.has(entry) || FOUND[entry.name])
}

/** Whether to try all inputs, or only those found earlier. */
const isWhole = (entry: DocumentedOperation) => WANTED !== '' || sampled.has(entry)

it('no body of the largest size that an operation takes blocks the event loop for 200 ms', {
  timeout: WANTED ? 7_200_000 : 900_000,
}, async () => {
  const blocked: string[] = []
  const seen: { what: string; ms: number; status: number }[] = []
  for (const entry of chosen()) {
    const bodies = heavyBodies(entry, examples.get(entry.name), largestBody(entry))
    for (const [what, body] of Object.entries(bodies)) {
      if (!isWhole(entry) && !FOUND[entry.name]?.includes(what)) continue
      let least = Number.POSITIVE_INFINITY
      let status = 0
      for (let i = 0; i < TRIES && least > BLOCK_MS; i++) {
        await longestBlock()
        status = await send(entry, body)
        least = Math.min(least, await longestBlock())
      }
      seen.push({ what: `${entry.name}: ${what}`, ms: Math.round(least), status })
      if (process.env.SHOW_BLOCKS === 'each')
        console.log(`${Math.round(least)} ms ${status} ${entry.name}: ${what}`)
      if (least > BLOCK_MS || status >= 500)
        blocked.push(`${entry.name}: ${what} → ${status}, ${Math.round(least)} ms`)
    }
  }
  if (process.env.SHOW_BLOCKS) console.log(seen.sort((a, b) => b.ms - a.ms).slice(0, 25))
  expect(blocked).toEqual([])
})
