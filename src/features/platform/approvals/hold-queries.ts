import { sql } from 'kysely'
import type { Queryable, Tx } from '../../../database/connect.ts'
import type { AccountChange } from './account-change.ts'

/** The employees of the list who have at least one pay. */
export async function findWhoWasPaid(tx: Tx, employeeIds: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from unnest(${employeeIds}::int[]) id
    where exists (select from pays where pays.employee_id = id)`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

export async function insertHolds(
  tx: Tx,
  company: { id: number; customer_id: number },
  changes: readonly AccountChange[],
  now: Date,
  until: Date,
): Promise<void> {
  const rows = changes.flatMap(({ employeeId, payeeId, isSuper = false }) =>
    employeeId === undefined && payeeId === undefined
      ? []
      : {
          customer_id: company.customer_id,
          company_id: company.id,
          employee_id: employeeId ?? null,
          payee_id: payeeId ?? null,
          is_super: isSuper,
          changed_at: now,
          held_until: until,
        },
  )
  if (rows.length > 0) await tx.insertInto('account_holds').values(rows).execute()
}

/** Deductions of one employee that go to a payee and reference for the first time. */
export type NewPlace = {
  employee_id: number
  payee_id: number
  /** Empty: without a reference. */
  payee_reference: string
}

/** Holds these deductions back, and returns the ones that were not held before. */
export async function insertPlaceHolds(
  tx: Tx,
  company: { id: number; customer_id: number },
  places: readonly NewPlace[],
  now: Date,
  until: Date,
): Promise<NewPlace[]> {
  const { rows } = await sql<NewPlace>`
    insert into account_holds (customer_id, company_id, employee_id, payee_id, payee_reference, changed_at, held_until)
    select distinct ${company.customer_id}::int, ${company.id}::int, employee_id, payee_id, payee_reference,
      ${now}::timestamptz, ${until}::timestamptz
    from json_to_recordset(${JSON.stringify(places)}::json) as place (employee_id int, payee_id int, payee_reference text)
    where not exists (select from account_holds known where known.company_id = ${company.id}
      and known.employee_id = place.employee_id and known.payee_id = place.payee_id
      and known.payee_reference = place.payee_reference)
    returning employee_id, payee_id, payee_reference`.execute(tx)
  return rows
}

/** A change of email address within this number of days counts as part of the same attempt. */
const ADDRESS_DAYS = 30

/** Each employee's email address before its recent change. */
export async function findPreviousAddresses(
  tx: Tx,
  employeeIds: readonly number[],
): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; address: string | null }>`
    select e.id, coalesce((
      select change ->> 'before' from employee_history h, jsonb_array_elements(h.changes) change
      where h.employee_id = e.id and change ->> 'field' = 'email_address' and change ->> 'before' <> ''
        and h.at > (select max(at) from employee_history l where l.employee_id = e.id) - ${ADDRESS_DAYS} * interval '1 day'
      order by h.id limit 1), e.email_address) as address
    from employees e where e.id = any(${employeeIds}::int[])`.execute(tx)
  return new Map(rows.flatMap(({ id, address }) => (address ? [[id, address]] : [])))
}

export async function listOwners(tx: Tx, customerId: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('users')
    .select('email')
    .where('customer_id', '=', customerId)
    .where('role', '=', 'owner')
    .where('removed_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(({ email }) => email)
}

/**
 * The employees and payees whose payments, or whose contributions, are held back now, and until when. With a
 * reference, only the deductions of that employee for it.
 */
export function loadHolds(query: Queryable | Tx, companyId: number, now: Date, what: 'payments' | 'super') {
  return query
    .selectFrom('account_holds')
    .select(['employee_id', 'payee_id', 'payee_reference'])
    .select((e) => e.fn.max('held_until').as('held_until'))
    .where('company_id', '=', companyId)
    .where('is_super', '=', what === 'super')
    .where('held_until', '>', now)
    .groupBy(['employee_id', 'payee_id', 'payee_reference'])
    .execute()
}
