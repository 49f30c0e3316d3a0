import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { createClient } from '@tasman/client'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { callersOf } from '../../../src/features/access/oauth/index.ts'
import { type LiveService, startLive } from '../../../test/support/live.ts'
import { aCompany, anEmployee } from '../../../test/support/make.ts'
import { createConfirmations } from '../src/confirm.ts'
import { createHttp } from '../src/http.ts'
import { pageOf } from '../src/list.ts'
import { createServer } from '../src/server.ts'
import { start } from '../src/start.ts'
import { PERSON } from '../src/tools.ts'

let tasman: LiveService
let token: string
let companyId: number
let employeeId: number
let client: Client
const codes: string[] = []
beforeAll(async () => {
  tasman = await startLive({}, { jobs: [] })
  const owner = await tasman.clientFor('owner')
  token = owner.token
  companyId = (await aCompany(owner)).id
  employeeId = (await anEmployee(owner, companyId)).id
  client = new Client({ name: 'test', version: '1' })
  const [here, there] = InMemoryTransport.createLinkedPair()
  const showCode = (line: string) => void codes.push(/: (\d{6})\./.exec(line)?.[1] ?? '')
  await createServer(createClient({ baseUrl: tasman.base, token }), { showCode }).connect(there)
  await client.connect(here)
})
afterAll(() => tasman.close())

type AnySchema = {
  description?: string
  properties?: Record<string, AnySchema>
  items?: AnySchema
  additionalProperties?: unknown
}
type Result = { isError?: boolean; content: { text: string }[] }

async function call(name: string, args: Record<string, unknown>) {
  const { isError = false, content } = (await client.callTool({ name, arguments: args })) as unknown as Result
  const text = content[0]?.text ?? ''
  return { isError, text, json: () => JSON.parse(text) }
}

const pays = () => [
  { employee_id: employeeId, hours: [{ description: 'Ordinary hours', units: 'hours', value: '38' }] },
]

