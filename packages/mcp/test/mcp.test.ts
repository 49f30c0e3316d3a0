import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { createClient } from '@tasman/client'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type LiveService, startLive } from '../../../test/support/live.ts'
import { aCompany, anEmployee } from '../../../test/support/make.ts'
import { createConfirmations } from '../src/confirm.ts'
import { createHttp } from '../src/http.ts'
import { createServer } from '../src/server.ts'
import { start } from '../src/start.ts'

let tasman: LiveService
let token: string
let companyId: number
let employeeId: number
let client: Client
beforeAll(async () => {
  tasman = await startLive({}, { jobs: [] })
  const owner = await tasman.clientFor('owner')
  token = owner.token
  companyId = (await aCompany(owner)).id
  employeeId = (await anEmployee(owner, companyId)).id
  client = new Client({ name: 'test', version: '1' })
  const [here, there] = InMemoryTransport.createLinkedPair()
  await createServer(createClient({ baseUrl: tasman.base, token })).connect(there)
  await client.connect(here)
})
afterAll(() => tasman.close())

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
    expect((await call('list_companies', {})).json()[0].id).toBe(companyId)
    const person = await call('get_employee', { employee_id: employeeId })
    expect(person.json().tax_file_number).toBe('***782')
    expect(person.text).not.toContain('123456782')
    const refused = await call('get_employee', { employee_id: 999_999 })
    expect([refused.isError, refused.text]).toEqual([true, expect.stringContaining('404')])
  })

  it('write only what was previewed, once', async () => {
    const args = { company_id: companyId, pays: pays() }
    const bare = await call('create_pays', args)
    expect([bare.isError, bare.text]).toEqual([true, expect.stringContaining('preview_create_pays')])
    const { preview, confirmation } = (await call('preview_create_pays', args)).json()
    expect(preview[0]).toMatchObject({ id: null, gross: 1520 })
    const other = await call('create_pays', { ...args, pay_date: '2026-10-01', confirmation })
    expect(other.text).toContain('differs from what was previewed')
    const [pay] = (await call('create_pays', { ...args, confirmation })).json()
    expect(pay.id).toEqual(expect.any(Number))
    expect((await call('create_pays', { ...args, confirmation })).isError).toBe(true)
    const explained = await call('explain_pay', { company_id: companyId, pay_id: pay.id })
    expect(explained.json().steps.length).toBeGreaterThan(3)
    const uri = `tasman://companies/${companyId}/pays/${pay.id}/explanation`
    const { contents } = await client.readResource({ uri })
    expect(JSON.parse((contents[0] as { text: string }).text).pay_id).toBe(pay.id)
  })

  it('preview a deletion and a change of the record by dry runs, numbers masked, and carry them out', async () => {
    const [pay] = (await call('list_pays', { company_id: companyId })).json()
    const path = { company_id: companyId, pay_id: pay.id }
    const deletion = (await call('preview_delete_pay', path)).json()
    expect(deletion.preview.pay.id).toBe(pay.id)
    const fields = { position: 'Baker', tax_file_number: '865414088' }
    const change = { company_id: companyId, employee_id: employeeId, fields }
    const preview = await call('preview_update_employee', change)
    expect(preview.text).not.toContain('865414088')
    const { confirmation } = preview.json()
    const changed = (await call('update_employee', { ...change, confirmation })).json()
    expect(changed[0].employee).toMatchObject({ position: 'Baker', tax_file_number: '***088' })
    const gone = await call('delete_pay', { ...path, confirmation: deletion.confirmation })
    expect(gone.isError).toBe(false)
    expect((await call('list_pays', { company_id: companyId })).json()).toEqual([])
  })

  it('preview a final pay without making one', async () => {
    const args = { employee_id: employeeId, termination_date: '2026-11-06', pay_date: '2026-11-06' }
    expect((await call('preview_terminate_employee', args)).json().confirmation).toEqual(expect.any(String))
    expect((await call('get_employee', { employee_id: employeeId })).json().is_terminated).toBe(false)
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
    // What a preview shows is a dry run of the same call.
    for (const name of writing) expect(tools.map((tool) => tool.name)).toContain(`preview_${name}`)
  })
})

describe('resources', () => {
  it('are the guides, and the rates with their sources', async () => {
    const { resources } = await client.listResources()
    expect(resources.map(({ uri }) => uri)).toEqual(
      expect.arrayContaining(['tasman://guides/first-pay', 'tasman://rates/nz/kiwisaver']),
    )
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
})

describe('streamable HTTP', () => {
  it('lets in whoever has a token of the service, and says where to get one', async () => {
    const server = createHttp({ baseUrl: tasman.base, publicUrl: 'http://127.0.0.1' }).listen(0, '127.0.0.1')
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
    const preview = (await remote.callTool({
      name: 'preview_create_pays',
      arguments: args,
    })) as unknown as Result
    const { confirmation } = JSON.parse(preview.content[0]?.text ?? '')
    const made = (await remote.callTool({
      name: 'create_pays',
      arguments: { ...args, confirmation },
    })) as unknown as Result
    expect(made.isError ?? false).toBe(false)
    await remote.close()
    server.closeAllConnections()
    server.close()
  })
})

describe('stdio', () => {
  it('speaks to a program that starts it', async () => {
    const local = new Client({ name: 'test', version: '1' })
    const transport = new StdioClientTransport({
      command: process.execPath,
      // The client from its sources: tests need no build.
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
        ['--profile', 'default', '--port', '0', '--url', 'http://127.0.0.1:1'],
        2,
        'Profile default is signed in at',
      ],
      [['--frob'], 2, 'Unknown option: --frob.'],
      [['extra'], 2, 'Unknown argument: extra.'],
      [['--port', 'http'], 2, '--port must be a number'],
      [['--public-url', 'https://x.example'], 2, '--public-url needs --port.'],
    ] as const) {
      expect(await start([...args]), args.join(' ')).toBe(code)
      expect(error.mock.lastCall?.[0]).toContain(words)
    }
  })
})
