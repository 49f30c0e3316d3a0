import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'
import { isForPeople, type Operation, readOperations } from '../../support/operations.ts'

/** Paths on which OAuth says to ignore unknown parameters, and pages. */
const OPEN = /^\/api\/(oauth|docs)/
let tasman: TestApp
let owner: TestClient
let partner: TestClient
let operations: Operation[]
let employeeId: number
let companyId: number

beforeAll(async () => {
  tasman = await startTestApp()
  owner = await tasman.clientFor('owner')
  partner = await tasman.clientFor('partner')
  companyId = (await aCompany(owner)).id
  employeeId = (await anEmployee(owner, companyId)).id
  operations = (await readOperations(owner)).filter(
    (operation) => !OPEN.test(operation.path) && !isForPeople(`${operation.method} ${operation.path}`),
  )
})
afterAll(() => tasman.close())

function send(operation: Operation, query: string) {
  const client = operation.path.includes('partner-checkout') ? partner : owner
  const path = operation.path
    .replace('{company_id}', String(companyId))
    .replace('{employee_id}', String(employeeId))
    .replace('{year}', '2026')
    .replaceAll(/\{(\w+)\}/g, (_all, name) =>
      name === 'file' ? 'x.json' : (operation.params.find((param) => param.name === name)?.word ?? '1'),
    )
  return client[operation.method](`${path}?${query}`, operation.method === 'get' ? undefined : operation.body)
}

describe('a query key that an operation does not know', () => {
  it('is 422 on every operation of the document, so that nothing happens by mistake', async () => {
    const ignored: string[] = []
    for (const operation of operations) {
      const { status, body } = await send(operation, 'colour=red')
      // Branding errors have the specification's short format, whose sentence names the key (7.1).
      const named =
        body.data?.some?.(({ loc }: { loc: string[] }) => loc.join() === 'query,colour') ||
        String(body.error).includes('colour')
      if (status !== 422 || !named) ignored.push(`${operation.method} ${operation.path} → ${status}`)
    }
    expect(ignored).toEqual([])
  })

  it('includes dry_run, where an operation has no preview by query', async () => {
    const previews = operations.filter(({ query }) => query.includes('dry_run'))
    expect(previews.length).toBeGreaterThan(2)
    const executed: string[] = []
    for (const operation of operations.filter(({ query }) => !query.includes('dry_run'))) {
      const { status } = await send(operation, 'dry_run=true')
      if (status !== 422) executed.push(`${operation.method} ${operation.path} → ${status}`)
    }
    expect(executed).toEqual([])
    expect((await owner.get(`/api/employees/${employeeId}`)).status).toBe(200)
  })

  it('is left alone by OAuth and discovery', async () => {
    expect((await owner.get('/.well-known/oauth-authorization-server?colour=red')).status).toBe(200)
    expect((await owner.post('/api/oauth/token?colour=red', {})).body.error).toBe('invalid_request')
  })
})

it('a query key given twice is refused by name on every operation', async () => {
  const lists: string[] = []
  for (const operation of operations)
    for (const name of operation.query) {
      const { status, body } = await send(operation, `${name}=1&${name}=1`)
      if (body.message !== `${name} is given twice. Send it once`)
        lists.push(`${operation.method} ${operation.path} ${name} → ${status}`)
    }
  expect(lists).toEqual([])
})

describe('numbers of a path and of a query are plain decimals', () => {
  const ODD = [
    '0x1',
    '1e0',
    '1.0',
    '+1',
    '%201',
    '01',
    '1%20',
    'Infinity',
    '1e309',
    '-0',
    'NaN',
    '١',
    '99999999999999999',
  ]

  it('in every path of the document', async () => {
    const coerced: string[] = []
    for (const operation of operations)
      for (const { name } of operation.params.filter(({ type }) => type === 'integer'))
        for (const odd of ODD.filter((each) => !/^\d{16,}$/.test(each))) {
          const client = operation.path.includes('partner-checkout') ? partner : owner
          const path = operation.path.replace(`{${name}}`, odd).replaceAll(/\{\w+\}/g, '1')
          const { status } = await client[operation.method](
            path,
            operation.method === 'get' ? undefined : operation.body,
          )
          if (status !== 422) coerced.push(`${operation.method} ${path} → ${status}`)
        }
    expect(coerced).toEqual([])
  }, 120_000)

  it('and an id of a path that is beyond any row answers as any unknown one', async () => {
    const different: string[] = []
    for (const operation of operations)
      for (const { name } of operation.params.filter(({ type }) => type === 'integer')) {
        const client = operation.path.includes('partner-checkout') ? partner : owner
        const answer = async (id: string) => {
          const path = operation.path
            .replace(`{${name}}`, id)
            .replace('{company_id}', String(companyId))
            .replace('{employee_id}', String(employeeId))
            .replace('{year}', '2026')
            .replaceAll(/\{(\w+)\}/g, (_all, other) =>
              other === 'file'
                ? 'x.json'
                : (operation.params.find((each) => each.name === other)?.word ?? '1'),
            )
          const body = operation.method === 'get' ? undefined : operation.body
          const { status, body: said } = await client[operation.method](path, body)
          return `${status} ${JSON.stringify(said).replaceAll(id, 'ID')}`
        }
        const unknown = await answer('2147483647')
        for (const id of ['9007199254740993', '9223372036854775807', '9'.repeat(40)]) {
          const large = await answer(id)
          if (large !== unknown)
            different.push(`${operation.method} ${operation.path} ${id}: ${large} / ${unknown}`)
        }
      }
    expect(different).toEqual([])
  }, 120_000)

  it('in every query of the document', async () => {
    const coerced: string[] = []
    for (const operation of operations)
      for (const name of operation.numbers)
        for (const odd of ODD) {
          const { status } = await send(operation, `${name}=${odd}`)
          if (status !== 422) coerced.push(`${operation.method} ${operation.path}?${name}=${odd} → ${status}`)
        }
    expect(operations.some(({ numbers }) => numbers.length > 0)).toBe(true)
    expect(coerced).toEqual([])
  }, 60_000)
})
