import { countryOf } from '../../../countries/index.ts'
import type { Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import type { Settlement } from '../../../database/tables/payments.ts'
import type { Caller } from '../../../http/caller.ts'
import { badRequest, conflict, invalid, notFound } from '../../../kernel/problem.ts'
import { type Decimal, decimal, smaller, sum, ZERO } from '../../../kernel/values/money.ts'
import { present } from '../../../kernel/values/present.ts'
import type { Service } from '../../../service.ts'
import { lockCompanyPays } from '../../pays/pays/index.ts'
import { ensureSnapshots } from '../../pays/snapshots/index.ts'
import type { Redirect, SetOff, SettleByHand } from './ledger-schema.ts'
import { type Item, isToRecover, loadItems } from './load-items.ts'
import { loadOfficesDue } from './office-deductions.ts'
import {
  endLines,
  findUnknownPays,
  insertLines,
  insertSettlement,
  listSettlements,
  type SettlementWithTotal,
} from './queries.ts'
import { approvePlaces } from './redirect-pays.ts'
import { loadRedirectedPays, type RedirectedPay } from './redirect-queries.ts'
import { redirectRows } from './redirect-rows.ts'
import { requirePast } from './value-date.ts'

type Settler = Pick<Caller, 'userId'>

/** Records money paid without a file: part of an item, or all of its open amount. */
export function settleByHand(
  service: Service,
  company: Company,
  caller: Settler,
  body: SettleByHand,
): Promise<SettlementWithTotal> {
  return inLedger(service, company, async (tx) => {
    const items = await requireItems(
      tx,
      company,
      body.items.map((item) => item.pay_id),
    )
    const lines = body.items.map((wanted) => {
      const item = items.find(
        (each) =>
          each.payId === wanted.pay_id &&
          each.kind === (wanted.kind ?? 'net') &&
          (wanted.party === undefined || each.party === wanted.party),
      )
      if (!item) throw badRequest(`Pay ${wanted.pay_id} owes nothing of this kind.`)
      return { item, amount: amountOf(item, wanted.amount) }
    })
    const repeated = lines.find(({ item }, index) => lines.findIndex((line) => line.item === item) !== index)
    if (repeated) throw badRequest(`Pay ${repeated.item.payId} of ${repeated.item.name} is named twice.`)
    const first = lines.map(({ item }) => item.payDate).sort()[0] ?? null
    requirePast(service, company, 'settled_on', body.settled_on, first)
    return store(service, tx, company, caller, { ...body, agreed_on: null, agreement: null }, lines)
  })
}

/** The whole open amount, or a part with the same sign. */
function amountOf(item: Item, wanted: number | string | undefined): Decimal {
  if (item.open.eq(ZERO)) throw conflict(`Pay ${item.payId} of ${item.name} has nothing open.`)
  if (wanted === undefined) return item.open
  const amount = decimal(String(wanted))
  const isBeyond = item.open.gt(ZERO)
    ? amount.gt(item.open) || !amount.gt(ZERO)
    : amount.lt(item.open) || !amount.lt(ZERO)
  if (isBeyond)
    throw badRequest(
      `For pay ${item.payId} of ${item.name}, ${item.open.toFixed(2)} is open: settle at most that${item.open.lt(ZERO) ? ' (below zero: money that comes back)' : ''}.`,
    )
  return amount
}

/** Deducts money to recover from the employee's open pays. The employee's agreement must be on record. */
export function setOff(
  service: Service,
  company: Company,
  caller: Settler,
  body: SetOff,
): Promise<SettlementWithTotal> {
  return inLedger(service, company, async (tx) => {
    const [owing] = (await requireItems(tx, company, [body.pay_id])).filter((item) => item.kind === 'net')
    if (!owing || !isToRecover(owing))
      throw conflict(`No part of pay ${body.pay_id}${owing ? ` of ${owing.name}` : ''} is to be recovered.`)
    const open = (await loadItems(tx, company.id, { employeeId: owing.employeeId })).filter(
      (item) =>
        item.kind === 'net' &&
        item.open.gt(ZERO) &&
        (body.against_pay_ids === undefined || body.against_pay_ids.includes(item.payId)),
    )
    const available = sum(open.map((item) => item.open))
    const most = smaller(ZERO.minus(owing.open), available)
    const wanted = body.amount === undefined ? most : decimal(String(body.amount))
    if (!wanted.gt(ZERO) || wanted.gt(most))
      throw badRequest(
        `${owing.name}: ${ZERO.minus(owing.open).toFixed(2)} is to be recovered and ${available.toFixed(2)} is open, so at most ${most.toFixed(2)} can be set off.`,
      )
    let left = wanted
    const lines = [{ item: owing, amount: ZERO.minus(wanted) }]
    for (const item of open) {
      const taken = smaller(left, item.open)
      if (taken.gt(ZERO)) lines.push({ item, amount: taken })
      left = left.minus(taken)
    }
    const { agreed_on, agreement } = body
    const about = {
      method: 'set-off' as const,
      settled_on: service.clock.today(countryOf(company.jurisdiction).timeZone),
    }
    return store(service, tx, company, caller, { ...about, agreed_on, agreement }, lines)
  })
}

/** Reverses a settlement: the amount is open again. */
export function reverseSettlement(
  service: Service,
  company: Company,
  id: number,
): Promise<SettlementWithTotal> {
  return inLedger(service, company, async (tx) => {
    const [settlement] = await listSettlements(tx, company.id, { id })
    if (!settlement) throw notFound(`No settlement of this company has the id ${id}.`)
    if (settlement.reversed_at) throw conflict(`Settlement ${id} is already reversed.`)
    await endLines(tx, { column: 'settlement_id', id })
    await tx
      .updateTable('settlements')
      .set({ reversed_at: service.clock.now() })
      .where('id', '=', id)
      .execute()
    return present((await listSettlements(tx, company.id, { id }))[0])
  })
}

/** Redirects the open amounts of these pays to the employees' current accounts or funds. */
export async function redirect(
  service: Service,
  company: Company,
  caller: Settler,
  body: Redirect,
): Promise<{ pay_id: number; employee_id: number; kind: Redirect['kind'] }[]> {
  const { kind } = body
  if (kind === 'payee') {
    const due = await loadOfficesDue(service, company)
    return inLedger(service, company, (tx) => redirectRows(service, tx, company, caller, body, due))
  }
  if (body.payee_id !== undefined || body.description !== undefined || body.payee_reference !== undefined)
    throw invalid(['body', 'kind'], 'payee_id, payee_reference and description belong to kind payee')
  return inLedger(service, company, async (tx) => {
    const unknown = await findUnknownPays(tx, company.id, body.pay_ids)
    if (unknown.length > 0) throw badRequest(`The company has no processed pay ${unknown.join(', ')}.`)
    const pays = await loadRedirectedPays(tx, company.id, body.pay_ids, kind)
    await requireOpen(tx, company, body.pay_ids, kind, pays)
    const employees = pays.map(({ employee_id: id, snapshot_id }) => ({ id, snapshot_id }))
    const snapshots = await ensureSnapshots(service, tx, company, employees)
    await approvePlaces(service, tx, company, kind, pays, snapshots, body.is_same_place ?? false)
    for (const pay of pays)
      await tx
        .insertInto('payment_redirects')
        .values({
          pay_id: pay.id,
          kind,
          customer_id: company.customer_id,
          company_id: company.id,
          snapshot_id: present(snapshots.get(pay.employee_id)),
          reason: body.reason ?? null,
          created_by: caller.userId,
          created_at: service.clock.now(),
        })
        .onConflict((on) =>
          on.columns(['pay_id', 'kind']).doUpdateSet((row) => ({
            snapshot_id: row.ref('excluded.snapshot_id'),
            reason: row.ref('excluded.reason'),
            created_by: row.ref('excluded.created_by'),
            created_at: row.ref('excluded.created_at'),
          })),
        )
        .execute()
    return pays.map((pay) => ({ pay_id: pay.id, employee_id: pay.employee_id, kind: body.kind }))
  })
}

/** Money that was sent is not redirected: it would be paid twice. */
async function requireOpen(
  tx: Tx,
  company: Company,
  payIds: readonly number[],
  kind: 'net' | 'super',
  pays: readonly RedirectedPay[],
): Promise<void> {
  if (kind === 'super') {
    const done = pays.find((pay) => !decimal(pay.open_super).gt(ZERO))
    if (done)
      throw conflict(
        `Pay ${done.id} of ${done.name} has no open super to be redirected. First record the amount that the fund returned.`,
      )
    return
  }
  const items = await loadItems(tx, company.id, { payIds })
  const done = items.find((item) => item.kind === 'net' && !item.open.gt(ZERO))
  if (done) throw conflict(`Pay ${done.payId} of ${done.name} has nothing open to be redirected.`)
}

/** Files, settlements and pays acquire the same lock, so that no item is sent twice. */
function inLedger<T>(service: Service, company: Company, work: (tx: Tx) => Promise<T>): Promise<T> {
  return service.database.transaction(async (tx) => {
    await lockCompanyPays(tx, company.id)
    return work(tx)
  })
}

async function requireItems(tx: Tx, company: Company, payIds: readonly number[]): Promise<Item[]> {
  const unknown = await findUnknownPays(tx, company.id, payIds)
  if (unknown.length > 0) throw badRequest(`The company has no processed pay ${unknown.join(', ')}.`)
  return loadItems(tx, company.id, { payIds })
}

async function store(
  service: Service,
  tx: Tx,
  company: Company,
  caller: Settler,
  about: Pick<Settlement, 'method' | 'settled_on' | 'agreed_on' | 'agreement'> & { reference?: string },
  lines: readonly { item: Item; amount: Decimal }[],
): Promise<SettlementWithTotal> {
  const id = await insertSettlement(tx, {
    customer_id: company.customer_id,
    company_id: company.id,
    method: about.method,
    settled_on: about.settled_on,
    reference: about.reference ?? null,
    agreed_on: about.agreed_on,
    agreement: about.agreement,
    created_by: caller.userId,
    created_at: service.clock.now(),
  })
  await insertLines(
    tx,
    company,
    { column: 'settlement_id', id },
    lines.map(({ item, amount }) => ({ ...item, amount: amount.toFixed() })),
  )
  return present((await listSettlements(tx, company.id, { id }))[0])
}
