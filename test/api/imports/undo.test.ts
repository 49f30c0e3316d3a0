import { afterAll, beforeAll, expect, it } from 'vitest'
import { forgetOldRecords } from '../../../src/features/workflows/retention/index.ts'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee, employeeBody } from '../../support/make.ts'

/* An import of employees is recorded with what it did, and can be undone until pays were made with it. */

let tasman: TestApp
let owner: TestClient
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-07-08T00:00:00' })
  owner = await tasman.clientFor('owner')
})
afterAll(() => tasman.close())

let numbers = 0

/** A file that changes Mia and creates Tom. */
async function anImport() {
  const company = await aCompany(owner)
  const [miaNumber, tomNumber] = [`M${++numbers}`, `T${numbers}`]
  const mia = await anEmployee(owner, company.id, {
    ...{ first_name: 'Mia', last_name: 'Brown', number: miaNumber, city: 'Perth', position: 'Cook' },
  })
  tasman.clock.advance(2000)
  const base = `/api/company/${company.id}`
  const rows = [
    { number: miaNumber, city: 'Hobart', position: 'Chef', phone_mobile: '0400 000 000' },
    { ...employeeBody(), first_name: 'Tom', last_name: 'Lee', number: tomNumber },
  ]
  const send = (query = '') => owner.post(`${base}/imports/employees?named_by_field=true${query}`, rows)
  const { status, body } = await send('&file_name=people.xlsx')
  expect([status, body.totals]).toEqual([200, expect.objectContaining({ create: 1, update: 1 })])
  const employees = async () => (await owner.get(`${base}/employees`)).body as AnyJson[]
  const tom = (await employees()).find(({ number }) => number === tomNumber)
  const undo = (client = owner) => client.post(`${base}/past-imports/${body.import_id}/undo`)
  const pay = async (id: number, query = '') => {
    const made = await owner.put(`${base}/pays/create?pay_date=2026-07-10${query}`, [
      { employee_id: id, hours: [{ description: 'Ordinary', units: 'hours', value: 8 }] },
    ])
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    return made.body[0].id as number
  }
  return { base, mia, tom, send, undo, pay, employees, id: body.import_id as number }
}

it('is listed with whom it created and changed; a dry run and other kinds are not', async () => {
  const { base, send, id } = await anImport()
  expect((await send('&dry_run=true')).body).toMatchObject({ is_stored: false, import_id: null })
  const { body } = await owner.get(`${base}/past-imports`)
  expect(body).toEqual([
    {
      ...{
        id,
        kind: 'employees',
        file_name: 'people.xlsx',
        created: 1,
        changed: 1,
        drafted: 0,
        undone_at: null,
      },
      ...{ created_at: expect.any(String), created_by: expect.any(String) },
    },
  ])
  const other = await tasman.clientFor('other')
  expect((await other.get(`${base}/past-imports`)).status).toBe(403)
})

it('is undone as a whole: new people are deleted, changed ones get their values back', async () => {
  const { base, mia, send, undo, employees } = await anImport()
  await owner.patch(`${base}/employees/update`, [{ id: mia.id, position: 'Head chef' }])
  expect(await undo()).toMatchObject({ status: 200, body: { deleted: 1, restored: 1 } })
  expect(await employees()).toMatchObject([
    // What was changed again since then stays.
    { id: mia.id, city: 'Perth', position: 'Head chef', phone_mobile: null },
  ])
  expect(await undo()).toMatchObject({
    status: 409,
    body: { detail: 'This import has already been undone.' },
  })
  expect((await owner.get(`${base}/past-imports`)).body).toMatchObject([{ undone_at: expect.any(String) }])
  // The numbers are free again.
  expect((await send()).body.totals).toMatchObject({ create: 1, update: 1 })
})

it('is refused with the names when pays were made with it, and then changes nothing', async () => {
  const { mia, tom, undo, pay, employees } = await anImport()
  const before = await employees()
  const pays = [await pay(mia.id), await pay(tom?.id)]
  const refused = await undo()
  expect(refused.status).toBe(409)
  expect(refused.body.detail).toContain(`Mia Brown (pay ${pays[0]} of 2026-07-10)`)
  expect(refused.body.detail).toContain(`Tom Lee (pay ${pays[1]} of 2026-07-10)`)
  const after = await employees()
  expect(after.map(({ city, position }) => [city, position])).toEqual(
    before.map(({ city, position }) => [city, position]),
  )
})

