import { sql } from 'kysely'
import type { Queryable, Tx } from '../../../database/connect.ts'
import { isId } from '../../../database/ids.ts'
import type { Company } from '../../../database/tables/companies.ts'
import type { Payee } from '../../../database/tables/payments.ts'
import { notFound } from '../../../kernel/problem.ts'
import { present } from '../../../kernel/values/present.ts'
import { quoteName } from '../../../kernel/values/quote-name.ts'
import type { FieldCipher } from '../../../security/field-encryption.ts'
import type { Service } from '../../../service.ts'
import { checkCountry } from '../../employees/bank-accounts/index.ts'
import { requireAccountApproval, requireAccountReview } from '../../platform/approvals/index.ts'
import type { PayeeChange, PayeeCreate } from './ledger-schema.ts'

export function openPayee(cipher: FieldCipher, payee: Payee): string {
  return cipher.open('payees.account_number', payee.id, payee.account_number)
}

export function loadPayees(query: Queryable, ids: readonly number[]): Promise<Payee[]> {
  return query
    .selectFrom('payees')
    .selectAll()
    .where(sql<boolean>`id = any(${[...new Set(ids)]}::int[])`)
    .execute()
}

export function listPayees(query: Queryable, companyId: number): Promise<Payee[]> {
  return query
    .selectFrom('payees')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('archived_at', 'is', null)
    .orderBy('id')
    .execute()
}

/** Creates a payee for deductions. */
export function createPayee(service: Service, company: Company, input: PayeeCreate): Promise<Payee> {
  return service.database.transaction((tx) => createPayeeIn(service, tx, company, input))
}

/** Creates a payee inside a larger transaction. */
export async function createPayeeIn(
  service: Service,
  tx: Tx,
  company: Company,
  input: PayeeCreate,
): Promise<Payee> {
  const number = checkedAccount(company, input)
  const { rows } = await sql<{ id: number }>`select nextval('payees_id_seq')::int as id`.execute(tx)
  const { id } = present(rows[0])
  const payee = await tx
    .insertInto('payees')
    .values({
      id,
      customer_id: company.customer_id,
      company_id: company.id,
      kind: input.kind,
      name: input.name.trim(),
      bsb: input.bsb ?? null,
      account_number: service.cipher.seal('payees.account_number', id, number),
      created_at: service.clock.now(),
      archived_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const after = `${input.bsb ?? ''} ${number}`.trim()
  const change = { whose: `the payee ${quoteName(input.name.trim())}`, before: null, after, payeeId: id }
  await requireAccountApproval(service, tx, company, [change])
  return payee
}

/** The account number in the country's format. */
function checkedAccount(
  company: Company,
  input: Pick<PayeeCreate, 'name' | 'bsb' | 'account_number'>,
): string {
  const account = {
    rank: 1,
    account_name: input.name,
    bsb: input.bsb ?? null,
    account_number: input.account_number,
    reference: null,
    amount_type: 'REMAINDER' as const,
    amount: null,
  }
  const [checked = account] = checkCountry([account], company.jurisdiction)
  return checked.account_number
}

/** Changes a payee's name or account. Open money goes there from the next file on; existing files do not change. */
export function changePayee(
  service: Service,
  company: Company,
  id: number,
  change: PayeeChange,
): Promise<Payee> {
  return service.database.transaction(async (tx) => {
    const payee = isId(id)
      ? await tx
          .selectFrom('payees')
          .selectAll()
          .where('id', '=', id)
          .where('company_id', '=', company.id)
          .forUpdate()
          .executeTakeFirst()
      : undefined
    if (!payee) throw notFound('There is no such payee.')
    const account = {
      name: change.name ?? payee.name,
      bsb: change.bsb === undefined ? payee.bsb : change.bsb,
      account_number: change.account_number ?? openPayee(service.cipher, payee),
    }
    const number = checkedAccount(company, account)
    const before = `${payee.bsb ?? ''} ${openPayee(service.cipher, payee)}`.trim()
    const after = `${account.bsb ?? ''} ${number}`.trim()
    const whose = `the payee ${quoteName(payee.name)}`
    await requireAccountApproval(service, tx, company, [{ whose, before, after, payeeId: payee.id }])
    // An approver knows payees by their names.
    const name = account.name.trim()
    const detail = `the name ${quoteName(payee.name)} becomes ${quoteName(name)}`
    if (name !== payee.name)
      await requireAccountReview(tx, company, [{ whose, before, after: before, detail }])
    return tx
      .updateTable('payees')
      .set({
        name,
        bsb: account.bsb,
        account_number: service.cipher.seal('payees.account_number', payee.id, number),
        changed_at: service.clock.now(),
      })
      .where('id', '=', payee.id)
      .returningAll()
      .executeTakeFirstOrThrow()
  })
}

/** An archived payee accepts no new deductions, but open amounts are still paid. */
export async function archivePayee(service: Service, company: Company, id: number): Promise<void> {
  const archived = isId(id)
    ? await service.database.query
        .updateTable('payees')
        .set({ archived_at: service.clock.now() })
        .where('id', '=', id)
        .where('company_id', '=', company.id)
        .where('archived_at', 'is', null)
        .returning('id')
        .executeTakeFirst()
    : undefined
  if (!archived) throw notFound('There is no such payee.')
}
