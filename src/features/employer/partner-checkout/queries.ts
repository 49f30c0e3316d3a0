import { type Insertable, sql, type Updateable } from 'kysely'
import type { Queryable, Tx } from '../../../database/connect.ts'
import { lockCustomer } from '../../../database/customer-lock.ts'
import { isId } from '../../../database/ids.ts'
import type { CustomersTable } from '../../../database/tables/customers.ts'
import type { PartnerOrdersTable, PartnerTrialsTable } from '../../../database/tables/partner-checkout.ts'
import type { Country } from '../../../payroll/words.ts'
import type { FieldCipher } from '../../../security/field-encryption.ts'

/** A product with its figures as text. */
export async function findProduct(query: Queryable, productId: number) {
  if (!isId(productId)) return undefined
  return query
    .selectFrom('products')
    .selectAll()
    .where('id', '=', productId)
    .where('is_offered', '=', true)
    .executeTakeFirst()
}

export function listProducts(query: Queryable) {
  return query.selectFrom('products').selectAll().where('is_offered', '=', true).orderBy('id').execute()
}

/** Locks a client of this partner, so that its plan cannot change in the meantime. */
export async function lockClient(tx: Tx, partnerId: number, customerId: number) {
  if (!isId(customerId)) return undefined
  await lockCustomer(tx, customerId)
  return tx
    .selectFrom('partner_clients')
    .innerJoin('customers', 'customers.id', 'partner_clients.customer_id')
    .selectAll('partner_clients')
    .select([
      'customers.product_id',
      'customers.subscription',
      'customers.paid_through',
      'customers.default_company_id',
    ])
    .where('partner_clients.customer_id', '=', customerId)
    .where('partner_clients.partner_id', '=', partnerId)
    .forUpdate(['partner_clients', 'customers'])
    .executeTakeFirst()
}

/** Clients with this e-mail or tax number, of any reseller. */
export function findClients(
  query: Queryable,
  cipher: FieldCipher,
  by: { email?: string; country?: Country; taxNumber?: string },
) {
  const fingerprints = by.taxNumber ? cipher.fingerprints('partner_clients.tax_number', by.taxNumber) : []
  return query
    .selectFrom('partner_clients')
    .leftJoin('partner_trials', 'partner_trials.customer_id', 'partner_clients.customer_id')
    .select([
      'partner_clients.customer_id',
      'partner_clients.partner_id',
      'partner_clients.email',
      'partner_trials.id as trial_id',
    ])
    .where((where) =>
      where.or([
        ...(by.email ? [where('partner_clients.email', '=', by.email)] : []),
        ...(by.taxNumber && by.country
          ? [
              where.and([
                where.or([
                  where('partner_clients.tax_number_hash', 'in', fingerprints),
                  // Version 0.1 stored the number in plain text. A job encrypts it.
                  where('partner_clients.tax_number', '=', by.taxNumber),
                ]),
                where('partner_clients.country', '=', by.country),
              ]),
            ]
          : []),
      ]),
    )
    .execute()
}

export function findUserByEmail(query: Queryable, email: string) {
  return query
    .selectFrom('users')
    .select(['id', 'customer_id'])
    .where('email', '=', email)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
}

export function updateCustomer(
  tx: Tx,
  customerId: number,
  change: Updateable<CustomersTable> & { access_ended_at?: Date | null },
) {
  return tx.updateTable('customers').set(change).where('id', '=', customerId).execute()
}

export function insertTrial(tx: Tx, trial: Insertable<PartnerTrialsTable>) {
  return tx.insertInto('partner_trials').values(trial).returning('id').executeTakeFirstOrThrow()
}

export function insertOrder(tx: Tx, order: Insertable<PartnerOrdersTable>) {
  return tx.insertInto('partner_orders').values(order).returningAll().executeTakeFirstOrThrow()
}

/** The partner's trials with the client's name, newest first. */
export function selectTrials(query: Queryable, partnerId: number) {
  return query
    .selectFrom('partner_trials')
    .innerJoin('partner_clients', 'partner_clients.customer_id', 'partner_trials.customer_id')
    .selectAll('partner_trials')
    .select(['partner_clients.legal_name', 'partner_clients.email'])
    .where('partner_trials.partner_id', '=', partnerId)
    .orderBy('partner_trials.id', 'desc')
}

