import { sql } from 'kysely'
import type { Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import type { FieldCipher } from '../../../security/field-encryption.ts'

/** The numbers that identify a company to the authorities. */
type Identity = Pick<Company, 'id' | 'customer_id' | 'abn' | 'branch_number' | 'ird_number'>

/**
 * Moves earlier lodgements to a former identity when the company's numbers change. If the old numbers were wrong, their
 * pays must be lodged again. Returns the number of those pays, or null if nothing was lodged. If the company returns to
 * earlier numbers, they become current again.
 */
export async function storeFormerIdentity(
  tx: Tx,
  cipher: FieldCipher,
  company: Identity,
  now: Identity,
  isWrong: boolean,
  at: Date,
): Promise<number | null> {
  const former = await tx
    .insertInto('former_identities')
    .values({
      customer_id: company.customer_id,
      company_id: company.id,
      abn: company.abn,
      branch_number: company.branch_number,
      is_wrong: isWrong,
      ended_at: at,
      ird_number: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (company.ird_number !== null)
    await tx
      .updateTable('former_identities')
      .set({ ird_number: cipher.seal('former_identities.ird_number', former.id, company.ird_number) })
      .where('id', '=', former.id)
      .execute()
  const { rows: lodged } = await sql`
    update submissions set identity_id = ${former.id} where company_id = ${company.id} and identity_id is null
    returning id`.execute(tx)
  await takeAgain(tx, cipher, now, former.id)
  if (lodged.length === 0) {
    await tx.deleteFrom('former_identities').where('id', '=', former.id).execute()
    return null
  }
  return isWrong ? reopenPays(tx, former.id) : 0
}

/** Moves lodgements back if the company returns to an earlier identity that was not wrong. */
async function takeAgain(tx: Tx, cipher: FieldCipher, now: Identity, formerId: number): Promise<void> {
  const rows = await tx
    .selectFrom('former_identities')
    .selectAll()
    .where('company_id', '=', now.id)
    .where('id', '<>', formerId)
    .where('is_wrong', '=', false)
    .execute()
  const same = rows.find(
    (row) =>
      row.abn === now.abn &&
      row.branch_number === now.branch_number &&
      (row.ird_number && cipher.open('former_identities.ird_number', row.id, row.ird_number)) ===
        now.ird_number,
  )
  if (!same) return
  await tx.updateTable('submissions').set({ identity_id: null }).where('identity_id', '=', same.id).execute()
  await tx.deleteFrom('former_identities').where('id', '=', same.id).execute()
}

/** Pays lodged under wrong numbers count as not lodged. */
async function reopenPays(tx: Tx, formerId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with reopened as (
      update submission_pays link set counts = false, told_hash = null, gone_at = null
      from submissions event where event.id = link.submission_id and event.identity_id = ${formerId}
      returning link.pay_id),
    shown as (
      update reported_pays set told_hash = null, stp_status = null, stp_service_action = null
      where pay_id in (select pay_id from reopened) returning pay_id)
    select count(*)::int as count from shown`.execute(tx)
  return rows[0]?.count ?? 0
}
