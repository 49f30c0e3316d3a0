import { sql } from 'kysely'
import type { Queryable, Tx } from '../../../database/connect.ts'
import { customerOf } from '../../../database/customer-of.ts'
import { isId } from '../../../database/ids.ts'
import type { Price } from './price.ts'

export type PayRateRow = {
  id: number
  description: string
  rate: string | null
  multiplier: string | null
  award_id: number | null
  award_name: string | null
  group_id: number | null
  group_name: string | null
}

export type RateEmployee = {
  pay_rate_id: number
  id: number
  number: string | null
  first_name: string
  last_name: string
}

const selectRates = (query: Queryable, companyId: number) =>
  query
    .selectFrom('company_pay_rates as rate')
    .leftJoin('awards', 'awards.id', 'rate.award_id')
    .leftJoin('pay_rate_groups as group', 'group.id', 'rate.group_id')
    .select([
      'rate.id',
      'rate.description',
      'rate.rate',
      'rate.multiplier',
      'rate.award_id',
      'awards.name as award_name',
      'rate.group_id',
      'group.name as group_name',
    ])
    .where('rate.company_id', '=', companyId)

/** The company's rates by award and classification. Rates without an award come last. */
export function listPayRates(query: Queryable, companyId: number): Promise<PayRateRow[]> {
  return selectRates(query, companyId)
    .orderBy(sql`lower(awards.name) nulls last`)
    .orderBy(sql`lower("group".name) nulls first`)
    .orderBy('rate.id')
    .execute()
}

/** Finds a rate of this company. Another company's rate is not found. */
export async function findPayRate(
  query: Queryable,
  companyId: number,
  rateId: number,
  options: { lock?: boolean } = {},
): Promise<PayRateRow | undefined> {
  if (!isId(rateId)) return undefined
  let select = selectRates(query, companyId).where('rate.id', '=', rateId)
  if (options.lock) select = select.forUpdate('rate')
  return select.executeTakeFirst()
}

/** The company rates listed for one employee. */
export function listPayRatesOf(
  query: Queryable,
  companyId: number,
  employeeId: number,
): Promise<PayRateRow[]> {
  return selectRates(query, companyId)
    .innerJoin('pay_rate_employees as link', 'link.pay_rate_id', 'rate.id')
    .where('link.employee_id', '=', employeeId)
    .orderBy('rate.id')
    .execute()
}

/** The employees for whom these rates are listed, by name and without deleted employees. */
export async function listRateEmployees(
  query: Queryable,
  rateIds: readonly number[],
): Promise<RateEmployee[]> {
  const { rows } = await sql<RateEmployee>`
    select link.pay_rate_id, employees.id, number, first_name, last_name
    from pay_rate_employees link
    join employees on employees.id = link.employee_id and not employees.is_deleted
    where link.pay_rate_id = any(${rateIds})
    order by last_name, first_name, employees.id`.execute(query)
  return rows
}

type NewRate = Price & { description: string; award_id: number | null; group_id: number | null }

export async function insertPayRate(tx: Tx, companyId: number, rate: NewRate, now: Date): Promise<number> {
  const { id } = await tx
    .insertInto('company_pay_rates')
    .values({
      ...rate,
      customer_id: await customerOf(tx, 'companies', companyId),
      company_id: companyId,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updatePayRate(tx: Tx, rateId: number, rate: NewRate, now: Date): Promise<void> {
  await tx
    .updateTable('company_pay_rates')
    .set({ ...rate, updated_at: now })
    .where('id', '=', rateId)
    .execute()
}

/** Deletes a rate of the company. Returns false if it does not exist. */
export async function deletePayRate(tx: Tx, companyId: number, rateId: number): Promise<boolean> {
  if (!isId(rateId)) return false
  const { numDeletedRows } = await tx
    .deleteFrom('company_pay_rates')
    .where('company_id', '=', companyId)
    .where('id', '=', rateId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Replaces the set of employees for whom the rate is listed. */
export async function listForEmployees(
  tx: Tx,
  rateId: number,
  employeeIds: readonly number[],
): Promise<void> {
  await sql`delete from pay_rate_employees
    where pay_rate_id = ${rateId} and employee_id <> all(${employeeIds}::int[])`.execute(tx)
  const customerId = await customerOf(tx, 'company_pay_rates', rateId)
  await sql`insert into pay_rate_employees (customer_id, pay_rate_id, employee_id)
    select ${customerId}::int, ${rateId}::int, unnest(${employeeIds}::int[]) on conflict do nothing`.execute(
    tx,
  )
}

/** Finds the award with this name, ignoring case, or creates it. */
export async function findOrMakeAward(tx: Tx, companyId: number, name: string): Promise<number> {
  await tx
    .insertInto('awards')
    .values({ customer_id: await customerOf(tx, 'companies', companyId), company_id: companyId, name })
    .onConflict((on) => on.doNothing())
    .execute()
  const { id } = await tx
    .selectFrom('awards')
    .select('id')
    .where('company_id', '=', companyId)
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .executeTakeFirstOrThrow()
  return id
}

/** Finds the classification with this name in the award (or without an award), or creates it. */
export async function findOrMakeGroup(
  tx: Tx,
  companyId: number,
  awardId: number | null,
  name: string,
): Promise<number> {
  await tx
    .insertInto('pay_rate_groups')
    .values({
      customer_id: await customerOf(tx, 'companies', companyId),
      company_id: companyId,
      award_id: awardId,
      name,
    })
    .onConflict((on) => on.doNothing())
    .execute()
  const { id } = await tx
    .selectFrom('pay_rate_groups')
    .select('id')
    .where('company_id', '=', companyId)
    .where(sql<boolean>`award_id is not distinct from ${awardId}`)
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .executeTakeFirstOrThrow()
  return id
}

/** Counts the company's draft pays with hours at this rate. */
export async function draftsPricedBy(tx: Tx, companyId: number, reference: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pays
    where company_id = ${companyId} and status = 'pending' and exists (
      select from pay_lines line
      where line.pay_id = pays.id and line.kind = 'hours' and line.details ->> 'rate_reference' = ${reference})`.execute(
    tx,
  )
  return rows[0]?.count ?? 0
}