/** The partner's orders with the product's cap, newest first. */
export function selectOrders(query: Queryable, partnerId: number) {
  return query
    .selectFrom('partner_orders')
    .innerJoin('products', 'products.id', 'partner_orders.product_id')
    .selectAll('partner_orders')
    .select(['products.employee_cap'])
    .where('partner_orders.partner_id', '=', partnerId)
    .orderBy('partner_orders.id', 'desc')
}

/** Whether a client has used its free month, in a trial or with an earlier order. */
export async function hadFreeMonth(tx: Tx, customerId: number): Promise<boolean> {
  const trial = await tx
    .selectFrom('partner_trials')
    .select('id')
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
  const order = await tx
    .selectFrom('partner_orders')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('free_trial_month_applied', '=', true)
    .executeTakeFirst()
  return trial !== undefined || order !== undefined
}

/** Whether a client's trial was cancelled before it led to an order. */
export async function hasCancelledTrial(tx: Tx, customerId: number): Promise<boolean> {
  const trial = await tx
    .selectFrom('partner_trials')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('cancelled_at', 'is not', null)
    .where('converted_order_id', 'is', null)
    .executeTakeFirst()
  return trial !== undefined
}

/** The partner's clients with their plan, newest first. */
export function selectClients(query: Queryable, partnerId: number, part: { limit: number; offset: number }) {
  return query
    .selectFrom('partner_clients as pc')
    .innerJoin('customers as c', 'c.id', 'pc.customer_id')
    .leftJoin('products as p', 'p.id', 'c.product_id')
    .select(['pc.customer_id', 'pc.legal_name', 'pc.email', 'pc.country', 'c.subscription', 'c.paid_through'])
    .select(['c.created_at', 'c.cell', 'c.product_id', 'p.name as product_name'])
    .select(sql<number>`coalesce(c.employee_cap, p.employee_cap, 0)`.as('employee_cap'))
    .select(
      sql<boolean>`exists (select from users u where u.id = pc.handoff_allowed_by and u.role = 'owner'
        and u.removed_at is null)`.as('allows_session_handoff'),
    )
    .where('pc.partner_id', '=', partnerId)
    .orderBy('pc.customer_id', 'desc')
    .limit(part.limit)
    .offset(part.offset)
    .execute()
}
export type ClientRow = Awaited<ReturnType<typeof selectClients>>[number] & { employee_count: number }

/** Counts the current employees of these customers, who must share a cell. */
export async function countEmployees(
  query: Queryable,
  customerIds: readonly number[],
): Promise<Map<number, number>> {
  const { rows } = await sql<{ customer_id: number; count: number }>`
    select e.customer_id, count(*)::int as count from employees e join companies k on k.id = e.company_id
    where e.customer_id = any(${customerIds}::int[]) and k.deleted_at is null
      and not e.is_deleted and not e.is_terminated
    group by 1`.execute(query)
  return new Map(rows.map(({ customer_id, count }) => [customer_id, count]))
}

export async function findCell(tx: Tx, customerId: number): Promise<string> {
  const customer = tx.selectFrom('customers').select('cell').where('id', '=', customerId)
  return (await customer.executeTakeFirstOrThrow()).cell
}

/** Whether this customer is a client of the partner. */
export async function isClientOf(query: Queryable, partnerId: number, customerId: number): Promise<boolean> {
  if (!isId(customerId)) return false
  const row = await query
    .selectFrom('partner_clients')
    .select('customer_id')
    .where('customer_id', '=', customerId)
    .where('partner_id', '=', partnerId)
    .executeTakeFirst()
  return row !== undefined
}

/** Finds a client of the partner, with the owner who allowed the partner to open the account. */
export async function findHandoffClient(tx: Tx, partnerId: number, customerId: number) {
  if (!isId(customerId)) return undefined
  return tx
    .selectFrom('partner_clients as pc')
    .innerJoin('customers as c', 'c.id', 'pc.customer_id')
    .select(['pc.customer_id', 'c.access_ended_at', 'pc.handoff_allowed_by'])
    .where('pc.customer_id', '=', customerId)
    .where('pc.partner_id', '=', partnerId)
    .executeTakeFirst()
}