describe('tools', () => {
  it('read, with numbers masked', async () => {
    expect((await call('list_companies', {})).json().items[0].id).toBe(companyId)
    const person = await call('get_employee', { employee_id: employeeId })
    expect(person.json().record.tax_file_number).toBe('***782')
    expect(person.text).not.toContain('123456782')
    const refused = await call('get_employee', { employee_id: 999_999 })
    expect([refused.isError, refused.text]).toEqual([true, expect.stringContaining('404')])
  })

  it('write only what was previewed, once', async () => {
    const args = { company_id: companyId, pays: pays() }
    const bare = await call('create_pays', args)
    expect([bare.isError, bare.text]).toEqual([true, expect.stringContaining('preview_create_pays')])
    const shown = await call('preview_create_pays', args)
    expect(shown.json().preview[0]).toMatchObject({ id: null, gross: 1520 })
    const confirmation = codes.at(-1)
    // The model never sees the code.
    expect(shown.text).not.toContain(confirmation)
    const other = await call('create_pays', { ...args, pay_date: '2026-10-01', confirmation })
    expect(other.text).toContain('with exactly these arguments')
    expect((await call('create_pays', { ...args, confirmation: '12' })).text).toContain('wrong')
    const [pay] = (await call('create_pays', { ...args, confirmation })).json().result
    expect(pay.id).toEqual(expect.any(Number))
    expect((await call('create_pays', { ...args, confirmation })).isError).toBe(true)
    const explained = await call('explain_pay', { company_id: companyId, pay_id: pay.id })
    expect(explained.json().record.steps.length).toBeGreaterThan(3)
    const uri = `tasman://companies/${companyId}/pays/${pay.id}/explanation`
    const { contents } = await client.readResource({ uri })
    expect(JSON.parse((contents[0] as { text: string }).text).pay_id).toBe(pay.id)
  })

  it('say that nothing was done while a second person has to approve it', async () => {
    const { query } = tasman.service.database
    const { customer_id } = await query
      .selectFrom('companies')
      .select('customer_id')
      .where('id', '=', companyId)
      .executeTakeFirstOrThrow()
    const setRules = async (approve_runs: 'always' | 'off') => {
      const row = { company_id: companyId, customer_id, approve_runs, updated_at: new Date() }
      await query.deleteFrom('company_rules').where('customer_id', '=', customer_id).execute()
      if (approve_runs === 'always') await query.insertInto('company_rules').values(row).execute()
      callersOf(tasman.service.database).forget('customer', customer_id)
    }
    await setRules('always')
    onTestFinished(() => setRules('off'))
    const args = { company_id: companyId, pays: pays() }
    await call('preview_create_pays', args)
    const waiting = await call('create_pays', { ...args, confirmation: codes.at(-1) })
    expect([waiting.isError, waiting.json()]).toEqual([
      false,
      { result: expect.objectContaining({ state: 'waiting' }), next: expect.stringContaining('two people') },
    ])
  })

  it('preview a deletion and a change of the record by dry runs, numbers masked, and carry them out', async () => {
    const [pay] = (await call('list_pays', { company_id: companyId })).json().items
    const path = { company_id: companyId, pay_id: pay.id }
    const deletion = (await call('preview_delete_pay', path)).json()
    expect(deletion.preview.pay.id).toBe(pay.id)
    const deleteCode = codes.at(-1)
    const fields = { position: 'Baker', tax_file_number: '865414088' }
    const change = { company_id: companyId, employee_id: employeeId, fields }
    const preview = await call('preview_update_employee', change)
    expect(preview.text).not.toContain('865414088')
    const changed = (await call('update_employee', { ...change, confirmation: codes.at(-1) })).json()
    expect(changed.result[0].employee).toMatchObject({ position: 'Baker', tax_file_number: '***088' })
    const gone = await call('delete_pay', { ...path, confirmation: deleteCode })
    expect(gone.isError).toBe(false)
    expect((await call('list_pays', { company_id: companyId })).json().items).toEqual([])
  })

  it('preview a final pay without making one', async () => {
    const args = { employee_id: employeeId, termination_date: '2026-11-06', pay_date: '2026-11-06' }
    expect((await call('preview_terminate_employee', args)).json().preview).toBeTruthy()
    expect((await call('get_employee', { employee_id: employeeId })).json().record.is_terminated).toBe(false)
  })

  it('say which of them write', async () => {
    const { tools } = await client.listTools()
    const writing = tools.filter(({ annotations }) => !annotations?.readOnlyHint).map(({ name }) => name)
    expect(writing).toEqual([
      'create_pays',
      'terminate_employee',
      'lodge_pays',
      'delete_pay',
      'update_employee',
      'process_pay_run',
    ])
    // Every tool that writes has a preview, which is a dry run of the same call.
    for (const name of writing) expect(tools.map((tool) => tool.name)).toContain(`preview_${name}`)
  })
})

