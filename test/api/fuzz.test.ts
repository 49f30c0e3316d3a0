import fc from 'fast-check'
import type { InjectOptions } from 'fastify'
import { afterAll, expect, it } from 'vitest'
import { present } from '../../src/kernel/values/present.ts'
import { MISPLACED } from '../migrations/catalogue.ts'
import { startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { type FuzzRequest, fieldsFor, PAGES, requestsFor } from '../support/fuzz-inputs.ts'
import { aCompany, anEmployee } from '../support/make.ts'
import { type DocumentedOperation, membersOf } from '../support/members.ts'
import { isThorough } from '../support/thorough.ts'
import { createVisitor, hiddenFields } from '../support/visitor.ts'

/** `npm run fuzz -- --minutes 10 --seed 7` runs longer and starts from another seed. */
const SECONDS = Number(process.env.TASMAN_FUZZ_SECONDS ?? (isThorough ? 60 : 25))
const SEED = Number(process.env.TASMAN_FUZZ_SEED ?? 20_261_115)
/** The first round calls every operation. Later rounds send less likely values. */
const RUNS = { first: 3, later: 25 }
const AT_ONCE = 4
/** Lists grow with every write, and long ones only slow the run down, so a long run restarts now and then. */
const ROUNDS_OF_A_DATABASE = 10
/** A token is valid for half an hour. After that every call gets 401 and tests nothing. */
const TOKEN_MS = 20 * 60_000
/**
 * On a busy machine the database responds late, and a 503 for that reason is not a finding. Only a whole
 * minute of them would be.
 */
const PATIENCE = { CONNECT_TIMEOUT_MS: '60000', POOL_WAIT_MS: '60000', SILENCE_TIMEOUT_MS: '60000' }
/** Signing everyone out or deleting the company would leave the rest of the run with little to test. */
const LEFT_OUT = /oauth\/|DELETE \/api\/(company|employees)\/\{\w+\}$|rotate-secret|connections|\/docs/

let tasman: TestApp | undefined
let owner: TestClient
let partner: TestClient
let operations: DocumentedOperation[]
let ids: Record<string, string>
let cookie: string
let formToken: string
let sent = 0

async function startAnew(): Promise<void> {
  await tasman?.close()
  tasman = await startTestApp({ env: PATIENCE })
  owner = await tasman.clientFor('owner')
  partner = await tasman.clientFor('partner')
  const company = await aCompany(owner)
  const employee = await anEmployee(owner, company.id)
  ids = { company_id: String(company.id), employee_id: String(employee.id), file: 'Pay.json' }
  const { body: document } = await owner.get('/api/openapi.json')
  operations = membersOf(document).filter(({ name }) => !LEFT_OUT.test(name))
  const visitor = createVisitor(tasman)
  await visitor.signIn('owner@demo.example')
  formToken = hiddenFields(await visitor.get('/account/security')).form_token ?? ''
  cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
}
afterAll(() => tasman?.close())

async function sendTo(entry: DocumentedOperation, request: FuzzRequest): Promise<void> {
  const { token } = entry.path.includes('partner-checkout') ? partner : owner
  await send({
    method: entry.method.toUpperCase() as 'GET',
    url: `${request.path}?${new URLSearchParams(request.query)}`,
    headers: { authorization: `Bearer ${token}`, ...request.headers },
    ...(request.body === undefined ? {} : { payload: request.body }),
  })
}

async function sendPage({ method, path }: (typeof PAGES)[number], fields: string): Promise<void> {
  const isGet = method === 'GET'
  const form = fields.includes('form_token')
    ? fields
    : `${fields}&form_token=${encodeURIComponent(formToken)}`
  await send({
    method,
    url: isGet ? `${path}?${fields}` : path,
    headers: {
      cookie,
      origin: present(tasman).service.settings.publicUrl,
      ...(isGet ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(isGet ? {} : { payload: form }),
  })
}

async function send(request: InjectOptions): Promise<void> {
  sent++
  const answer = await present(tasman).app.inject(request)
  // The overload guard has its own messages, and health reports a slow database. Any other 503 is a bug.
  const isOverload =
    answer.statusCode === 503 &&
    /Service temporarily overloaded|"database":"(exhausted|unreachable)"/.test(answer.payload)
  if (answer.statusCode >= 500 && !isOverload) throw new Error(`${answer.statusCode} ${answer.payload}`)
}

/** An operation without parameters responds the same each time, so once is enough. */
function isVaried({ path, operation }: DocumentedOperation): boolean {
  return path.includes('{') || operation.requestBody !== undefined || (operation.parameters ?? []).length > 0
}

/** Fails with the smallest request that still breaks the rule, and with the seed to reproduce it. */
function check<T>(name: string, inputs: fc.Arbitrary<T>, act: (input: T) => Promise<void>, round: number) {
  return async (): Promise<string | undefined> => {
    const seed = SEED + round
    const result = await fc.check(fc.asyncProperty(inputs, act), {
      seed,
      numRuns: round === 0 ? RUNS.first : RUNS.later,
      endOnFailure: false,
    })
    if (!result.failed) return undefined
    const error = String((result.errorInstance as Error | null)?.message).slice(0, 300)
    return `${name}, seed ${seed}: ${JSON.stringify(result.counterexample?.[0])} → ${error}`
  }
}

it('no operation and no page answers 500, whatever it is sent', {
  timeout: SECONDS * 1000 + 360_000,
}, async () => {
  const failures = new Map<string, string>()
  const until = performance.now() + SECONDS * 1000
  let inputs: { entry: DocumentedOperation; requests: fc.Arbitrary<FuzzRequest> }[] = []
  let round = 0
  let startedMs = 0
  while (round === 0 || performance.now() < until) {
    if (round % ROUNDS_OF_A_DATABASE === 0 || performance.now() - startedMs > TOKEN_MS) {
      await startAnew()
      startedMs = performance.now()
      inputs = operations.map((entry) => ({ entry, requests: requestsFor(entry, ids) }))
    }
    const checks = [
      ...inputs
        .filter(({ entry }) => round === 0 || isVaried(entry))
        .map(
          ({ entry, requests }) =>
            [entry.name, check(entry.name, requests, (input) => sendTo(entry, input), round)] as const,
        ),
      ...PAGES.map(
        (page) =>
          [
            page.path,
            check(
              `${page.method} ${page.path}`,
              fieldsFor(page.fields),
              (fields) => sendPage(page, fields),
              round,
            ),
          ] as const,
      ),
    ].filter(([name]) => !failures.has(name))
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (
          let next = checks.shift();
          next && (round === 0 || performance.now() < until);
          next = checks.shift()
        ) {
          const failure = await next[1]()
          if (!failure) continue
          failures.set(next[0], failure)
          console.log(failure)
        }
      }),
    )
    round++
    console.log(`fuzz: ${sent} requests in ${round} rounds, seed ${SEED}, ${failures.size} failures`)
    // Every row must name the customer of the row it refers to.
    expect((await present(tasman).service.database.pool.query(MISPLACED)).rows).toEqual([])
  }
  expect([...failures.values()]).toEqual([])
})
