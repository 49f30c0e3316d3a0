import { sql } from 'kysely'
import { allCountries } from '../../../countries/index.ts'
import type { Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import { conflict } from '../../../kernel/problem.ts'
import type { FieldCipher } from '../../../security/field-encryption.ts'

/** The numbers that identify a company to the authorities. */
type Identity = Pick<Company, 'id' | 'customer_id' | 'abn' | 'branch_number' | 'ird_number'>

/** What a change of the numbers did: `null` counts where nothing was lodged under the old or the new numbers. */
export type IdentityMove = {
  /** Pays lodged under the old numbers that must be lodged again; null if nothing was lodged under them. */
  reopened: number | null
  /** Pays that count as lodged again because the company returned to their numbers; null if it did not return. */
  returned: number | null
}

/**
 * Moves earlier lodgements to a former identity when the company's numbers change. If the old numbers were wrong, their
 * pays must be lodged again. If the company returns to earlier numbers, what was lodged under them is current again.
 */
export async function storeFormerIdentity(
  tx: Tx,
  cipher: FieldCipher,
  company: Identity,
  now: Identity,
  isWrong: boolean,
  at: Date,
): Promise<IdentityMove> {
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
      last_submission_id: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (company.ird_number !== null)
    await tx
      .updateTable('former_identities')
      .set({ ird_number: cipher.seal('former_identities.ird_number', former.id, company.ird_number) })
      .where('id', '=', former.id)
      .execute()
  const { rows: lodged } = await sql<{ id: number }>`
    update submissions set identity_id = ${former.id} where company_id = ${company.id} and identity_id is null
    returning id`.execute(tx)
  const reopenedIds = isWrong && lodged.length > 0 ? await reopenPays(tx, former.id) : []
  if (!isWrong && lodged.length > 0) await movePayments(tx, company.id, former.id)
  const returned = await takeAgain(tx, cipher, now, former.id)
  if (lodged.length === 0) {
    await tx.deleteFrom('former_identities').where('id', '=', former.id).execute()
    return { reopened: null, returned: returned?.length ?? null }
  }
  await markPaydays(tx, company.id)
  await tx
    .updateTable('former_identities')
    .set({ last_submission_id: Math.max(...lodged.map(({ id }) => id)) })
    .where('id', '=', former.id)
    .execute()
  const current = new Set(returned)
  const open = new Set(reopenedIds.filter((id) => !current.has(id)))
  return { reopened: open.size, returned: returned?.length ?? null }
}

/** Makes what was lodged under the present numbers earlier current again. Returns the pays that count as lodged again. */
async function takeAgain(
  tx: Tx,
  cipher: FieldCipher,
  now: Identity,
  formerId: number,
): Promise<number[] | null> {
  const rows = await tx
    .selectFrom('former_identities')
    .selectAll()
    .where('company_id', '=', now.id)
    .where('id', '<>', formerId)
    .execute()
  const same = rows.filter(
    (row) =>
      row.abn === now.abn &&
      (row.branch_number ?? '1') === (now.branch_number ?? '1') &&
      (row.ird_number && cipher.open('former_identities.ird_number', row.id, row.ird_number)) ===
        now.ird_number,
  )
  if (same.length === 0) return null
  const ids = same.map((row) => row.id)
  const returned = await lodgeReturned(tx, ids)
  await tx
    .updateTable('submissions')
    .set({ identity_id: null })
    .where('company_id', '=', now.id)
    .where('identity_id', 'in', ids)
    .execute()
  await tx
    .updateTable('office_payments')
    .set({ identity_id: null })
    .where('company_id', '=', now.id)
    .where('identity_id', 'in', ids)
    .execute()
  await markPaydays(tx, now.id)
  await tx.deleteFrom('former_identities').where('id', 'in', ids).execute()
  return returned
}

/**
 * Payments of periods whose pays were lodged under the earlier numbers stay with those numbers. A payment of a period with
 * other pays as well covers both.
 */
async function movePayments(tx: Tx, companyId: number, formerId: number): Promise<void> {
  await sql`
    with periods as (
      select payment.id, bool_or(lodged.is_own) as has_own, bool_or(not lodged.is_own) as has_other
      from office_payments payment
      left join pays on pays.company_id = payment.company_id and pays.status = 'processed'
        and pays.processed_date between payment.period_start and payment.period_end
      left join lateral (select exists (
        select from submission_pays link join submissions event on event.id = link.submission_id
        where link.pay_id = pays.id and link.told_hash is not null and event.identity_id = ${formerId}) as is_own
      ) lodged on pays.id is not null
      where payment.company_id = ${companyId} and payment.identity_id is null and not payment.is_for_any_number
      group by payment.id)
    update office_payments payment set is_for_any_number = coalesce(periods.has_other, false),
      identity_id = case when periods.has_other then null else ${formerId}::int end
    from periods where periods.id = payment.id and periods.has_own is not false`.execute(tx)
}

/** Amounts owed to the tax offices are added up again by number. */
async function markPaydays(tx: Tx, companyId: number): Promise<void> {
  await sql`
    insert into payday_changes (company_id, customer_id, pay_date)
    select company_id, customer_id, pay_date from paydays where company_id = ${companyId}`.execute(tx)
}

/** Pays lodged under wrong numbers count as not lodged. The links store what they were, in case the company returns. */
async function reopenPays(tx: Tx, formerId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with reopened as (
      update submission_pays link set counts = false, told_hash = null, gone_at = null,
        was_counted = link.counts, was_told_hash = link.told_hash, was_gone_at = link.gone_at
      from submissions event where event.id = link.submission_id and event.identity_id = ${formerId}
      returning link.pay_id)
    update reported_pays set told_hash = null, stp_status = null, stp_service_action = null
    where pay_id in (select pay_id from reopened) returning pay_id as id`.execute(tx)
  return rows.map(({ id }) => id)
}

const yearToDate = () =>
  allCountries().flatMap(({ authority }) => (authority.isYearToDate ? [authority.code] : []))

/**
 * The authority still holds these links: it accepted them, and no message reported nil under the wrong numbers since.
 * Paydays are corrected one by one, and years to date as a whole.
 */
const stillHeld = () => sql`from submission_pays link
  join submissions event on event.id = link.submission_id
  join former_identities former on former.id = event.identity_id and former.is_wrong
  join lodged_lines line on line.submission_id = event.id and line.employee_id = link.employee_id
    and line.part = 'employee' and line.outcome in ('created', 'sent', 'accepted') and not line.is_being_replaced
  where link.was_counted is not null and not exists (
    select from lodged_lines nil where nil.employee_id = link.employee_id and nil.identity_id = former.id
      and nil.submission_id > former.last_submission_id and nil.outcome in ('created', 'sent', 'accepted')
      and nil.year = event.year and (event.authority = any(${yearToDate()}::text[]) or nil.pay_date = event.pay_date))`

/** Pays that the authority still holds under these numbers are lodged again as they were. Returns them. */
async function lodgeReturned(tx: Tx, formerIds: readonly number[]): Promise<number[]> {
  const { rows: twice } = await sql<{ pay_id: number }>`
    select link.pay_id ${stillHeld()} and former.id = any(${formerIds}::int[]) and link.was_counted
      and exists (select from submission_pays other where other.pay_id = link.pay_id and other.counts) limit 1`.execute(
    tx,
  )
  if (twice.length > 0)
    throw conflict(
      'Pays lodged under these numbers were lodged again under others since, so the authority has them twice. Correct what is held under these numbers first, or send identity_change: "correction" if the numbers of today are the wrong ones.',
    )
  const { rows } = await sql<{ pay_id: number }>`
    with held as materialized (
      select link.pay_id, link.submission_id ${stillHeld()} and former.id = any(${formerIds}::int[]))
    update submission_pays link set counts = link.was_counted, told_hash = link.was_told_hash,
      gone_at = coalesce(link.gone_at, link.was_gone_at), was_counted = null, was_told_hash = null, was_gone_at = null
    from held where held.pay_id = link.pay_id and held.submission_id = link.submission_id
    returning link.pay_id`.execute(tx)
  const payIds = [...new Set(rows.map((row) => row.pay_id))]
  await showLodged(tx, payIds)
  return payIds
}

/** The pays show the message that lodges them, and the figures that were reported last. */
async function showLodged(tx: Tx, payIds: readonly number[]): Promise<void> {
  await sql`
    update reported_pays reported set told_hash = last.told_hash,
      stp_status = case when lodging.status in ('accepted', 'partial', 'lodged-by-hand') then 'accepted' else lodging.status end,
      stp_service_action = lodging.kind
    from unnest(${payIds}::int[]) pay (id)
    join lateral (
      select link.told_hash from submission_pays link where link.pay_id = pay.id and link.told_hash is not null
      order by link.submission_id desc limit 1) last on true
    left join lateral (
      select event.status, event.kind from submission_pays link join submissions event on event.id = link.submission_id
      where link.pay_id = pay.id and link.counts limit 1) lodging on true
    where reported.pay_id = pay.id`.execute(tx)
}
