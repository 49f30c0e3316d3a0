import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HAPPENED } from '../../../src/features/workflows/happenings/words.ts'
import { mentionedIn } from '../../../src/features/workflows/notes/mentions.ts'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { mailsTo } from '../../support/mail.ts'
import { aCompany, anEmployee } from '../../support/make.ts'
import { aPay, aWeek } from '../../support/pays.ts'
import { personOfAccount } from '../trust/two-people.ts'

/* Notes on people and runs, mentions of colleagues, and activity since yesterday. */

let tasman: TestApp
let owner: TestClient
let member: TestClient
let reader: TestClient
let company: AnyJson
let employee: AnyJson
let pay: AnyJson
const url = (rest = '') => `/api/company/${company.id}${rest}`

beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-11-18T02:00:00' })
  owner = await tasman.clientFor('owner')
  member = await personOfAccount(tasman, 'kim@demo.example', 'member')
  reader = await personOfAccount(tasman, 'rea@demo.example', 'reader')
  company = await aCompany(owner)
  employee = await anEmployee(owner, company.id)
  pay = await aPay(owner, company.id, '2026-11-13', aWeek(employee.id))
}, 60_000)
afterAll(() => tasman.close())

describe('mentions', () => {
  const people = [
    { id: 1, name: 'Kim Lee' },
    { id: 2, name: 'Kim Lee Wong' },
    { id: 3, name: 'Ana' },
  ]
  it.each([
    ['@Kim Lee please look', [1]],
    ['ask @kim lee wong, or @ANA.', [2, 3]],
    ['@Kim Leeson and kim@ana.example', []],
    ['no one', []],
  ])('of %j', (text, ids) => {
    expect(mentionedIn(text, people).map(({ id }) => id)).toEqual(ids)
  })
})

describe('notes', () => {
  it('name a colleague, who gets a mail without the text and sees it in a list', async () => {
    const text = 'Back on Monday, paid leave until then.\n@kim please check the hours.'
    const made = await owner.post(url('/notes'), { employee_id: employee.id, text })
    expect([made.status, made.body.about, made.body.mentions]).toEqual([201, 'Mia Nguyen', ['kim']])
    const [mail] = await mailsTo(tasman.service, 'kim@demo.example')
    expect(mail?.subject).toMatch(/mentioned you in a note on Mia Nguyen$/)
    expect(mail?.text).toContain(`/app/companies/${company.id}/employees/${employee.id}`)
    expect(mail?.text).not.toContain('paid leave')
    const [mention] = (await member.get('/api/mentions')).body
    expect([mention.text, mention.company, mention.is_seen]).toEqual([text, company.legal_name, false])
    expect((await owner.get('/api/mentions')).body).toEqual([])
    expect((await member.post('/api/mentions/seen')).status).toBe(204)
    expect((await member.get('/api/mentions')).body[0].is_seen).toBe(true)
    // Stored encrypted, and the audit log does not repeat it.
    const row = await tasman.service.database.query.selectFrom('notes').selectAll().executeTakeFirstOrThrow()
    expect(row.text).not.toContain('Monday')
    const [entry] = (await owner.get('/api/audit-log?action=createNote')).body
    expect(entry.changes).toEqual([{ about: 'Note on Mia Nguyen', fields: { note: [null, 'written'] } }])
  })

  it('are on a run, read by everyone with access, and deleted by who wrote them or a manager', async () => {
    const run = { pay_run_id: pay.pay_run_id, text: 'Two people late.' }
    const numbers = await member.post(url('/notes'), { ...run, text: 'TFN 123 456 782, from 2026-11-01.' })
    expect(numbers.body.text).toBe('TFN 123 456 782, from 2026-11-01.')
    expect((await reader.get(url('/notes'))).body[0].text).toBe('TFN ***782, from 2026-11-01.')
    expect((await owner.delete(url(`/notes/${numbers.body.id}`))).status).toBe(204)
    const made = await member.post(url('/notes'), run)
    expect([made.status, made.body.about]).toEqual([201, 'the pay run to 15 Nov 2026'])
    const own = (await reader.get(url(`/notes?pay_run_id=${pay.pay_run_id}`))).body
    expect(own.map((note: AnyJson) => [note.text, note.author, note.can_delete])).toEqual([
      ['Two people late.', 'kim', false],
    ])
    expect((await reader.post(url('/notes'), run)).status).toBe(403)
    const owners = await owner.post(url('/notes'), { ...run, text: 'Seen.' })
    expect((await member.delete(url(`/notes/${owners.body.id}`))).status).toBe(403)
    expect((await owner.delete(url(`/notes/${made.body.id}`))).status).toBe(204)
    expect((await owner.delete(url(`/notes/${made.body.id}`))).status).toBe(404)
    expect((await reader.get(url('/colleagues'))).body.map(({ name }: AnyJson) => name)).toContain('kim')
  })

  it('are read page by page, and so are mentions and what happened', async () => {
    for (const text of ['One. @kim', 'Two. @kim', 'Three. @kim'])
      expect((await owner.post(url('/notes'), { employee_id: employee.id, text })).status).toBe(201)
    /** Every page of two, joined. */
    const paged = async (client: TestClient, path: string): Promise<AnyJson[]> => {
      const rows: AnyJson[] = []
      for (;;) {
        const before = rows.length === 0 ? '' : `&before=${rows.at(-1)?.id}`
        const { body } = await client.get(`${path}${path.includes('?') ? '&' : '?'}limit=2${before}`)
        if (body.length === 0) return rows
        rows.push(...body)
      }
    }
    for (const path of [url('/notes'), url(`/notes?employee_id=${employee.id}`), url('/happenings')]) {
      const all = (await reader.get(path)).body as AnyJson[]
      expect(all.length).toBeGreaterThan(2)
      expect(await paged(reader, path)).toEqual(all)
    }
    expect((await member.get('/api/mentions')).body).toHaveLength(4)
    expect(await paged(member, '/api/mentions')).toEqual((await member.get('/api/mentions')).body)
  })

  it('refuse what is about nothing, about both, or about another customer’s', async () => {
    const other = await tasman.clientFor('other')
    const foreign = await anEmployee(other, (await aCompany(other)).id)
    const wrong = [
      [{ text: 'x' }, 400],
      [{ text: 'x', employee_id: employee.id, pay_run_id: pay.pay_run_id }, 400],
      [{ text: 'x', employee_id: foreign.id }, 400],
      [{ text: 'x', pay_run_id: 99_999 }, 404],
      [{ text: '  ', employee_id: employee.id }, 422],
    ] as const
    for (const [body, status] of wrong)
      expect([body, (await owner.post(url('/notes'), body)).status]).toEqual([body, status])
    expect((await other.get(url('/notes'))).status).toBe(403)
    expect((await other.get(url('/happenings'))).status).toBe(403)
  })
})

