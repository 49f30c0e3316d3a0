import { sql } from 'kysely'
import type { Queryable, Tx } from '../../../database/connect.ts'
import { customerOf } from '../../../database/customer-of.ts'
import { isId } from '../../../database/ids.ts'
import type { EmployeePayRate } from '../../../database/tables/pay-rates.ts'
import type { Price } from './price.ts'

type RateFields = Price & { description: string; units: string }

/** The individual rates of these employees, oldest first. */
export async function listOwnRatesOf(
  query: Queryable,
  employeeIds: readonly number[],
): Promise<EmployeePayRate[]> {
  return query
    .selectFrom('employee_pay_rates')
    .selectAll()
    .where(sql<boolean>`employee_id = any(${employeeIds})`)
    .orderBy('id')
    .execute()
}

/** Locks one rate of this employee until the transaction ends. Another employee's rate is not found. */
export async function lockOwnRate(
  tx: Tx,
  employeeId: number,
  rateId: number,
): Promise<EmployeePayRate | undefined> {
  if (!isId(rateId)) return undefined
  return tx
    .selectFrom('employee_pay_rates')
    .selectAll()
    .where('employee_id', '=', employeeId)
    .where('id', '=', rateId)
    .forUpdate()
    .executeTakeFirst()
}

export async function insertOwnRate(
  tx: Tx,
  employeeId: number,
  rate: RateFields,
  now: Date,
): Promise<EmployeePayRate> {
  return tx
    .insertInto('employee_pay_rates')
    .values({
      ...rate,
      customer_id: await customerOf(tx, 'employees', employeeId),
      employee_id: employeeId,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export function updateOwnRate(tx: Tx, rateId: number, rate: RateFields, now: Date): Promise<EmployeePayRate> {
  return tx
    .updateTable('employee_pay_rates')
    .set({ ...rate, updated_at: now })
    .where('id', '=', rateId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Deletes a rate of the employee. Returns false if it does not exist. */
export async function deleteOwnRate(tx: Tx, employeeId: number, rateId: number): Promise<boolean> {
  if (!isId(rateId)) return false
  const { numDeletedRows } = await tx
    .deleteFrom('employee_pay_rates')
    .where('employee_id', '=', employeeId)
    .where('id', '=', rateId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
