import { payeeRefusal } from '../../../countries/payee-refusal.ts'
import type { Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import type { Payee } from '../../../database/tables/payments.ts'
import { recordAuditChange } from '../../../database/transaction-hooks.ts'
import type { Caller } from '../../../http/caller.ts'
import { badRequest, conflict, invalid } from '../../../kernel/problem.ts'
import { decimal, ZERO } from '../../../kernel/values/money.ts'
import { quoteName } from '../../../kernel/values/quote-name.ts'
import type { Service } from '../../../service.ts'
import { placeOf } from '../../pays/pays/index.ts'
import { requireAccountApproval } from '../../platform/approvals/index.ts'
import type { Redirect } from './ledger-schema.ts'
import { partyOf } from './load-items.ts'
import { type OfficeDue, refusePaidToOffice } from './office-deductions.ts'
import { listPayees, loadPayees, openPayee } from './payee-queries.ts'
import { returnedIt } from './redirect-pays.ts'
import { type DeductionRow, loadDeductionRows, storePayeeRedirect } from './redirect-queries.ts'

/**
 * Redirects a deduction row of these pays to another payee, or back to the original one. No part of the row
 * may have been sent yet.
 */
export async function redirectRows(
  service: Service,
  tx: Tx,
  company: Company,
  caller: Pick<Caller, 'userId'>,
  body: Redirect,
  due: readonly OfficeDue[],
): Promise<{ pay_id: number; employee_id: number; kind: 'payee' }[]> {
  const { payee_id: payeeId, description } = body
  if (payeeId === undefined) throw invalid(['body', 'payee_id'], 'payee_id is required with kind payee')
  if (description === undefined)
    throw invalid(
      ['body', 'description'],
      'description is required with kind payee: it names the deduction row',
    )
  const payee = (await listPayees(tx, company.id)).find(({ id }) => id === payeeId)
  if (!payee) throw badRequest(`The company has no payee ${payeeId}.`)
  const rows = await loadDeductionRows(tx, company.id, body.pay_ids, description)
  const missing = body.pay_ids.find((id) => !rows.some((row) => row.pay_id === id))
  if (missing !== undefined)
    throw badRequest(`Pay ${missing} has no processed deduction "${description}" in this company.`)
  for (const { name, pay_id, classes } of rows) {
    const refusal = classes.flatMap((each) => payeeRefusal(company.jurisdiction, each) ?? [])[0]
    if (refusal) throw badRequest(`"${description}" of ${name} in pay ${pay_id}: ${refusal}.`)
  }
  const sent = rows.find((row) => !decimal(row.sent).eq(ZERO))
  if (sent)
    throw conflict(
      `"${description}" of ${sent.name} was already sent with pay ${sent.pay_id}. Record it as returned, or cancel the file, before you redirect it.`,
    )
  await refusePaidToOffice(tx, company, rows, due)
  const to = { payee, reference: body.payee_reference ?? null }
  await approveRows(service, tx, company, body, rows, to)
  for (const { pay_id } of rows)
    await storePayeeRedirect(tx, {
      pay_id,
      description,
      customer_id: company.customer_id,
      company_id: company.id,
      payee_id: payeeId,
      payee_reference: body.payee_reference ?? null,
      reason: body.reason ?? null,
      created_by: caller.userId,
      created_at: service.clock.now(),
    })
  return rows.map(({ pay_id, employee_id }) => ({ pay_id, employee_id, kind: 'payee' }))
}

/**
 * A redirect changes where money goes, as a new bank account does. So it needs the same proof and approval, and is held
 * for a day where the company holds changed accounts. A payee whose account returned the amount is refused, unless the
 * request confirms that the account is correct.
 */
async function approveRows(
  service: Service,
  tx: Tx,
  company: Company,
  { description = '', is_same_place: isSamePlace = false }: Redirect,
  rows: readonly DeductionRow[],
  to: { payee: Payee; reference: string | null },
): Promise<void> {
  const groups = [...Map.groupBy(rows, (row) => row.party)]
  const ids = groups.flatMap(([party]) => (party === null ? [] : partyOf(party).payeeId))
  const payees = new Map((await loadPayees(tx, ids)).map((payee) => [payee.id, payee]))
  const accountOf = (payee: Payee) => `${payee.bsb ?? ''} ${openPayee(service.cipher, payee)}`.trim()
  const named = (payee: Payee | undefined, reference: string | null) =>
    payee ? placeOf({ payee: payee.name, reference }) : 'no payee'
  const changes = groups.map(([party, own]) => {
    const from = party === null ? null : partyOf(party)
    const payee = from ? payees.get(from.payeeId) : undefined
    const [before, after] = [named(payee, from?.reference ?? null), named(to.payee, to.reference)]
    const pays = own.map((row) => row.pay_id)
    const isSame =
      payee && accountOf(payee) === accountOf(to.payee) && (from?.reference ?? null) === to.reference
    const back = isSame && !isSamePlace ? own.find((row) => row.is_returned) : undefined
    if (back) throw returnedIt(`"${description}" of ${back.name} in pay ${back.pay_id}`, 'account')
    recordAuditChange(
      `Deduction "${description}" of pay ${pays.join(', ')}`,
      { payee: before },
      { payee: after },
    )
    return {
      whose: `the deduction "${description.replaceAll('"', "'")}" of ${own.map((row) => quoteName(row.name)).join(', ')}`,
      before: payee ? accountOf(payee) : null,
      after: accountOf(to.payee),
      payeeId: to.payee.id,
      ...(before === after ? {} : { detail: `${before} becomes ${after}` }),
    }
  })
  await requireAccountApproval(service, tx, company, changes)
}
