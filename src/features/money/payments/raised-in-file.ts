import type { Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import { listRaisedDeductions, raisedDeductions } from '../../pays/pays/index.ts'
import type { Item } from './load-items.ts'

/** Names the raised deductions that the file pays. */
export async function raisedIn(tx: Tx, company: Company, paid: readonly Item[]): Promise<string[]> {
  const items = paid.filter(({ kind }) => kind !== 'net')
  const [runIds, payIds] = [items.map(({ runId }) => runId), items.map(({ payId }) => payId)]
  return raisedDeductions(await listRaisedDeductions(tx, company.id, [...new Set(runIds)], payIds))
}
