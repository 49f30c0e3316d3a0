import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { replayPays } from '../../../src/features/pays/pays/index.ts'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, employeeBody } from '../../support/make.ts'
import { aWeek } from '../../support/pays.ts'
import { isThorough } from '../../support/thorough.ts'

/** Enough for a worker and several chunks. CI creates as many as one call allows. */
const MANY = isThorough ? 10_000 : 3000
const HIRED_AT_ONCE = 1000

let tasman: TestApp
let owner: TestClient
let company: AnyJson
const employeeIds: number[] = []

beforeAll(async () => {
  tasman = await startTestApp()
  owner = await tasman.clientFor('owner')
  company = await aCompany(owner)
  while (employeeIds.length < MANY) {
    const people = Array.from({ length: HIRED_AT_ONCE }, () => employeeBody())
    const { body } = await owner.put(`/api/company/${company.id}/employees/create`, people)
    for (const { employee } of body) employeeIds.push(employee.id)
  }
  await giveEverybodyADeduction()
}, 240_000)
afterAll(() => tasman.close())

const create = (pays: AnyJson[], query: string) =>
  owner.put(`/api/company/${company.id}/pays/create?${query}`, pays)

/** A line that no request names: its ids are reserved while the call is running. */
async function giveEverybodyADeduction(): Promise<void> {
  const item = {
    description: 'Union',
    amount: '10.50',
    classification: 'UNION_FEES',
    auto_apply_to_pay: true,
  }
  await owner.post(`/api/employees/${employeeIds[0]}/deductions`, item)
  const { query } = tasman.service.database
  const { rows } = await sql<{ columns: string }>`
    select string_agg(column_name, ', ') as columns from information_schema.columns
    where table_name = 'standing_items' and column_name not in ('id', 'employee_id')`.execute(query)
  const columns = sql.raw(rows[0]?.columns ?? '')
  await sql`
    insert into standing_items (employee_id, ${columns})
    select e.id, ${columns} from standing_items i cross join (select id from employees where company_id = ${company.id}) e
    where e.id <> i.employee_id`.execute(query)
}

const count = async () => {
  const { rows } = await sql<{ pays: number; lines: number; line_ids: number; movements: number }>`
    select (select count(*)::int from pays where company_id = ${company.id}) as pays,
      (select count(*)::int from pay_lines) as lines,
      (select count(distinct id)::int from pay_lines) as line_ids,
      (select count(*)::int from leave_movements) as movements`.execute(tasman.service.database.query)
  return rows[0]
}

describe('a call with very many pays', () => {
  it('that fails at its last pay leaves nothing behind', async () => {
    const pays = employeeIds.slice(0, 1300).map((id) => aWeek(id))
    const broken = { description: 'Odd', units: 'hours', value: 1, rate_reference: 'employee:2147483647' }
    pays.push({ employee_id: employeeIds[1300], hours: [broken] })
    const { status, body } = await create(pays, 'pay_date=2026-10-02')
    expect(status).toBe(422)
    expect(body.detail).toContain('Pay 1300')
    expect(await count()).toEqual({ pays: 0, lines: 0, line_ids: 0, movements: 0 })
  })

  it(`creates ${MANY} of them, and answers in the order of the request`, async () => {
    // An employee who is paid twice, at both ends of the call: the second pay builds on the first.
    const order = [...employeeIds.slice(1).reverse(), employeeIds[0], employeeIds.at(-1)] as number[]
    const pays = order.map((id, index) =>
      aWeek(id, index === MANY ? { pay_department: 'Late' } : { pay_department: 'Early' }),
    )
    const { status, body } = await create(pays, 'pay_date=2026-10-09&redistribute_tax_by_gross=false')
    expect(status).toBe(201)
    expect(body.map((pay: AnyJson) => pay.employee_id)).toEqual(order)
    expect(body.every((pay: AnyJson) => pay.deductions[0]?.amount === 10.5)).toBe(true)
    const [early, late] = [body[0], body.at(-1)]
    expect(early).toMatchObject({ employee_id: employeeIds.at(-1), gross: 1520, pay_department: 'Early' })
    expect(late).toMatchObject({ employee_id: employeeIds.at(-1), gross: 1520, pay_department: 'Late' })
    expect(late.tax).toBeGreaterThan(early.tax)
    expect(await count()).toMatchObject({ pays: MANY + 1, lines: 2 * (MANY + 1), line_ids: 2 * (MANY + 1) })
  }, 120_000)

  it('moves the balance of everyone by the sum of the movements', async () => {
    const { rows } = await sql<{ off: number; employees: number }>`
      select count(*) filter (where e.holiday_hours <> m.holiday or e.sick_hours <> m.sick or e.lsl_hours <> m.lsl)::int as off,
        count(*)::int as employees
      from employees e join (
        select employee_id, sum(amount) filter (where balance = 'holiday') as holiday,
          sum(amount) filter (where balance = 'sick') as sick, sum(amount) filter (where balance = 'lsl') as lsl
        from leave_movements group by employee_id
      ) m on m.employee_id = e.id`.execute(tasman.service.database.query)
    expect(rows[0]).toEqual({ off: 0, employees: MANY })
  })

  it('stores what gives the same figures when it is calculated again', async () => {
    const { query } = tasman.service.database
    for await (const { id, differences } of replayPays(query, tasman.service.rates, {
      companyId: company.id,
    }))
      expect({ id, differences }).toEqual({ id, differences: [] })
  }, 60_000)
})
