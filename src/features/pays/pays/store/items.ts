import type { Tx } from '../../../../database/connect.ts'
import type { Company } from '../../../../database/tables/companies.ts'
import { conflict } from '../../../../kernel/problem.ts'
import { errorCode, UNIQUE_VIOLATION } from '../../../../kernel/read-error.ts'
import { insertStandingItems } from '../../../employees/standing-items/index.ts'
import type { KnownItem } from '../lines/lines.ts'

/** Creates standing items that pays name for the first time. Returns their ids in order. */
export async function createItems(
  tx: Tx,
  company: Pick<Company, 'id' | 'customer_id'>,
  items: readonly KnownItem[],
  now: Date,
): Promise<number[]> {
  if (items.length === 0) return []
  const drafts = items.map(({ id, taken, limit_per_pay, limit_total, ...item }) => ({
    ...item,
    customer_id: company.customer_id,
    company_id: company.id,
    created_at: now,
  }))
  return insertStandingItems(tx, drafts).catch(refuseTwin)
}

/** The database may treat letters as equal that our matching treats as different. */
function refuseTwin(error: unknown): never {
  if (errorCode(error) !== UNIQUE_VIOLATION) throw error
  throw conflict(
    'An employee has an item whose description differs only in its letters (such as İ and I). Send the description exactly as stored.',
  )
}
