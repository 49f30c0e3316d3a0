import type { Tx } from '../../../database/connect.ts'
import type { PartnerTrial } from '../../../database/tables/partner-checkout.ts'
import type { Caller } from '../../../http/caller.ts'
import { saying, timestamp } from '../../../http/view.ts'
import { conflict, notFound } from '../../../kernel/problem.ts'
import { addMonths, type CivilDate, civilDate, daysBetween } from '../../../kernel/values/dates.ts'
import type { Service } from '../../../service.ts'
import { callersOf } from '../../access/oauth/index.ts'
import { createClient, identify, requireNewClient } from './clients.ts'
import { saleIn } from './pricing.ts'
import { insertTrial, selectTrials, updateCustomer } from './queries.ts'
import type { Trial, TrialCreate } from './schema.ts'

type TrialRow = PartnerTrial & { legal_name: string; email: string }

/** Starts a free month for a new client: creates the customer and company, and sends a link to set a password. */
export async function startTrial(service: Service, tx: Tx, caller: Caller, body: TrialCreate) {
  const identity = identify(body.customer, body.company)
  await requireNewClient(service, tx, identity)
  const today = service.clock.today()
  const endsOn = addMonths(today, 1)
  const { customerId, companyId } = await createClient(service, tx, {
    partnerId: caller.customerId,
    orderedBy: caller.userId,
    identity,
    customer: body.customer,
    company: body.company,
    billingAddress: body.company.billing_address,
    productId: saleIn(identity.country).trialProduct,
    subscription: 'trial',
    paidThrough: endsOn,
  })
  const { id } = await insertTrial(tx, {
    partner_id: caller.customerId,
    customer_id: customerId,
    started_on: today,
    ends_on: endsOn,
    created_at: service.clock.now(),
  })
  const row = await selectTrials(tx, caller.customerId)
    .where('partner_trials.id', '=', id)
    .executeTakeFirstOrThrow()
  return { ...viewTrial(row, today), company_id: companyId }
}

/** Lists the partner's trials, newest first. */
export async function listTrials(
  service: Service,
  caller: Caller,
  { status, limit, offset }: { status?: Trial['status']; limit: number; offset: number },
): Promise<Trial[]> {
  const today = service.clock.today()
  let select = selectTrials(service.database.query, caller.customerId).limit(limit).offset(offset)
  if (status === 'cancelled') select = select.where('cancelled_at', 'is not', null)
  if (status === 'active')
    select = select
      .where('cancelled_at', 'is', null)
      .where('converted_order_id', 'is', null)
      .where('ends_on', '>=', today)
  if (status === 'expired')
    select = select
      .where('cancelled_at', 'is', null)
      .where((where) => where.or([where('converted_order_id', 'is not', null), where('ends_on', '<', today)]))
  return (await select.execute()).map((row) => viewTrial(row, today))
}

/** Cancels a trial opened for the wrong business. Access ends at once, and the records are kept. */
export async function cancelTrial(
  service: Service,
  caller: Caller,
  trialId: number,
  reason: string | undefined,
): Promise<Trial> {
  const today = service.clock.today()
  const trial = await service.database.transaction(async (tx) => {
    const row = await selectTrials(tx, caller.customerId)
      .where('partner_trials.id', '=', trialId)
      .forUpdate('partner_trials')
      .executeTakeFirst()
    if (!row) throw notFound('There is no such trial.')
    if (row.cancelled_at) throw conflict('The trial was already cancelled.')
    if (statusOf(row, today) !== 'active') throw conflict('The trial has ended; there is nothing to cancel.')
    const now = service.clock.now()
    await tx
      .updateTable('partner_trials')
      .set({ cancelled_at: now, cancel_reason: reason ?? null })
      .where('id', '=', row.id)
      .execute()
    await updateCustomer(tx, row.customer_id, { subscription: 'cancelled', access_ended_at: now })
    return viewTrial({ ...row, cancelled_at: now }, today)
  })
  callersOf(service.database).forget('customer', trial.customer_id)
  return saying(trial, ['People of this client can no longer sign in; its records stay.'])
}

function statusOf(trial: PartnerTrial, today: CivilDate): Trial['status'] {
  if (trial.cancelled_at) return 'cancelled'
  return trial.converted_order_id !== null || trial.ends_on < today ? 'expired' : 'active'
}

function viewTrial(row: TrialRow, today: CivilDate): Trial {
  const status = statusOf(row, today)
  return {
    subscription_trial_id: row.id,
    customer_id: row.customer_id,
    legal_name: row.legal_name,
    email: row.email,
    status,
    started_on: row.started_on,
    ends_on: row.ends_on,
    days_remaining: status === 'active' ? daysBetween(today, civilDate(row.ends_on)) : 0,
    converted: row.converted_order_id !== null,
    converted_order_id: row.converted_order_id,
    created_at: timestamp(row.created_at),
  }
}
