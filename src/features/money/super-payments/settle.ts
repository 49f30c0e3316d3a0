import { countryOf, todayOf } from '../../../countries/index.ts'
import type { Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import { dayIn } from '../../../kernel/clock.ts'
import { conflict, invalid, notFound } from '../../../kernel/problem.ts'
import { ZERO } from '../../../kernel/values/money.ts'
import type { Service } from '../../../service.ts'
import { lockCompanyPays } from '../../pays/pays/index.ts'
import {
  insertLines,
  insertSettlement,
  openReturns,
  type Returns,
  recordReturns,
  requirePast,
} from '../payments/index.ts'
import { lineOf, requireContributionFile } from './contribution-files.ts'
import { isOwedBack, loadOwed, openOf, viewContribution } from './owed.ts'
import { findFile } from './queries.ts'
import type { Contribution, OverpaidSettle } from './schema.ts'
import { loadStillHeld } from './still-held-queries.ts'

/** Records the contributions of a file that a fund returned. Only those are open again. */
export const returnContributions = recordReturns(openReturnedContributions, 'fund')

/** Opens a contribution file of which contributions came back, inside a larger transaction. */
export async function openReturnedContributions(
  service: Service,
  tx: Tx,
  company: Company,
  id: number,
): Promise<Returns> {
  requireContributionFile(company)
  await lockCompanyPays(tx, company.id)
  const file = await findFile(tx, company.id, id)
  if (!file) throw notFound(`No contribution file of this company has the id ${id}.`)
  if (file.cancelled_at) throw conflict(`Contribution file ${id} is cancelled: it paid nothing.`)
  const madeOn = dayIn(countryOf(company.jurisdiction).timeZone, file.created_at)
  const held = await loadStillHeld(tx, service.cipher, company.id, id)
  const carrier = { column: 'super_file_id' as const, id, madeOn }
  const returns = await openReturns(service, tx, company, carrier, { held })
  const take: Returns['take'] = (body, options) => {
    if (body.items.some((item) => item.amount !== undefined))
      throw invalid(['body', 'items'], 'A contribution is returned in full: omit amount')
    return returns.take(body, options)
  }
  return { ...returns, take }
}

/**
 * Records that a fund refunded or carried over an overpayment for a pay, or that an open amount was paid
 * without a file.
 */
export async function settleSuper(
  service: Service,
  company: Company,
  userId: number,
  body: OverpaidSettle,
): Promise<Contribution[]> {
  requireContributionFile(company)
  return service.database.transaction(async (tx) => {
    await lockCompanyPays(tx, company.id)
    const own = (await loadOwed(service, tx, company.id, {})).filter(({ pay }) => pay.id === body.pay_id)
    const method = body.method ?? 'repaid'
    const isBack = method === 'repaid' || method === 'written-off'
    const meant = own.filter((each) => (isBack ? isOwedBack(each) : openOf(each).gt(ZERO)))
    if (meant.length === 0)
      throw conflict(
        isBack ? `No super of pay ${body.pay_id} is overpaid.` : `No super of pay ${body.pay_id} is open.`,
      )
    requirePast(service, company, 'settled_on', body.settled_on, meant[0]?.pay.processed_date ?? null)
    const settlement = await insertSettlement(tx, {
      customer_id: company.customer_id,
      company_id: company.id,
      method,
      settled_on: body.settled_on,
      reference: body.reference ?? null,
      created_by: userId,
      created_at: service.clock.now(),
    })
    const lines = meant.map((each) => lineOf(service.cipher, each, each.open))
    await insertLines(tx, company, { column: 'settlement_id', id: settlement }, lines)
    const today = todayOf(service, company)
    const after = await loadOwed(service, tx, company.id, {})
    return after.filter(({ pay }) => pay.id === body.pay_id).map((each) => viewContribution(each, today))
  })
}
