import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCrew, CREW_COMPANY } from '../../support/desk.ts'
import { aCompany, anEmployee } from '../../support/make.ts'
import { aPay as aNzPay, anEmployer, aWorker } from '../payday-filing/story.ts'
import { aPay, aPayer } from '../single-touch/story.ts'

let tasman: TestApp
let owner: TestClient
let cafe: AnyJson
let ferry: AnyJson

beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-11-02T00:00:00' })
  owner = await tasman.clientFor('owner')
  cafe = await aCompany(owner, { legal_name: 'Cafe Pty Ltd' })
  ferry = await aCompany(owner, { legal_name: 'Ferry Ltd', jurisdiction: 'NZ' })
  const mia = await anEmployee(owner, cafe.id)
  const aroha = await anEmployee(owner, ferry.id, { country: 'NZ', first_name: 'Aroha' })
  const hours = [{ description: 'Ordinary', units: 'hours', value: 38 }]
  for (const [company, person] of [
    [cafe, mia],
    [ferry, aroha],
  ] as const) {
    const path = `/api/company/${company.id}/pays/create?pay_date=2026-10-25`
    const { status, raw } = await owner.put(path, [{ employee_id: person.id, hours }])
    expect([status, raw.toString().slice(0, 300)]).toEqual([201, expect.any(String)])
  }
  const other = await tasman.clientFor('other')
  await anEmployee(other, (await aCompany(other, { legal_name: 'Not yours' })).id)
}, 60_000)
afterAll(() => tasman.close())

const work = async (query = '', client = owner) => (await client.get(`/api/work${query}`)).body
const keys = (body: AnyJson): string[] => body.items.map((item: AnyJson) => `${item.company_id} ${item.key}`)

