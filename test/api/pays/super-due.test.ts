import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'

let tasman: TestApp
let owner: TestClient
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-11-15T00:00:00' })
  owner = await tasman.clientFor('owner')
})
afterAll(() => tasman.close())

async function dueDates(payDates: string[], start_date = '2026-06-22'): Promise<(string | null)[]> {
  const company = await aCompany(owner)
  const employee = await anEmployee(owner, company.id, { start_date })
  const hours = [{ description: 'Ordinary', units: 'hours', value: 38 }]
  for (const date of payDates) {
    const path = `/api/company/${company.id}/pays/create?pay_date=${date}`
    expect((await owner.put(path, [{ employee_id: employee.id, hours }])).status).toBe(201)
  }
  const rows = await tasman.service.database.query
    .selectFrom('pays')
    .select('super_due_date')
    .where('employee_id', '=', employee.id)
    .orderBy('processed_date')
    .execute()
  return rows.map((row) => row.super_due_date)
}

it('the first contribution has 20 business days, and covers the paydays that would fall due before it', async () => {
  // 18 October + 20 business days = 13 November. Melbourne Cup day, 3 November, is not a holiday in the whole
  // of Victoria.
  const dates = await dueDates(['2026-10-18', '2026-10-25', '2026-11-01', '2026-11-08'], '2026-10-12')
  expect(dates).toEqual(['2026-11-13', '2026-11-13', '2026-11-13', '2026-11-17'])
})

it('a quarter that fell due later by the old rule extends nothing', async () => {
  const dates = await dueDates(['2026-06-28', '2026-07-05'])
  expect(dates).toEqual(['2026-07-28', '2026-07-14'])
})

it('the first pay that is stored of someone who started long ago is no first contribution', async () => {
  expect(await dueDates(['2026-11-01'], '2019-02-04')).toEqual(['2026-11-10'])
})

it('someone who returns to a new employment has a first contribution again, and not where service continued', async () => {
  const company = await aCompany(owner)
  const hours = [{ description: 'Ordinary', units: 'hours', value: 38 }]
  const dueAfter = async (reinstated: object): Promise<string | null | undefined> => {
    const { id } = await anEmployee(owner, company.id, { start_date: '2026-08-03' })
    const pay = (date: string) =>
      owner.put(`/api/company/${company.id}/pays/create?pay_date=${date}`, [{ employee_id: id, hours }])
    expect((await pay('2026-08-09')).status).toBe(201)
    const ending = { termination_date: '2026-08-14', pay_date: '2026-08-14' }
    expect((await owner.post(`/api/employees/${id}/terminate`, ending)).status).toBe(200)
    const back = await owner.post(`/api/employees/${id}/reinstate`, {
      start_date: '2026-09-28',
      ...reinstated,
    })
    expect(back.status).toBe(200)
    expect((await pay('2026-10-02')).status).toBe(201)
    const rows = await tasman.service.database.query
      .selectFrom('pays')
      .select('super_due_date')
      .where('employee_id', '=', id)
      .orderBy('id', 'desc')
      .execute()
    return rows[0]?.super_due_date
  }
  // 5 October is a holiday of whole states, and so is 3 November: 2 October + 20 business days is 2 November, + 7 is 14 October.
  expect(await dueAfter({})).toBe('2026-11-02')
  expect(await dueAfter({ is_continuous: true })).toBe('2026-10-14')
})

it('the first contribution to a new fund has 20 business days, a fund that was paid before has 7', async () => {
  const company = await aCompany(owner)
  const { id } = await anEmployee(owner, company.id, { start_date: '2019-02-04' })
  const hours = [{ description: 'Ordinary', units: 'hours', value: 38 }]
  const moveTo = async (...usis: string[]) => {
    const funds = usis.map((usi) => ({
      fund_type: 'APRA',
      fund_name: usi,
      usi,
      percentage: 100 / usis.length,
    }))
    expect((await owner.put(`/api/employees/${id}/super-funds`, funds)).status).toBe(200)
  }
  const dueOf = async (date: string) => {
    const path = `/api/company/${company.id}/pays/create?pay_date=${date}`
    expect((await owner.put(path, [{ employee_id: id, hours }])).status).toBe(201)
    const row = await tasman.service.database.query
      .selectFrom('pays')
      .select(['id', 'super_due_date'])
      .where('employee_id', '=', id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    return row.super_due_date
  }
  await moveTo('AMP0195AU')
  expect(await dueOf('2026-08-07')).toBe('2026-08-18')
  await moveTo('STA0100AU')
  // 14 August + 20 business days. The next payday would be due on 1 September, and shares the extended date.
  expect([await dueOf('2026-08-14'), await dueOf('2026-08-21')]).toEqual(['2026-09-11', '2026-09-11'])
  const proof = await owner.get(`/api/company/${company.id}/proof?from_date=2026-08-14&to_date=2026-08-14`)
  expect(proof.body.open_points.find(({ kind }: { kind: string }) => kind === 'super').sentence).toContain(
    'It must reach the fund by 2026-09-11.',
  )
  // A fund that stays has the usual seven days, and so does a fund that was paid before.
  await moveTo('STA0100AU', 'HOS0100AU')
  expect(await dueOf('2026-09-04')).toBe('2026-09-15')
  await moveTo('AMP0195AU')
  expect(await dueOf('2026-09-11')).toBe('2026-09-22')
})
