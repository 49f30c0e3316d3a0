import { expect } from 'vitest'
import { currentCell, inCell, MAIN_CELL } from '../../src/database/current-cell.ts'
import { replayPays } from '../../src/features/pays/pays/index.ts'
import type { AnyJson, TestApp, TestClient } from './app.ts'
import { inTestCells } from './two-cells.ts'

/** A plain week of 38 ordinary hours. */
export function aWeek(employeeId: number, extra: object = {}): AnyJson {
  return {
    employee_id: employeeId,
    hours: [{ description: 'Ordinary hours', units: 'hours', value: 38 }],
    ...extra,
  }
}

/** Pays an employee. Returns the pay from the answer. */
export async function aPay(
  client: TestClient,
  companyId: number,
  payDate: string,
  pay: AnyJson,
): Promise<AnyJson> {
  const { status, body } = await client.put(`/api/company/${companyId}/pays/create?pay_date=${payDate}`, [
    pay,
  ])
  if (status !== 201) throw new Error(`aPay: ${status} ${JSON.stringify(body)}`)
  return body[0]
}

/** Invariants after every write: balances equal the sums of their movements, and every stored pay replays to the same figures. */
export async function expectInvariants(tasman: TestApp, employeeId: number): Promise<void> {
  const found = await inTestCells(async () => {
    const own = tasman.service.database.query
      .selectFrom('employees')
      .select('id')
      .where('id', '=', employeeId)
    return (await own.execute()).map(() => currentCell())
  })
  await inCell(found[0] ?? MAIN_CELL, () => expectInvariantsHere(tasman, employeeId))
}

async function expectInvariantsHere(tasman: TestApp, employeeId: number): Promise<void> {
  const { query } = tasman.service.database
  const employee = await query
    .selectFrom('employees')
    .selectAll()
    .where('id', '=', employeeId)
    .executeTakeFirstOrThrow()
  const sums = await query
    .selectFrom('leave_movements')
    .innerJoin('pays', 'pays.id', 'leave_movements.pay_id')
    .select(['balance', 'pays.status', (eb) => eb.fn.sum<string>('amount').as('total')])
    .where('leave_movements.employee_id', '=', employeeId)
    .groupBy(['balance', 'pays.status'])
    .execute()
  const total = (balance: string) => Number(sums.find((row) => row.balance === balance)?.total ?? 0)
  expect(sums.every((row) => row.status === 'processed')).toBe(true)
  expect({
    holiday: Number(employee.holiday_hours),
    sick: Number(employee.sick_hours),
    lsl: Number(employee.lsl_hours),
    weeks: Number(employee.annual_holidays_weeks),
    days: Number(employee.alt_holiday_days),
  }).toEqual({
    holiday: total('holiday'),
    sick:
      total('sick') +
      Number(employee.standard_hours_per_day) * total('sick_days') +
      total('sick_leave_hours'),
    lsl: total('lsl'),
    weeks: total('annual_holidays_weeks'),
    days: total('alt_holiday_days'),
  })
  for await (const { id, differences } of replayPays(query, tasman.service.rates, {
    companyId: employee.company_id,
  }))
    expect({ id, differences }).toEqual({ id, differences: [] })
}
