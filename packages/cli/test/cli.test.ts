import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { callersOf } from '../../../src/features/access/oauth/index.ts'
import { type LiveService, startLive } from '../../../test/support/live.ts'
import { authorize, createVisitor } from '../../../test/support/visitor.ts'
import { parseCsv } from '../src/import.ts'
import { run } from '../src/run.ts'

/** Runs the command's sources as a process, so tests need no build. */
const SOURCES = ['--conditions=source', 'packages/cli/src/main.ts']
let tasman: LiveService
const folder = mkdtempSync(join(tmpdir(), 'tasman-cli-'))
beforeAll(async () => {
  process.env.TASMAN_CONFIG = folder
  process.env.TASMAN_BROWSER = 'none'
  tasman = await startLive()
  await signIn('sandbox@demo.example')
})
afterAll(async () => {
  await tasman.close()
  rmSync(folder, { recursive: true })
})

type Said = { code: number; out: string; notes: string; json: () => Record<string, unknown>[] }

/** Runs a command line as the terminal would. `onOut` receives each line. */
async function tasmanCli(
  line: string[],
  onOut: (line: string) => void = () => {},
  typed?: string,
): Promise<Said> {
  const out: string[] = []
  const notes: string[] = []
  const code = await run(line, {
    out: (text) => {
      out.push(text)
      onOut(text)
    },
    note: (text) => notes.push(text),
    progress: undefined,
    stopped: AbortSignal.timeout(60_000),
    isTerminal: typed !== undefined,
    ask: async () => typed ?? '',
  })
  return { code, out: out.join('\n'), notes: notes.join('\n'), json: () => JSON.parse(out.join('')) }
}

/** Signs in as a person would: a visitor takes the role of the browser, and the callback is the real one. */
function signIn(email: string): Promise<Said> {
  return tasmanCli(['login', '--url', tasman.base], (line) => {
    if (!line.startsWith('http')) return
    const query = Object.fromEntries(new URL(line).searchParams)
    void authorize(createVisitor(tasman), query, { email }).then((answer) =>
      fetch(`${query.redirect_uri}?${answer}`),
    )
  })
}

async function loadCafe(): Promise<string> {
  const api = await tasman.clientFor('sandbox')
  await api.post('/api/sandbox/reset')
  return String((await api.post('/api/sandbox/data', { data_set: 'cafe' })).body.company_id)
}

