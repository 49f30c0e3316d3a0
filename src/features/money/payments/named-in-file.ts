import type { Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import {
  listOtherPays,
  listRaisedDeductions,
  paidElsewhere,
  raisedDeductions,
} from '../../pays/pays/index.ts'
import type { Item } from './load-items.ts'

/** Names the raised deductions that the file pays. */
export async function raisedIn(tx: Tx, company: Company, paid: readonly Item[]): Promise<string[]> {
  const items = paid.filter(({ kind }) => kind !== 'net')
  const [runIds, payIds] = [items.map(({ runId }) => runId), items.map(({ payId }) => payId)]
  return raisedDeductions(await listRaisedDeductions(tx, company.id, [...new Set(runIds)], payIds))
}

/** Names the people whom two runs pay on the same day or for the same days, whether both are in the file or one was paid before. */
export async function twiceIn(tx: Tx, company: Company, paid: readonly Item[]): Promise<string[]> {
  const nets = paid.filter(({ kind }) => kind === 'net')
  const runIds = [...new Set(nets.map(({ runId }) => runId))]
  const payIds = nets.map(({ payId }) => payId)
  return paidElsewhere(
    await listOtherPays(tx, company.id, runIds, { payIds, hasDrafts: false, isWithin: true }),
  )
}
