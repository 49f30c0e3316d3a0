import { sql } from 'kysely'
import type { Queryable } from '../../../database/connect.ts'
import type { PayRunRow } from '../../../database/tables/pays.ts'
import type { CivilDate } from '../../../kernel/values/dates.ts'

export type OtherPay = { employee_id: number; day: CivilDate; net: string; end_date: CivilDate }

/**
 * What another calendar or cycle pays the people of the run on one of its pay dates. Drafts of the other run count
 * while this one is a draft.
 */
export async function listOtherPays(query: Queryable, run: PayRunRow, isDraft: boolean): Promise<OtherPay[]> {
  const { rows } = await sql<OtherPay>`
    select distinct on (own.employee_id) own.employee_id, own.day, sum(other.net)::text as net, other_run.end_date
    from (select distinct employee_id, processed_date as day from pays
      where company_id = ${run.company_id} and pay_run_id = ${run.id}) own
    join pays other on other.employee_id = own.employee_id and other.processed_date = own.day and other.pay_run_id <> ${run.id}
      and (${isDraft}::boolean or other.status = 'processed')
    join pay_runs other_run on other_run.id = other.pay_run_id
      and (other_run.pay_period <> ${run.pay_period} or other_run.pay_calendar_id is distinct from ${run.pay_calendar_id}::int)
    group by own.employee_id, own.day, other_run.id
    order by own.employee_id, sum(other.net) desc, other_run.id`.execute(query)
  return rows
}
