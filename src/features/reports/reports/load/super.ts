import { sql } from 'kysely'
import { readInParts } from '../../../../database/read-in-parts.ts'
import { openParty } from '../../../pays/snapshots/index.ts'
import type { ReportRequest } from '../model/report.ts'
import { EMPLOYEE, PAYS, paysAsked } from './pays.ts'

export type SuperRow = {
  employee_id: number
  employee: string
  employee_number: string | null
  /** The pay's own snapshot, or the one it was redirected to. */
  snapshot_id: number | null
  compulsory_super: string
  sacrificed_super: string
  resc_super: string
}

/**
 * The super of the selected pays. Pays to a single fund are added up here. Split pays are returned one by
 * one, because each is split to the cent separately.
 */
export function readSuper(question: ReportRequest): AsyncGenerator<SuperRow[]> {
  return readInParts(
    question.service.database.query,
    sql<SuperRow>`
      select ${EMPLOYEE}, target.id as snapshot_id, sum(pays.compulsory_super) as compulsory_super,
        sum(pays.sacrificed_super) as sacrificed_super, sum(pays.resc_super) as resc_super
      from ${PAYS} left join payment_redirects redirect on redirect.pay_id = pays.id and redirect.kind = 'super'
      left join snapshots target on target.id = coalesce(redirect.snapshot_id, pays.snapshot_id)
      where ${paysAsked(question)} and pays.super <> 0
      group by employees.id, target.id, case when jsonb_array_length(target.content -> 'funds') > 1 then pays.id else 0 end
      order by employees.id`,
  )
}

export type SentSuper = { employee_id: number; party: string; amount: string }

/** The amounts sent for those pays, by employee and fund. */
export async function readSentSuper({
  service,
  company,
  from,
  to,
  employeeId,
}: ReportRequest): Promise<SentSuper[]> {
  const { rows } = await sql<SentSuper & { pay_id: number }>`
    select pay_id, employee_id, party, sum(amount) as amount from payment_lines
    where company_id = ${company.id} and kind = 'super' and is_living
      and (${from}::date is null or pay_date >= ${from}::date) and (${to}::date is null or pay_date <= ${to}::date)
      and (${employeeId}::int is null or employee_id = ${employeeId}::int)
    group by 1, 2, 3`.execute(service.database.query)
  return rows.map(({ pay_id, ...sent }) => ({
    ...sent,
    party: openParty(service.cipher, pay_id, sent.party),
  }))
}
