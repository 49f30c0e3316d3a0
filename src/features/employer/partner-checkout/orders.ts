import type { Tx } from '../../../database/connect.ts'
import type { PartnerOrder } from '../../../database/tables/partner-checkout.ts'
import type { Caller } from '../../../http/caller.ts'
import { saying, timestamp } from '../../../http/view.ts'
import { badRequest, conflict, notFound } from '../../../kernel/problem.ts'
import { addMonths, civilDate } from '../../../kernel/values/dates.ts'
import { decimal } from '../../../kernel/values/money.ts'
import type { Country } from '../../../payroll/words.ts'
import type { Service } from '../../../service.ts'
import { fillCompany } from '../companies/index.ts'
import { createClient, detailsOf, type Identity, identify, moveClient, requireNewClient } from './clients.ts'
import { type Priced, type PricedProduct, priceOrder, priceUpgrade } from './pricing.ts'
import {
  findProduct,
  hadFreeMonth,
  hasCancelledTrial,
  insertOrder,
  lockClient,
  selectOrders,
  updateCustomer,
} from './queries.ts'
import type { Order, OrderCreate, OrderPlaced, UpgradeCreate } from './schema.ts'

const SECOND_TRIAL = 'This client has had its free trial; the order gets no free month.'

/** Orders a plan for a new client, or for the client of a trial. The caller rolls back a dry run. */
export async function placeOrder(
  service: Service,
  tx: Tx,
  caller: Caller,
  body: OrderCreate,
): Promise<OrderPlaced> {
  const identity = identify(body.customer, body.company)
  const product = await requireProduct(tx, body.order.product_id, identity.country)
  const today = service.clock.today()
  const wantsFreeMonth = body.order.add_free_trial_month ?? true

  const client =
    body.end_customer_id === undefined
      ? undefined
      : await requireClientToConvert(service, tx, caller, body.end_customer_id, identity)
  if (!client) await requireNewClient(service, tx, identity)
  const hadTrial = client !== undefined && (await hadFreeMonth(tx, client.customer_id))
  const hasFreeMonth = wantsFreeMonth && !hadTrial
  const price = priceOrder(product, hasFreeMonth)
  const paidThrough = addMonths(today, price.months)

  const details = {
    customer: body.customer,
    company: body.company,
    billingAddress: body.billing_address ?? body.company.billing_address,
  }
  const { customerId, companyId } = client
    ? {
        customerId: client.customer_id,
        companyId: isSameEntity(client, identity)
          ? client.default_company_id
          : await moveClient(service, tx, client.customer_id, identity, details),
      }
    : await createClient(service, tx, {
        partnerId: caller.customerId,
        orderedBy: caller.userId,
        identity,
        ...details,
        productId: product.id,
        subscription: 'active',
        paidThrough,
      })
  const order = await insertOrder(tx, {
    ...orderRow(caller, customerId, product.id, price),
    kind: 'order',
    previous_product_id: null,
    free_trial_month_applied: hasFreeMonth,
    starts_on: today,
    paid_through: paidThrough,
    created_at: service.clock.now(),
  })
  if (client && companyId !== null) await fillCompany(service, tx, companyId, detailsOf(details))
  if (client) {
    await updateCustomer(tx, customerId, {
      product_id: product.id,
      subscription: 'active',
      paid_through: paidThrough,
      access_ended_at: null,
    })
    await tx
      .updateTable('partner_trials')
      .set({ converted_order_id: order.id })
      .where('customer_id', '=', customerId)
      .execute()
  }
  const warnings = wantsFreeMonth && hadTrial ? [SECOND_TRIAL] : []
  return placed(order, product.employee_cap, companyId, warnings, body.dry_run ?? false)
}

/** Upgrades a client to a larger plan at once. The rest of the paid period is charged pro rata. */
export async function placeUpgrade(
  service: Service,
  tx: Tx,
  caller: Caller,
  body: UpgradeCreate,
): Promise<OrderPlaced> {
  const client = await lockClient(tx, caller.customerId, body.end_customer_id)
  if (!client) throw notFound('You have no such client.')
  const today = service.clock.today()
  if (
    client.subscription !== 'active' ||
    client.product_id === null ||
    !client.paid_through ||
    client.paid_through < today
  )
    throw conflict('The client has no active plan to upgrade. Place an order for it.')
  const current = await requireProduct(tx, client.product_id, client.country)
  const product = await requireProduct(tx, body.order.product_id, client.country)
  if (product.employee_cap <= current.employee_cap)
    throw badRequest(
      `Product ${product.id} is not an upgrade: it covers ${product.employee_cap} employees, the current plan ${current.employee_cap}.`,
    )
  const paidThrough = civilDate(client.paid_through)
  const order = await insertOrder(tx, {
    ...orderRow(caller, client.customer_id, product.id, priceUpgrade(current, product, today, paidThrough)),
    kind: 'upgrade',
    previous_product_id: current.id,
    free_trial_month_applied: false,
    starts_on: today,
    paid_through: paidThrough,
    created_at: service.clock.now(),
  })
  await updateCustomer(tx, client.customer_id, { product_id: product.id })
  return placed(order, product.employee_cap, client.default_company_id, [], body.dry_run ?? false)
}