describe('what happened', () => {
  it('is told in words to everyone who may read the company, without previews', async () => {
    const hours = [{ description: 'Ordinary hours', units: 'hours', value: 30 }]
    await owner.put(url(`/pays/${pay.id}?dry_run=true`), { hours })
    const before = (await reader.get(url('/happenings'))).body as AnyJson[]
    expect(before.map(({ what }) => what)).not.toContain('corrected a pay')
    await member.put(url(`/pays/${pay.id}`), { hours })
    const [latest, ...rest] = (await reader.get(url('/happenings'))).body as AnyJson[]
    expect([latest?.who, latest?.what]).toEqual(['kim', 'corrected a pay'])
    expect(latest?.about).toBe('Mia Nguyen, 2026-11-13')
    expect(rest.map(({ what }) => what)).toEqual(
      expect.arrayContaining(['wrote a note', 'made a pay', 'added an employee']),
    )
    expect(rest.find(({ what }) => what === 'added an employee')?.about).toBe('Mia Nguyen')
    expect((await reader.get(url('/happenings?since=2026-11-19'))).body).toEqual([])
    expect((await reader.get(url('/happenings?since=2025-01-01'))).status).toBe(400)
  })

  it('names whom and what it was about once, without ids and kinds of records', async () => {
    const one = await anEmployee(owner, company.id, { first_name: 'Noah', last_name: 'of Tran' })
    const account = {
      account_name: 'Noah',
      bsb: '062000',
      account_number: '12345678',
      amount_type: 'REMAINDER',
    }
    await owner.put(`/api/employees/${one.id}/bank-accounts`, [account])
    await owner.post(url('/allowances'), {
      description: 'Tools of trade',
      amount: 5,
      allowance_category: 'TD',
    })
    const all = (await reader.get(url('/happenings'))).body as AnyJson[]
    const about = (what: string) => all.find((each) => each.what === what)?.about
    expect(about('added an employee')).toBe('Noah of Tran')
    expect(about('changed bank accounts')).toBe('Noah of Tran')
    expect(about('added an allowance')).toBe('“Tools of trade”')
    const abouts = all.map((each) => String(each.about ?? ''))
    expect(abouts.filter((text) => /\d, |employee|[(_]/i.test(text))).toEqual([])
  })

  it('has the end of an employment, and not its preview', async () => {
    const body = { termination_date: '2026-11-16', pay_date: '2026-11-20' }
    const path = `/api/employees/${employee.id}/terminate`
    const preview = await owner.post(`${path}?dry_run=true`, body)
    expect(preview.status, JSON.stringify(preview.body)).toBe(200)
    const told = async () =>
      ((await reader.get(url('/happenings'))).body as AnyJson[]).map(({ what }) => what as string)
    expect(await told()).not.toContain('ended an employment')
    expect((await owner.post(path, body)).status).toBe(200)
    expect(await told()).toContain('ended an employment')
  })

  /** Not listed: settings of people and applications, and reads. */
  const UNTOLD = new Set([
    ...['deleteCompany', 'changeCompanyRules', 'revealEmployeeNumbers', 'revealCompanyNumbers'],
    ...[
      'putImportColumns',
      'checkHolidaysActHistory',
      'getHolidaysActHistoryLetter',
      'previewCorrection',
      'createCalendarFeed',
    ],
    ...['revokeCalendarFeed', 'createReportView', 'putReportView', 'deleteReportView', 'putReportDelivery'],
    ...['deleteReportDelivery', 'deleteNote'],
  ])

  it('has words for every write in a company, or says that it is not told', async () => {
    const { body: document } = await owner.get('/api/openapi.json')
    const writes = Object.entries(document.paths as Record<string, AnyJson>)
      .filter(([path]) => /\{(company|employee)_id\}/.test(path))
      .flatMap(([, item]) =>
        Object.entries(item as Record<string, AnyJson>)
          .filter(([method]) => method !== 'get')
          .map(([, operation]) => operation.operationId as string),
      )
    expect(writes.filter((name) => !HAPPENED.has(name) && !UNTOLD.has(name))).toEqual([])
    expect([...HAPPENED.keys()].filter((name) => !writes.includes(name))).toEqual([])
    for (const what of HAPPENED.values()) expect(what).not.toMatch(/[a-z][A-Z]|_/)
  })
})
