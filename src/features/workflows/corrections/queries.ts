import { sql } from 'kysely'
import type { Tx } from '../../../database/connect.ts'

/** When the payslip of a pay was queued for mailing; null if never. */
export async function findMailedAt(tx: Tx, companyId: number, payId: number): Promise<Date | null> {
  const { rows } = await sql<{ mailed_at: Date | null }>`
    select max(mailed.created_at) as mailed_at from payslip_mails mailed join outbox on outbox.id = mailed.mail_id
    where mailed.company_id = ${companyId} and mailed.pay_id = ${payId} and outbox.state <> 'failed'`.execute(
    tx,
  )
  return rows[0]?.mailed_at ?? null
}