/** Cancels an order. The plan ends, or for an upgrade the previous plan applies again. */
export function cancelOrder(
  service: Service,
  caller: Caller,
  orderId: number,
  reason: string | undefined,
): Promise<Order> {
  return service.database.transaction(async (tx) => {
    const order = await selectOrders(tx, caller.customerId)
      .where('partner_orders.id', '=', orderId)
      .forUpdate('partner_orders')
      .executeTakeFirst()
    if (!order) throw notFound('There is no such order.')
    if (order.cancelled_at) throw conflict('The order was already cancelled.')
    const later = await selectOrders(tx, caller.customerId)
      .where('partner_orders.customer_id', '=', order.customer_id)
      .where('partner_orders.id', '>', order.id)
      .where('cancelled_at', 'is', null)
      .executeTakeFirst()
    if (later) throw conflict(`Cancel the later ${later.kind} ${later.id} of this client first.`)
    const now = service.clock.now()
    await tx
      .updateTable('partner_orders')
      .set({ cancelled_at: now, cancel_reason: reason ?? null })
      .where('id', '=', order.id)
      .execute()
    await updateCustomer(
      tx,
      order.customer_id,
      order.kind === 'upgrade' ? { product_id: order.previous_product_id } : { subscription: 'cancelled' },
    )
    const view = viewOrder({ ...order, cancelled_at: now }, order.employee_cap)
    return saying(view, [
      order.kind === 'upgrade'
        ? `The client is back on product ${order.previous_product_id}.`
        : 'The client’s subscription is cancelled: it can read but no longer write.',
    ])
  })
}

/** An order as the API shows it. */
export function viewOrder(order: PartnerOrder, employeeCap: number): Order {
  return {
    order_id: order.id,
    customer_id: order.customer_id,
    kind: order.kind,
    status: order.cancelled_at ? 'cancelled' : 'active',
    product_id: order.product_id,
    previous_product_id: order.previous_product_id,
    employee_cap: employeeCap,
    currency: order.currency as 'AUD' | 'NZD',
    net: Number(order.net),
    gst: Number(order.gst),
    total: Number(order.total),
    months: order.months,
    free_trial_month_applied: order.free_trial_month_applied,
    starts_on: order.starts_on,
    paid_through: order.paid_through,
    created_at: timestamp(order.created_at),
  }
}

function placed(
  order: PartnerOrder,
  employeeCap: number,
  companyId: number | null,
  warnings: string[],
  dryRun: boolean,
): OrderPlaced {
  const view = { ...viewOrder(order, employeeCap), company_id: companyId, warnings, dry_run: dryRun }
  if (!dryRun) return view
  return { ...view, order_id: null, customer_id: null, company_id: null, status: 'preview', created_at: null }
}

function orderRow(caller: Caller, customerId: number, productId: number, price: Priced) {
  return {
    partner_id: caller.customerId,
    customer_id: customerId,
    product_id: productId,
    currency: price.currency,
    net: price.net.toFixed(2),
    gst: price.gst.toFixed(2),
    total: price.total.toFixed(2),
    months: price.months,
  }
}

async function requireProduct(
  tx: Tx,
  productId: number,
  country: Country,
): Promise<PricedProduct & { id: number; employee_cap: number }> {
  const product = await findProduct(tx, productId)
  if (!product) throw badRequest(`There is no product ${productId}.`)
  if (product.country !== country)
    throw badRequest(`Product ${productId} is for ${product.country}, the company is in ${country}.`)
  return {
    id: product.id,
    employee_cap: product.employee_cap,
    country: product.country,
    billing: product.billing,
    price: decimal(product.price),
  }
}

async function requireClientToConvert(
  service: Service,
  tx: Tx,
  caller: Caller,
  customerId: number,
  identity: Identity,
) {
  const locked = await lockClient(tx, caller.customerId, customerId)
  if (!locked) throw notFound('You have no such client.')
  const taxNumber = service.cipher.open('partner_clients.tax_number', customerId, locked.tax_number)
  const client = { ...locked, tax_number: taxNumber }
  if (client.email !== identity.email) throw conflict('customer.email is not the e-mail of this client.')
  // After a trial for the wrong entity was cancelled, the order may name the right one.
  if (!isSameEntity(client, identity) && !(await hasCancelledTrial(tx, customerId)))
    throw conflict('The tax number in company is not this client’s.')
  const running = await selectOrders(tx, caller.customerId)
    .where('partner_orders.customer_id', '=', customerId)
    .where('cancelled_at', 'is', null)
    .executeTakeFirst()
  if (running)
    throw conflict(`The client has the active order ${running.id}. Use an upgrade to change its plan.`)
  return client
}

const isSameEntity = (client: { country: string; tax_number: string }, identity: Identity) =>
  client.country === identity.country && client.tax_number === identity.taxNumber
