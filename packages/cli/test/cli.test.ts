import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LiveService, startLive } from '../../../test/support/live.ts'
import { authorize, createVisitor } from '../../../test/support/visitor.ts'
import { parseCsv } from '../src/import.ts'
import { run } from '../src/run.ts'

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

/** Runs a command line as the terminal would; `onOut` hears each line. */
async function tasmanCli(line: string[], onOut: (line: string) => void = () => {}): Promise<Said> {
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
    lines: async function* () {},
  })
  return { code, out: out.join('\n'), notes: notes.join('\n'), json: () => JSON.parse(out.join('')) }
}

/** Signs in as a person would: the browser part is done by a visitor, the way back is the real callback. */
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
    expect((await tasmanCli(['employees', 'list'])).notes).toBe('Say --company with a number.')
    const refused = await tasmanCli(['employees', 'list', '-c', '999999'])
    expect([refused.code, refused.notes]).toEqual([1, expect.stringContaining('No company found')])
    expect((await tasmanCli(['completion', 'bash'])).out).toContain('complete -F _tasman tasman')
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
  })

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
    expect((await tasmanCli(['trigger', 'pay.flown'])).notes).toContain('Events are')
  }, 120_000)

  it('moves the clock, and simulates', async () => {
    const company = await loadCafe()
    const before = (await tasmanCli(['clock', '--json'])).json()[0]?.now as string
    const after = (await tasmanCli(['clock', 'advance', '10m', '--json'])).json()[0]?.now as string
    expect(Date.parse(after) - Date.parse(before)).toBeGreaterThanOrEqual(600_000)
    const runs = (await tasmanCli(['simulate', '-c', company, '--periods', '2', '--json'])).json()
    expect(runs).toHaveLength(2)
    expect(runs[0]).toMatchObject({ people: 6 })
  }, 60_000)

  it('ends the connection', async () => {
    await signIn('owner@demo.example')
    expect((await tasmanCli(['trigger', 'pay.created'])).notes).toContain('not a sandbox')
    expect((await tasmanCli(['logout'])).code).toBe(0)
    expect((await tasmanCli(['companies'])).notes).toContain('tasman login')
  })
})