describe('every tool', () => {
  it('describes each parameter, and what it answers', async () => {
    const { tools } = await client.listTools()
    const bare = tools.flatMap(({ name, inputSchema }) =>
      Object.entries((inputSchema as AnySchema).properties ?? {}).flatMap(([member, { description }]) =>
        description ? [] : `${name}.${member}`,
      ),
    )
    expect(bare).toEqual([])
    expect(tools.filter(({ title }) => !title)).toEqual([])
    expect(tools.filter(({ outputSchema }) => !outputSchema)).toEqual([])
  })

  it('publishes every member of the API’s request, and no others', async () => {
    const { paths, components } = await (await fetch(`${tasman.base}/api/openapi.json`)).json()
    const { tools } = await client.listTools()
    const inputOf = (name: string) => tools.find((tool) => tool.name === name)?.inputSchema as AnySchema
    const namesOf = (schema: AnySchema | undefined) => Object.keys(schema?.properties ?? {}).sort()
    const served = (...names: string[]) =>
      [...new Set(names.flatMap((name) => namesOf(components.schemas[name])))].sort()
    const queryOf = (path: string, method: string): string[] =>
      paths[path][method].parameters.flatMap((each: { in: string; name: string }) =>
        each.in === 'query' && each.name !== 'dry_run' ? each.name : [],
      )
    for (const prefix of ['', 'preview_']) {
      const pays = inputOf(`${prefix}create_pays`).properties
      expect(namesOf(pays?.pays?.items)).toEqual(served('PayCreate'))
      for (const name of queryOf('/api/company/{company_id}/pays/create', 'put'))
        expect(pays).toHaveProperty(name)
      const terminate = namesOf(inputOf(`${prefix}terminate_employee`)).filter(
        (name) => name !== 'confirmation',
      )
      expect(terminate).toEqual(['employee_id', ...served('TerminateRequest')].sort())
      const fields = namesOf(inputOf(`${prefix}update_employee`).properties?.fields)
      expect(fields).toEqual(served('EmployeeUpdate').filter((name) => !['id', 'number'].includes(name)))
      const lodge = namesOf(inputOf(`${prefix}lodge_pays`)).filter((name) => name !== 'confirmation')
      const selection = served('PaySelection', 'PaydaySelection').filter((name) => name !== 'dry_run')
      expect(lodge).toEqual(['company_id', ...selection].sort())
    }
    const open = (schema: AnySchema, place: string): string[] => [
      ...(schema.properties && schema.additionalProperties !== false ? [place] : []),
      ...Object.entries(schema.properties ?? {}).flatMap(([name, member]) =>
        open(member, `${place}.${name}`),
      ),
      ...(schema.items ? open(schema.items, `${place}[]`) : []),
    ]
    expect(tools.flatMap(({ name, inputSchema }) => open(inputSchema as AnySchema, name))).toEqual([])
  })

  it('that writes, passes every member on and refuses an unknown one by name', async () => {
    const [pay] = pays()
    const row = { description: 'Ordinary hours', units: 'hours', value: 3, rate: 100 }
    const preview = (more: object, beside: object = {}) =>
      call('preview_create_pays', { company_id: companyId, pays: [{ ...pay, ...more }], ...beside })
    expect((await preview({ hours: [row] })).json().preview[0].gross).toBe(300)
    expect(
      (await preview({ hours: [{ ...row, is_overtime: true }] })).json().preview[0].hours[0],
    ).toMatchObject({
      is_overtime: true,
    })
    expect((await preview({ pay_department: 'Bar' })).json().preview[0].pay_department).toBe('Bar')
    for (const [answer, name] of [
      [preview({ bonusess: [] }), 'bonusess'],
      [preview({ hours: [{ ...row, rat: 3 }] }), 'rat'],
      [preview({}, { pay_dat: '2026-10-01' }), 'pay_dat'],
      [call('list_pays', { company_id: companyId, from_dat: '2026-10-01' }), 'from_dat'],
      [
        call('preview_update_employee', {
          company_id: companyId,
          employee_id: employeeId,
          fields: { nope: 1 },
        }),
        'nope',
      ],
      [
        call('preview_update_employee', {
          company_id: companyId,
          employee_id: employeeId,
          fields: { id: employeeId + 1, position: 'Barista' },
        }),
        'id',
      ],
    ] as const) {
      const { isError, text } = await answer
      expect([isError, text]).toEqual([true, expect.stringMatching(`422.*Unknown field: ${name}`)])
    }
    const ending = { employee_id: employeeId, termination_date: '2026-11-06', pay_date: '2026-11-06' }
    const final = (more: object) => call('preview_terminate_employee', { ...ending, ...more })
    expect((await final({ redundancy_amount: 5000, reason: 'REDUNDANCY' })).text).toContain('5000')
    for (const typo of ['reasn', 'redundancy'])
      expect(await final({ [typo]: 'x' })).toMatchObject({
        isError: true,
        text: expect.stringContaining(`Unknown field: ${typo}`),
      })
  })

  it('that lists, answers pages with the members asked for: 500 people stay below 20 kB', async () => {
    const owner = await tasman.clientFor('owner')
    const big = await aCompany(owner)
    const one = await anEmployee(owner, big.id)
    const all = Array.from({ length: 500 }, (_, at) => ({ ...one, id: at + 1, number: `N${at}` }))
    const first = pageOf(all, {}, PERSON)
    expect(Buffer.byteLength(JSON.stringify(first))).toBeLessThan(20_000)
    expect(first).toMatchObject({ total: 500, next_offset: first.items.length })
    const whole = pageOf(all, { fields: Object.keys(one), limit: 200 }, PERSON)
    // A response contains the list twice.
    expect(Buffer.byteLength(JSON.stringify(whole)) * 2).toBeLessThan(20_000)
    expect(() => pageOf(all, { fields: ['nope'] }, PERSON)).toThrow(
      '422: Unknown field: nope. The fields are id,',
    )
    expect(JSON.stringify(whole)).not.toContain('123456782')
    const named = await call('list_employees', { company_id: big.id, fields: ['last_name'], limit: 1 })
    expect(named.json()).toEqual({ items: [{ last_name: one.last_name }], total: 1, next_offset: null })
  })
})

