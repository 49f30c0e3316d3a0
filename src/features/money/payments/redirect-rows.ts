import type { Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import type { Caller } from '../../../http/caller.ts'
import { badRequest, conflict, invalid } from '../../../kernel/problem.ts'
import { decimal, ZERO } from '../../../kernel/values/money.ts'
import type { Service } from '../../../service.ts'
import type { Redirect } from './ledger-schema.ts'
import { listPayees } from './payee-queries.ts'
import { loadDeductionRows, storePayeeRedirect } from './redirect-queries.ts'

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
): Promise<{ pay_id: number; employee_id: number; kind: 'payee' }[]> {
  const { payee_id: payeeId, description } = body
  if (payeeId === undefined) throw invalid(['body', 'payee_id'], 'payee_id is required with kind payee')
  if (description === undefined)
    throw invalid(
      ['body', 'description'],
      'description is required with kind payee: it names the deduction row',
    )
  if (!(await listPayees(tx, company.id)).some(({ id }) => id === payeeId))
    throw badRequest(`The company has no payee ${payeeId}.`)
  const rows = await loadDeductionRows(tx, company.id, body.pay_ids, description)
  const missing = body.pay_ids.find((id) => !rows.some((row) => row.pay_id === id))
  if (missing !== undefined)
    throw badRequest(`Pay ${missing} has no processed deduction "${description}" in this company.`)
  const sent = rows.find((row) => !decimal(row.sent).eq(ZERO))
  if (sent)
    throw conflict(
      `"${description}" of ${sent.name} was already sent with pay ${sent.pay_id}. Record it as returned, or cancel the file, before you redirect it.`,
    )
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