describe('GET /api/work', () => {
  it('has what each company owes, as its own list says, and its next runs', async () => {
    const { items, total, companies_behind: behind } = await work('?limit=500')
    expect([items.length, behind]).toEqual([total, 0])
    for (const { id } of [cafe, ferry]) {
      const own: AnyJson[] = (await owner.get(`/api/company/${id}/obligations`)).body
      const owed = own
        .filter(({ status }) => ['open', 'overdue', 'under-way'].includes(status))
        .filter(({ kind }) => kind !== 'stp-finalisation')
      const found = items.filter((item: AnyJson) => item.company_id === id && item.kind === 'obligation')
      const shown = (rows: AnyJson[], kind: string) =>
        rows.map((row) => [row[kind], row.due_date, row.status, row.amount]).sort()
      expect(shown(found, 'what')).toEqual(shown(owed, 'kind'))
      const [run]: AnyJson[] = (await owner.get(`/api/company/${id}/upcoming-pay-runs`)).body
      expect(items.find((item: AnyJson) => item.company_id === id && item.kind === 'pay-run')).toMatchObject({
        due_date: run.pay_date,
        status: run.is_late ? 'overdue' : 'open',
        people: 1,
      })
    }
    expect(JSON.stringify(items)).not.toContain('Not yours')
    expect(items.map((item: AnyJson) => item.due_date)).toEqual(
      items.map((item: AnyJson) => item.due_date).toSorted(),
    )
  })

  it('has periods in which no one was paid, and people who were held back, by name', async () => {
    const company = await aCompany(owner, { ...CREW_COMPANY, legal_name: 'Gap Pty Ltd' })
    const api = `/api/company/${company.id}`
    const { body: made } = await owner.put(`${api}/employees/create`, aCrew(2))
    const [held, other] = made.map(({ employee }: AnyJson) => employee)
    const hours = [{ description: 'Ordinary', units: 'hours', value: 38 }]
    for (const day of ['2026-10-04', '2026-10-18'])
      await owner.put(
        `${api}/pays/create?pay_date=${day}`,
        [held, other].map(({ id }) => ({ employee_id: id, hours })),
      )
    const own = await work(`?company_id=${company.id}&kind=obligation&limit=500`)
    const skipped = own.items.filter((item: AnyJson) => item.what === 'skipped-period')
    expect(skipped.map((item: AnyJson) => item.due_date)).toEqual(['2026-10-11'])
    const lodged = await owner.post(`/api/single-touch/${company.id}/submit-stp-pays`, {
      from_date: '2026-10-18',
      to_date: '2026-10-18',
      hold_back: [held.id],
    })
    expect([lodged.status, lodged.body]).toEqual([201, expect.anything()])
    const { items } = await work(`?company_id=${company.id}&kind=held-back`)
    expect(items).toMatchObject([
      {
        title: `Held back from the report of 2026-10-18: ${held.first_name} ${held.last_name}`,
        people: 1,
        status: 'overdue',
        submission_id: lodged.body.id,
      },
    ])
  })

  it('has what an authority still holds and should not, as the list of the company says', async () => {
    const payer = await aPayer(owner)
    const employer = await anEmployer(owner)
    const [mia, tui] = [await anEmployee(owner, payer.id), await aWorker(owner, employer.id)]
    const gone = await aPay(owner, payer.id, mia.id, '2026-10-25')
    const kept = await aNzPay(owner, employer.id, tui.id, '2026-10-25')
    await owner.post(`/api/single-touch/${payer.id}/submit-stp-pays`, { pay_ids: [gone.id] })
    await owner.post(`/api/payday-filing/${employer.id}/submit`, { pay_ids: [kept.id] })
    await owner.delete(`/api/company/${payer.id}/pays/${gone.id}`)
    await owner.patch(`/api/company/${employer.id}`, {
      ...{ ird_number: '35901981', identity_change: 'correction' },
    })
    for (const { id } of [payer, employer]) {
      const own: AnyJson[] = (await owner.get(`/api/company/${id}/obligations?status=open`)).body
      const [due] = own.filter(({ kind }) => ['stp-update', 'payday-amendment'].includes(kind))
      expect((await work(`?company_id=${id}&kind=obligation`)).items).toContainEqual(
        expect.objectContaining({ what: due.kind, status: 'open', due_date: due.due_date, people: 1 }),
      )
    }
  })

  it('has the child support and PAYG of a company as its own list says, by payday where much is withheld', async () => {
    const payer = await aPayer(owner)
    const mia = await anEmployee(owner, payer.id)
    const row = { description: 'Notice', amount: 60, classification: 'CHILD_SUPPORT_DEDUCTION' }
    for (const day of ['2026-10-16', '2026-10-25'])
      await aPay(owner, payer.id, mia.id, day, {
        ...{ deductions: [row], hours: [{ description: 'Ordinary hours', units: 'hours', value: 40_000 }] },
      })
    const own: AnyJson[] = (await owner.get(`/api/company/${payer.id}/obligations`)).body
    const { items } = await work(`?company_id=${payer.id}&kind=obligation&limit=500`)
    for (const kind of ['child-support', 'payg-withholding']) {
      const shown = (rows: AnyJson[], name: string) =>
        rows.filter((each) => each[name] === kind).map((each) => [each.due_date, each.amount, each.status])
      expect(shown(own, 'kind').length).toBeGreaterThan(0)
      expect(shown(items, 'what')).toEqual(shown(own, 'kind'))
    }
  })

  it('has a refused report until a later one is about the same people, on whatever day', async () => {
    const payer = await aPayer(owner)
    const mia = await anEmployee(owner, payer.id)
    const pay = await aPay(owner, payer.id, mia.id, '2026-10-25')
    await owner.post(`/api/single-touch/${payer.id}/submit-stp-pays`, { pay_ids: [pay.id] })
    await owner.put(`/api/company/${payer.id}/pays/${pay.id}`, {
      hours: [{ description: 'Ordinary hours', units: 'hours', value: 30 }],
    })
    const { ports } = tasman.service
    const real = ports.lodgement
    ports.lodgement = {
      ...real,
      send: async () => ({ state: 'rejected', receipt: null, notes: [] }),
    }
    await owner.post(`/api/single-touch/${payer.id}/update`, { year: 2027 })
    ports.lodgement = real
    const refused = async () => (await work(`?company_id=${payer.id}&kind=lodgement`)).items
    expect(await refused()).toMatchObject([{ status: 'failed', people: 1 }])
    const hours = (value: number) => ({ hours: [{ description: 'Ordinary hours', units: 'hours', value }] })
    await owner.put(`/api/company/${payer.id}/pays/${pay.id}`, hours(38))
    expect(await refused()).toEqual([])
    await owner.put(`/api/company/${payer.id}/pays/${pay.id}`, hours(20))
    expect(await refused()).toHaveLength(1)
    tasman.clock.advance(86_400_000)
    owner = await tasman.clientFor('owner')
    await owner.post(`/api/single-touch/${payer.id}/update`, { year: 2027 })
    expect(await refused()).toEqual([])
  })

  it('pages by cursor, each entry once, and filters', async () => {
    const all = keys(await work('?limit=500'))
    const paged: string[] = []
    for (let after: string | null = ''; after !== null; ) {
      const body: AnyJson = await work(`?limit=2${after && `&after=${encodeURIComponent(after)}`}`)
      paged.push(...keys(body))
      after = body.next
    }
    expect(paged).toEqual(all)
    const late = await work('?status=overdue')
    expect(late.items.every((item: AnyJson) => item.due_date < '2026-11-03')).toBe(true)
    expect(keys(await work(`?company_id=${ferry.id}`))).toEqual(
      all.filter((key) => key.startsWith(`${ferry.id} `)),
    )
    expect((await work('?from_date=2099-01-01')).items).toEqual([])
    expect((await owner.get('/api/work?assignee=x')).status).toBe(422)
  })

  it('assigns, annotates and snoozes', async () => {
    const [first] = (await work()).items
    const { officers } = await work()
    const about = { company_id: first.company_id, key: first.key }
    const noted = await owner.put('/api/work-notes', {
      ...about,
      assignee_id: officers[0].id,
      note: 'Asked.',
    })
    expect(noted).toMatchObject({ status: 200, body: { ...about, note: 'Asked.', snoozed_until: null } })
    expect((await work('?assignee=me')).items).toMatchObject([{ ...about, note: 'Asked.' }])
    expect(keys(await work('?assignee=none'))).not.toContain(`${first.company_id} ${first.key}`)
    await owner.put('/api/work-notes', { ...about, snoozed_until: '2026-11-09' })
    expect(keys(await work())).not.toContain(`${first.company_id} ${first.key}`)
    expect((await work('?is_snoozed=true')).items).toMatchObject([{ ...about, note: 'Asked.' }])
    await owner.put('/api/work-notes', { ...about, snoozed_until: null })
    expect(keys(await work())).toContain(`${first.company_id} ${first.key}`)
  })

  it('takes no note about another customer’s company, nor for a stranger', async () => {
    const stranger = await tasman.clientFor('other')
    const body = { company_id: cafe.id, key: 'request:1', note: 'x' }
    expect(await stranger.put('/api/work-notes', body)).toMatchObject({ status: 404 })
    expect((await owner.put('/api/work-notes', { ...body, assignee_id: 999999 })).status).toBe(400)
    expect(keys(await work('', stranger)).some((key) => key.startsWith(`${cafe.id} `))).toBe(false)
  })
})