it('does not mind pays of changed people from before', async () => {
  const company = await aCompany(owner)
  const base = `/api/company/${company.id}`
  const mia = await anEmployee(owner, company.id, { number: `E${++numbers}`, city: 'Perth' })
  await owner.put(`${base}/pays/create?pay_date=2026-07-03`, [
    { employee_id: mia.id, hours: [{ description: 'Ordinary', units: 'hours', value: 8 }] },
  ])
  tasman.clock.advance(2000)
  const sent = await owner.post(`${base}/imports/employees?named_by_field=true`, [
    { number: `E${numbers}`, city: 'Hobart' },
  ])
  expect((await owner.post(`${base}/past-imports/${sent.body.import_id}/undo`)).status).toBe(200)
  expect((await owner.get(`/api/employees/${mia.id}`)).body.city).toBe('Perth')
})

it('keeps numbers that only the last digits are known of, and says so', async () => {
  const company = await aCompany(owner)
  const base = `/api/company/${company.id}`
  const mia = await anEmployee(owner, company.id, { number: `K${++numbers}`, tax_file_number: '865414088' })
  const sent = await owner.post(`${base}/imports/employees?named_by_field=true`, [
    { number: `K${numbers}`, city: 'Hobart', tax_file_number: '459599230' },
  ])
  const { body } = await owner.post(`${base}/past-imports/${sent.body.import_id}/undo`)
  expect(body).toMatchObject({ restored: 1 })
  expect(body.warnings.join()).toContain('Tax, account and member numbers stay as they were imported')
  const stored = (await owner.get(`/api/employees/${mia.id}`)).body
  expect([stored.city, stored.tax_file_number]).toEqual([mia.city, '459599230'])
})

it('has the rows of a file that were imported later as a part', async () => {
  const { base, mia, undo, employees, id } = await anImport()
  const rows = [
    { ...employeeBody(), first_name: 'Zoe', last_name: 'Ho', number: `Z${++numbers}` },
    { number: mia.number, city: 'Darwin' },
  ]
  const send = (query: string) => owner.post(`${base}/imports/employees?named_by_field=true${query}`, rows)
  expect((await send('&part_of=999999')).status).toBe(400)
  expect((await send(`&part_of=${id}`)).body).toMatchObject({ is_stored: true, import_id: id })
  expect((await owner.get(`${base}/past-imports`)).body).toMatchObject([{ id, created: 2, changed: 1 }])
  expect(await undo()).toMatchObject({ status: 200, body: { deleted: 2, restored: 1 } })
  expect(await employees()).toMatchObject([{ id: mia.id, city: 'Perth' }])
  expect((await send(`&part_of=${id}`)).status).toBe(400)
})

it('is found in its own company only', async () => {
  const { id } = await anImport()
  const elsewhere = await aCompany(owner)
  expect((await owner.post(`/api/company/${elsewhere.id}/past-imports/${id}/undo`)).status).toBe(404)
})

it('is forgotten after the retention time, except while it can still be undone', async () => {
  const [undone, paid, open] = [await anImport(), await anImport(), await anImport()]
  expect((await undone.undo()).status).toBe(200)
  await paid.pay(paid.mia.id)
  const { pool } = tasman.service.database
  const ids = [undone.id, paid.id, open.id]
  const known = async () =>
    (await pool.query('select id from imports where id = any($1) order by id', [ids])).rows.map(
      ({ id }) => id,
    )
  tasman.clock.set(new Date('2033-07-07T00:00:00Z'))
  await forgetOldRecords(tasman.service)
  expect(await known()).toEqual(ids)
  tasman.clock.set(new Date('2033-07-12T00:00:00Z'))
  await forgetOldRecords(tasman.service)
  expect(await known()).toEqual([open.id])
  const rows = 'select distinct import_id as id from import_rows where import_id = any($1)'
  expect((await pool.query(rows, [ids])).rows).toEqual([{ id: open.id }])
  owner = await tasman.clientFor('owner')
  expect((await open.undo()).status).toBe(200)
})
