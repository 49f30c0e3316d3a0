import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCrew, CREW_COMPANY } from '../../support/desk.ts'
import { aCompany, anEmployee } from '../../support/make.ts'

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