describe('a person', () => {
  const connected = async (options: object, answers: { action: string; content?: object }) => {
    const asked: string[] = []
    const other = new Client({ name: 'test', version: '1' }, { capabilities: { elicitation: {} } })
    other.setRequestHandler(ElicitRequestSchema, ({ params }) => {
      asked.push(params.message)
      return answers as never
    })
    const [here, there] = InMemoryTransport.createLinkedPair()
    await createServer(createClient({ baseUrl: tasman.base, token }), options).connect(there)
    await other.connect(here)
    return { other, asked }
  }
  const create = () => ({ name: 'create_pays', arguments: { company_id: companyId, pays: pays() } })

  it('is asked by the client where it can, with what would be done', async () => {
    const { other, asked } = await connected({}, { action: 'accept', content: { allow: true } })
    expect(((await other.callTool(create())) as unknown as Result).isError).toBeUndefined()
    expect(asked[0]).toMatch(/^Process pays\?\n.+\n {2}Processed date: .+\n {2}Gross: 1520\n/)
    expect(asked[0]).not.toMatch(/[{}"]|_/)
    for (const no of [{ action: 'decline' }, { action: 'accept', content: { allow: false } }]) {
      const refusing = await connected({}, no)
      const { isError, content } = (await refusing.other.callTool(create())) as unknown as Result
      expect([isError, content[0]?.text]).toEqual([true, 'The person did not allow it.'])
    }
  })

  it('can have a server that only reads', async () => {
    const { other } = await connected({ isReadOnly: true }, { action: 'decline' })
    const { tools } = await other.listTools()
    expect(tools.filter(({ annotations }) => !annotations?.readOnlyHint)).toEqual([])
    expect(tools.some(({ name }) => name.startsWith('preview_'))).toBe(false)
  })
})

describe('resources', () => {
  it('are the guides, and the rates with their sources', async () => {
    const { resources } = await client.listResources()
    expect(resources.map(({ uri }) => uri)).toEqual(
      expect.arrayContaining(['tasman://guides/first-pay', 'tasman://rates/nz/kiwisaver', 'tasman://law']),
    )
    expect(resources.map(({ uri }) => uri)).not.toContain('tasman://guides/operate')
    const { contents } = await client.readResource({ uri: 'tasman://rates/nz/kiwisaver' })
    expect((contents[0] as { text: string }).text).toContain('source')
  })
})

describe('a confirmation', () => {
  it('ends after ten minutes', () => {
    let now = 0
    const confirmations = createConfirmations(() => now)
    const early = confirmations.give('work', { a: 1, b: 2 })
    expect(confirmations.take('work', { b: 2, a: 1 }, early)).toBeNull()
    const late = confirmations.give('work', {})
    now = 600_000
    expect(confirmations.take('work', {}, late)).toContain('preview_work')
  })

  it('cannot be guessed, and belongs to one caller', () => {
    const confirmations = createConfirmations()
    const code = confirmations.give('work', {}, 'one')
    expect(confirmations.take('work', {}, code, 'other')).toContain('preview_work')
    for (const wrong of ['', 'x', 'y'])
      expect(confirmations.take('work', {}, wrong, 'one')).toContain('wrong')
    expect(confirmations.take('work', {}, code, 'one')).toContain('preview_work')
  })
})

describe('streamable HTTP', () => {
  it('accepts callers with a token of the service, and names where to get one', async () => {
    const lines: string[] = []
    const showCode = (line: string) => void lines.push(line)
    const options = { baseUrl: tasman.base, publicUrl: 'http://127.0.0.1', showCode }
    const server = createHttp(options).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`)
    const stranger = await fetch(url, { method: 'POST', body: '{}' })
    expect(stranger.status).toBe(401)
    expect(stranger.headers.get('www-authenticate')).toContain('/.well-known/oauth-protected-resource')
    const metadata = await (await fetch(new URL('/.well-known/oauth-protected-resource', url))).json()
    const [issuer] = metadata.authorization_servers
    const discovered = await (await fetch(`${issuer}/.well-known/oauth-authorization-server`)).json()
    expect(discovered.token_endpoint).toContain('/api/oauth/token')

    const remote = new Client({ name: 'test', version: '1' })
    const requestInit = { headers: { authorization: `Bearer ${token}` } }
    await remote.connect(new StreamableHTTPClientTransport(url, { requestInit }) as never)
    const args = { company_id: companyId, pays: pays() }
    await remote.callTool({ name: 'preview_create_pays', arguments: args })
    const confirmation = /\d{6}/.exec(lines[0] ?? '')?.[0]
    const made = (await remote.callTool({
      name: 'create_pays',
      arguments: { ...args, confirmation },
    })) as unknown as Result
    expect(made.isError ?? false).toBe(false)
    await remote.close()
    server.closeAllConnections()
    server.close()
  })

  it('answers an odd path with 404, and says when the service does not respond', async () => {
    const server = createHttp({ baseUrl: 'http://127.0.0.1:1', publicUrl: 'http://127.0.0.1' })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    onTestFinished(() => void server.close())
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    expect((await fetch(`${base}//`)).status).toBe(404)
    const answer = await fetch(`${base}/mcp`, { method: 'POST', headers: { authorization: 'Bearer abc' } })
    expect([answer.status, await answer.text()]).toEqual([503, expect.stringContaining('does not respond')])
  })
})

describe('stdio', () => {
  it('speaks to a program that starts it', async () => {
    const local = new Client({ name: 'test', version: '1' })
    const transport = new StdioClientTransport({
      command: process.execPath,
      // Uses the client's sources, so tests need no build.
      args: ['--conditions=source', 'packages/mcp/test/stdio.ts'],
      env: { ...(process.env as Record<string, string>), TASMAN_URL: tasman.base, TASMAN_TOKEN: token },
    })
    await local.connect(transport)
    const { tools } = await local.listTools()
    expect(tools.length).toBeGreaterThan(10)
    await local.close()
  })
})

describe('the arguments of tasman-mcp', () => {
  it('a server without a login of its own is refused, and so is what is not known', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tasman-mcp-'))
    const error = vi.spyOn(console, 'error').mockImplementation(() => {})
    vi.stubEnv('TASMAN_CONFIG', folder)
    onTestFinished(() => {
      vi.unstubAllEnvs()
      vi.restoreAllMocks()
      rmSync(folder, { recursive: true })
    })
    const tokens = { access_token: 'a', refresh_token: 'r', expires_at: Date.now() + 3_600_000 }
    const login = { baseUrl: 'http://127.0.0.1:2', clientId: 'c', redirectUri: 'http://127.0.0.1/', tokens }
    writeFileSync(join(folder, 'connection.json'), JSON.stringify(login))
    for (const [args, code, words] of [
      [['--url', 'http://127.0.0.1:1'], 1, 'You are not signed in at http://127.0.0.1:1'],
      [['--profile', 'sandbox'], 1, 'There is no profile sandbox'],
      [
        ['--profile', 'default', '--port', '9', '--url', 'http://127.0.0.1:1'],
        2,
        'Profile default is signed in at',
      ],
      [['--frob'], 2, 'Unknown option: --frob.'],
      [['extra'], 2, 'Unknown argument: extra.'],
      [['--port', 'http'], 2, '--port must be a number'],
      [['--port', '0'], 2, '--port must be a number'],
      [['--port', '9', '--public-url', 'nonsense'], 2, '--public-url must be an address'],
      [['--public-url', 'https://x.example'], 2, '--public-url needs --port.'],
    ] as const) {
      expect(await start([...args]), args.join(' ')).toBe(code)
      expect(error.mock.lastCall?.[0]).toContain(words)
    }
  })
})