describe('the command line', () => {
  it('explains itself, and says no in a sentence', async () => {
    expect((await tasmanCli([])).out).toContain('tasman webhooks listen')
    expect((await tasmanCli(['fly'])).code).toBe(2)
    expect((await tasmanCli(['employees', 'list'])).notes).toBe('Missing option: --company <id>.')
    const refused = await tasmanCli(['employees', 'list', '-c', '999999'])
    expect([refused.code, refused.notes]).toEqual([1, expect.stringContaining('No company found')])
    expect((await tasmanCli(['completion', 'bash'])).out).toContain('complete -F _tasman tasman')
    expect((await tasmanCli(['completion', 'fish'])).out).toContain('complete -c tasman -l json')
    expect((await tasmanCli(['--version'])).out).toMatch(/^tasman \d+\.\d+\.\d+$/)
    const help = (await tasmanCli(['--help'])).out
    expect(help.split('\n').filter((line) => line.length > 80)).toEqual([])
    expect(help).toContain('Exit codes: 0 done, 1 not done, 2 wrong usage.')
    expect((await tasmanCli(['help'])).out).toBe(help)
  })

  it('shows the commands of a group', async () => {
    for (const line of [
      ['pays', '--help'],
      ['help', 'pays'],
    ]) {
      const { code, out } = await tasmanCli(line)
      expect([code, out.match(/^ {2}tasman \w+ \w+/gm)]).toEqual([
        0,
        ['preview', 'create', 'list', 'explain'].map((verb) => `  tasman pays ${verb}`),
      ])
    }
    const { code, notes } = await tasmanCli(['pays'])
    expect([code, notes]).toEqual([
      2,
      expect.stringMatching(/^Incomplete command: pays\.\n {2}tasman pays preview/),
    ])
  })

  it.each([
    ['companies extra words', 'Unknown argument: extra. tasman companies takes none.'],
    ['companies --hours 3', 'tasman companies does not take --hours.'],
    ['companies --frob', 'Unknown option: --frob.'],
    ['companies --json=yes', '--json takes no value.'],
    ['employees list -c 1 -c 2', 'Option given twice: --company.'],
    ['employees list -c one', '--company must be a whole number, for example --company 1.'],
    ['employees import -c 1', 'Missing argument: <file>.'],
    ['pays explain -c 1', 'Missing option: --pay <id>.'],
    ['pays explain -c 1 --pay', 'Missing value: --pay <id>.'],
    ['pays create -c 1 -e 1 --hours many', '--hours must be a number, for example 38 or 7.6.'],
    ['lodge -c 1 --pay 7,x', '--pay must be a whole number, for example --pay 1.'],
    ['webhooks listen --forward notaurl', '--forward must be an address such as http://localhost:3000/hook.'],
    [
      'webhooks listen --public-url ftp://x',
      '--public-url must be an address such as http://localhost:3000/hook.',
    ],
    ['webhooks listen --port 70000', '--port must be a number from 1 to 65535.'],
    ['completion csh', 'There are no completions for csh: use bash, zsh, fish.'],
    ['clock advance 7d later', 'Unknown argument: later. tasman clock advance takes <time>.'],
  ])('refuses `tasman %s` with 2', async (line, sentence) => {
    const { code, notes, out } = await tasmanCli(line.split(' '))
    expect([code, notes, out]).toEqual([2, sentence, ''])
  })

  it('proposes what a draft would pay, and asks before it pays that', async () => {
    const company = await loadCafe()
    const people = (await tasmanCli(['employees', 'list', '-c', company, '--json'])).json()
    const { id } = people[0] ?? {}
    const whom = ['-c', company, '-e', String(id)]
    const api = await tasman.clientFor('sandbox')
    const one = (await api.get(`/api/employees/${id}`)).body
    const standard = Number(one.standard_hours_per_day) * Number(one.standard_days_per_week)
    const [proposal] = (await tasmanCli(['pays', 'preview', ...whom, '--json'])).json()
    expect(proposal).toMatchObject({ id: null, hours: [{ description: 'Ordinary hours' }] })
    const [hours] = (proposal?.hours ?? []) as { value: number }[]
    expect(hours?.value).toBeCloseTo(standard * (one.pay_period === 'WEEKLY' ? 1 : 2), 6)

    const before = (await tasmanCli(['pays', 'list', '-c', company, '--json'])).json().length
    const refused = await tasmanCli(['pays', 'create', ...whom])
    expect([refused.code, refused.notes]).toEqual([2, expect.stringContaining('--yes')])
    const declined = await tasmanCli(['pays', 'create', ...whom], () => {}, 'n')
    expect([declined.code, declined.out]).toEqual([1, ''])
    expect(declined.notes).toMatch(/Ordinary hours[\s\S]*Nothing was processed\.$/)
    expect((await tasmanCli(['pays', 'list', '-c', company, '--json'])).json()).toHaveLength(before)

    const confirmed = await tasmanCli(['pays', 'create', ...whom, '--json'], () => {}, 'y')
    expect(confirmed.json()[0]).toMatchObject({ gross: proposal?.gross, net: proposal?.net })
    const accepted = await tasmanCli(['pays', 'create', ...whom, '--yes', '--json'])
    expect(accepted.json()[0]).toMatchObject({ gross: proposal?.gross })
  })

  it('lists, previews, pays, explains, prints and exports', async () => {
    const company = await loadCafe()
    expect((await tasmanCli(['companies'])).out).toContain('Sandbox Cafe Pty Ltd')
    const people = (await tasmanCli(['employees', 'list', '-c', company, '--json'])).json()
    expect(people).toHaveLength(6)
    const whom = ['-c', company, '-e', String(people[0]?.id), '--hours', '20']
    expect((await tasmanCli(['pays', 'preview', ...whom, '--json'])).json()[0]).toMatchObject({
      id: null,
      gross: Number(people[0]?.pay_rate_per_hour) * 20,
    })
    const [pay] = (await tasmanCli(['pays', 'create', ...whom, '--json'])).json()
    const one = ['-c', company, '--pay', String(pay?.id)]
    expect((await tasmanCli(['pays', 'explain', ...one])).out).toContain('gross')
    const file = join(folder, 'slip.pdf')
    await tasmanCli(['payslip', ...one, '-o', file])
    expect(readFileSync(file).subarray(0, 4).toString()).toBe('%PDF')
    expect((await tasmanCli(['lodge', ...one])).code).toBe(0)
    const exported = join(folder, 'company.json')
    expect((await tasmanCli(['export', '-c', company, '-o', exported])).code).toBe(0)
    expect(JSON.parse(readFileSync(exported, 'utf8')).employees).toHaveLength(6)
    // Both files contain tax and account numbers.
    expect([file, exported].map((name) => statSync(name).mode & 0o777)).toEqual([0o600, 0o600])
  })

  it('imports people from a CSV and names the rows that are refused', async () => {
    const company = await loadCafe()
    const file = join(folder, 'people.csv')
    const header =
      'number,first_name,last_name,date_of_birth,start_date,employment_status,address1,city,state,country,postcode,tax_file_number,is_foreign_resident,has_claimed_tax_free_threshold,has_stsl_liability,is_closely_held'
    const row = (number: string) =>
      `${number},Ana,"O""Neil, Jr",1990-01-02,2026-01-05,Full-time,1 High St,Sydney,NSW,AU,2000,123456782,false,true,no,no`
    writeFileSync(file, `${header}\r\n${row('NEW1')}\r\n${row('CAFE01')}\r\n`)
    const said = await tasmanCli(['employees', 'import', '-c', company, file])
    expect([said.code, said.out]).toEqual([1, '1 employees created, 1 refused.'])
    expect(said.notes).toMatch(/2\s+CAFE01\s+number:/)
    expect(parseCsv('a,b\n"x, ""y""",true\n')).toEqual([{ a: 'x, "y"', b: true }])
    expect(parseCsv('last_name,a,b\rNo,no,constructor')).toEqual([
      { last_name: 'No', a: false, b: 'constructor' },
    ])
  })

  it('prints the approval that a write waits for', async () => {
    const company = await loadCafe()
    const { query } = tasman.service.database
    const { customer_id } = await query
      .selectFrom('companies')
      .select('customer_id')
      .where('id', '=', Number(company))
      .executeTakeFirstOrThrow()
    const rules = { approve_runs: 'always', approve_accounts: true } as const
    await query
      .insertInto('company_rules')
      .values({ company_id: Number(company), customer_id, ...rules, updated_at: new Date() })
      .execute()
    callersOf(tasman.service.database).forget('customer', customer_id)
    onTestFinished(async () => {
      await query.deleteFrom('company_rules').where('customer_id', '=', customer_id).execute()
      callersOf(tasman.service.database).forget('customer', customer_id)
    })
    const [person] = (await tasmanCli(['employees', 'list', '-c', company, '--json'])).json()
    const pay = ['pays', 'create', '-c', company, '-e', String(person?.id), '--yes']
    const said = await tasmanCli(pay)
    expect([said.code, said.notes]).toEqual([0, ''])
    expect(said.out).toMatch(
      /^Nothing was done yet: a second person has to approve it\. Approval \d+, in the web app under Approvals: Processes one pay/,
    )
    const program = await tasmanCli([...pay, '--json'])
    expect(JSON.parse(program.out)).toMatchObject({ state: 'waiting', kind: 'run' })
    const file = join(folder, 'accounts.csv')
    const header =
      'number,first_name,last_name,date_of_birth,start_date,employment_status,address1,city,state,country,postcode,tax_file_number,is_foreign_resident,has_claimed_tax_free_threshold,has_stsl_liability,is_closely_held,primary_bank_bsb,primary_bank_account_number,primary_bank_account_name'
    writeFileSync(
      file,
      `${header}\nNEW7,Ana,Li,1990-01-02,2026-01-05,Full-time,1 High St,Sydney,NSW,AU,2000,123456782,false,true,no,no,062-000,12345678,Ana Li\n`,
    )
    const imported = await tasmanCli(['employees', 'import', '-c', company, file])
    expect([imported.code, imported.notes]).toEqual([0, ''])
    expect(imported.out).toContain('0 employees created, 1 wait for approval, 0 refused.')
  })

  it.each([
    ['empty.csv', '', 'contains no employees.'],
    ['header.csv', 'number,first_name\n', 'contains no employees.'],
    ['broken.json', '[{', 'It is not valid JSON:'],
    ['object.json', '{}', 'must contain a list of employees.'],
    ['latin.csv', Buffer.from('first_name\nZo\xeb\n', 'latin1'), 'is not UTF-8.'],
    ['inches.csv', 'number,first_name\n1,Bob "Bobby"\n', 'Row 1 has a quotation mark inside a cell.'],
    ['open.csv', 'number,first_name\n1,"Bob\n', 'Row 1 has a quotation mark inside a cell.'],
    ['shifted.csv', 'number,address1\n1,4 High St, Unit 2\n', 'Row 1 has 3 cells, and the header 2.'],
    ['twice.csv', 'number,city,city\n1,Perth,Hobart\n', 'The column city appears twice.'],
  ])('refuses to import %s and names the file', async (name, content, sentence) => {
    const file = join(folder, name)
    writeFileSync(file, content)
    const { code, notes, out } = await tasmanCli(['employees', 'import', '-c', '1', file])
    expect([code, out]).toEqual([1, ''])
    expect(notes).toContain(file)
    expect(notes).toContain(sentence)
  })

  it('names a folder given as a file, and a folder that is missing', async () => {
    const company = await loadCafe()
    const imported = await tasmanCli(['employees', 'import', '-c', company, folder])
    expect([imported.code, imported.notes]).toEqual([1, `${folder} is a folder, not a file.`])
    const missing = join(folder, 'nowhere')
    const exported = await tasmanCli(['export', '-c', company, '-o', join(missing, 'x.json')])
    expect([exported.code, exported.notes]).toEqual([1, `There is no folder ${missing}.`])
  })

  it('stops listening when the registration is refused, and when it is told to', async () => {
    const api = await tasman.clientFor('sandbox')
    const env = {
      ...process.env,
      TASMAN_URL: tasman.base,
      TASMAN_TOKEN: api.token,
    }
    const listening = (...args: string[]) =>
      spawn(process.execPath, [...SOURCES, 'webhooks', 'listen', ...args], { env })
    const refused = listening('--events', 'bogus', '--count', '1')
    expect(await once(refused, 'exit')).toEqual([1, null])
    const stopped = listening('--events', 'pay.created')
    await once(stopped.stderr, 'data')
    stopped.kill('SIGTERM')
    expect(await once(stopped, 'exit')).toEqual([0, null])
    expect((await api.get('/api/webhooks')).body.endpoints).toEqual([])
  }, 120_000)

  it('answers every delivery of several at once', async () => {
    const { token } = await tasman.clientFor('sandbox')
    const env = { ...process.env, TASMAN_URL: tasman.base, TASMAN_TOKEN: token }
    const listening = spawn(process.execPath, [...SOURCES, 'webhooks', 'listen', '--events', 'pay.created'], {
      env,
    })
    const [note] = await once(listening.stderr, 'data')
    const [address = ''] = /http:\S+\//.exec(String(note)) ?? []
    const deliver = async () => {
      const response = await fetch(address, { method: 'POST', body: '{}', signal: AbortSignal.timeout(5000) })
      return response.status
    }
    expect(await Promise.all(Array.from({ length: 8 }, deliver))).toEqual(
      Array.from({ length: 8 }, () => 400),
    )
    listening.kill('SIGTERM')
    await once(listening, 'exit')
  }, 60_000)

  it('receives what it triggers: all nine events, verified and forwarded', async () => {
    const events = ['company', 'employee', 'pay'].flatMap((entity) =>
      ['created', 'updated', 'deleted'].map((verb) => `${entity}.${verb}`),
    )
    for (const event of events) {
      const listening = tasmanCli(['webhooks', 'listen', '--events', event, '--count', '1', '--json'])
      await expect
        .poll(
          async () => (await (await tasman.clientFor('sandbox')).get('/api/webhooks')).body.endpoints.length,
        )
        .toBe(1)
      const [made] = (await tasmanCli(['trigger', event, '--json'])).json()
      const heard = JSON.parse((await listening).out)
      expect(heard).toMatchObject({ type: event, entity: { id: made?.id } })
    }
    const unknown = await tasmanCli(['trigger', 'pay.flown'])
    expect([unknown.code, unknown.notes]).toEqual([2, `The event must be one of ${events.join(', ')}.`])
  }, 120_000)

  it('prints the log as it grows, and sends failed deliveries again', async () => {
    const logs = (await tasmanCli(['logs', 'tail', '--count', '3'])).out.split('\n')
    expect(logs).toHaveLength(3)
    expect(logs[0]).toMatch(/^\d{4}-\d\d-\d\dT\S+ {2}\d{3} {2}\w+ {2}\/api\//)
    const api = await tasman.clientFor('sandbox')
    const hook = { url: 'http://127.0.0.1:9/hook', events: ['company.created'] }
    const { id } = (await api.post('/api/webhooks', hook)).body
    await tasmanCli(['trigger', 'company.created'])
    const deliveries = async () => (await api.get(`/api/webhooks/${id}/deliveries`)).body
    await expect.poll(async () => (await deliveries()).length).toBe(1)
    const [delivery] = await deliveries()
    const replay = ['events', 'replay', '--webhook', String(id)]
    expect((await tasmanCli([...replay, '--delivery', '999999'])).notes).toContain('no delivery 999999')
    const query = 'update webhook_deliveries set state = $1 where id = $2'
    await tasman.administer(query, ['failed', delivery.id])
    expect((await tasmanCli([...replay, '--json'])).json()).toEqual([
      { delivery: delivery.id, event: 'company.created', status: 'sent again' },
    ])
    expect((await deliveries())[0].status).not.toBe('failed')
    expect((await tasmanCli(['events', 'replay'])).code).toBe(2)
    await api.delete(`/api/webhooks/${id}`)
  }, 60_000)

  it('moves the clock, and simulates', async () => {
    const company = await loadCafe()
    const before = (await tasmanCli(['clock', '--json'])).json()[0]?.now as string
    const after = (await tasmanCli(['clock', 'advance', '10m', '--json'])).json()[0]?.now as string
    expect(Date.parse(after) - Date.parse(before)).toBeGreaterThanOrEqual(600_000)
    const { token } = await tasman.clientFor('sandbox')
    vi.stubEnv('TASMAN_URL', tasman.base)
    vi.stubEnv('TASMAN_TOKEN', token)
    const moved = await tasmanCli(['clock', 'advance', '1h', '--json'])
    vi.unstubAllEnvs()
    expect(moved.code).toBe(0)
    expect(moved.notes).toContain('use a new token for the next command')
    await signIn('sandbox@demo.example')
    const runs = (await tasmanCli(['simulate', '-c', company, '--periods', '2', '--json'])).json()
    expect(runs).toHaveLength(2)
    expect(runs[0]).toMatchObject({ people: 6 })
  }, 60_000)

  it('uses the login of the server that --url names, or refuses; credentials stay with their server', async () => {
    const heard: (string | undefined)[] = []
    const other = createServer((request, response) => {
      heard.push(request.headers.authorization)
      response.setHeader('content-type', 'application/json').end('[]')
    }).listen(0, '127.0.0.1')
    await once(other, 'listening')
    onTestFinished(() => void other.close())
    onTestFinished(() => void vi.unstubAllEnvs())
    const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`

    const refused = await tasmanCli(['companies', '--url', url])
    expect([refused.code, refused.out]).toEqual([1, ''])
    expect(refused.notes).toContain(`You are not signed in at ${url}`)
    expect((await tasmanCli(['login', '--url', url])).notes).toContain('tasman login --profile <name>')
    const nowhere = ['--url', 'http://127.0.0.1:1', '--profile', 'nowhere']
    expect((await tasmanCli(['login', ...nowhere])).notes).toBe(
      'No Tasman service responds at http://127.0.0.1:1.',
    )
    const port = new URL(tasman.base).port
    expect((await tasmanCli(['webhooks', 'listen', '--port', port])).notes).toContain(
      `Port ${port} is in use.`,
    )
    expect((await tasmanCli([''])).notes).toContain('Unknown command: .')

    // The file of the earlier single login is the default profile. Another profile is written next to it.
    const kept = JSON.parse(readFileSync(join(folder, 'connection.json'), 'utf8'))
    mkdirSync(join(folder, 'profiles'), { recursive: true })
    const tokens = { ...kept.tokens, access_token: 'of-the-other', expires_at: Date.now() + 3_600_000 }
    writeFileSync(join(folder, 'profiles/other.json'), JSON.stringify({ ...kept, baseUrl: url, tokens }))
    expect((await tasmanCli(['profiles', '--json'])).json()).toEqual([
      { name: 'default', server: tasman.base, is_default: true },
      { name: 'other', server: url, is_default: false },
    ])
    expect((await tasmanCli(['companies', '--url', `${url}/`])).code).toBe(0)
    expect((await tasmanCli(['companies', '--profile', 'other'])).code).toBe(0)
    vi.stubEnv('TASMAN_PROFILE', 'other')
    expect((await tasmanCli(['companies'])).code).toBe(0)
    vi.stubEnv('TASMAN_PROFILE', '')
    expect(heard).toEqual(Array(3).fill('Bearer of-the-other'))
    for (const [line, code] of [
      [['--profile', 'other', '--url', tasman.base], 2],
      [['--profile', 'nobody'], 1],
      [['--profile', '../x'], 2],
      [['--url', 'http://me:hush@127.0.0.1'], 2],
      [['--url', 'me:hush@server'], 2],
    ] as const) {
      const said = await tasmanCli(['companies', ...line])
      expect([said.code, said.out], line.join(' ')).toEqual([code, ''])
      expect(said.notes).not.toContain('hush')
    }

    vi.stubEnv('TASMAN_TOKEN', 'of-the-environment')
    expect((await tasmanCli(['companies'])).notes).toContain('set TASMAN_URL')
    vi.stubEnv('TASMAN_URL', tasman.base)
    expect((await tasmanCli(['companies', '--url', url])).code).toBe(2)
    expect((await tasmanCli(['companies', '--profile', 'other'])).code).toBe(2)
    expect(heard).toHaveLength(3)
    vi.stubEnv('TASMAN_URL', url)
    expect((await tasmanCli(['companies'])).code).toBe(0)
    expect(heard.at(-1)).toBe('Bearer of-the-environment')
  })

  it('treats a damaged login as none, and ignores files that are no profiles', async () => {
    const other = mkdtempSync(join(tmpdir(), 'tasman-cli-'))
    vi.stubEnv('TASMAN_CONFIG', other)
    onTestFinished(() => {
      vi.unstubAllEnvs()
      rmSync(other, { recursive: true })
    })
    mkdirSync(join(other, 'profiles'))
    for (const [name, content] of [
      ['connection.json', 'null'],
      ['profiles/old copy.json', '{}'],
      ['profiles/half.json', '{"baseUrl": 7}'],
    ] as const)
      writeFileSync(join(other, name), content)
    expect((await tasmanCli(['profiles'])).out).toBe('None found.')
    expect((await tasmanCli(['companies'])).notes).toBe('You are not signed in: run `tasman login` first.')
  })

  it('ends the connection', async () => {
    await signIn('owner@demo.example')
    expect((await tasmanCli(['trigger', 'pay.created'])).notes).toContain('not a sandbox')
    expect((await tasmanCli(['logout'])).code).toBe(0)
    expect((await tasmanCli(['companies'])).notes).toContain('tasman login')
    expect((await tasmanCli(['logout'])).code).toBe(1)
  })
})
