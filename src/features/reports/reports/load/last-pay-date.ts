import type { Queryable } from '../../../../database/connect.ts'
import type { CivilDate } from '../../../../kernel/values/dates.ts'

/** The pay date of the company's last processed pay. */
export async function lastPayDate(query: Queryable, companyId: number): Promise<CivilDate | null> {
  const row = await query
    .selectFrom('pays')
    .select('processed_date')
    .where('company_id', '=', companyId)
    .where('status', '=', 'processed')
    .where('processed_date', 'is not', null)
    .orderBy('processed_date', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.processed_date ?? null
}
