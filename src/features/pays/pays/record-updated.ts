import type { Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import type { Service } from '../../../service.ts'
import { viewStoredPay } from './answer/view.ts'
import { countryOf } from './country/index.ts'
import { loadShownPays } from './load/pays.ts'

/** Pays are large: so many are in memory at once. */
const AT_ONCE = 500

/** Writes down that completed pays of a company changed by something beside them, such as a lodgement's answer. */
export async function recordPaysUpdated(
  service: Service,
  tx: Tx,
  company: Pick<Company, 'customer_id' | 'jurisdiction'>,
  payIds: readonly number[],
): Promise<void> {
  if (payIds.length === 0 || !(await service.events.isHeard(tx, 'pay.updated', company.customer_id))) return
  const country = countryOf(company)
  for (let start = 0; start < payIds.length; start += AT_ONCE) {
    const pays = await loadShownPays(tx, country, payIds.slice(start, start + AT_ONCE))
    await service.events.record(
      tx,
      'pay.updated',
      company.customer_id,
      pays
        .filter((pay) => pay.row.status === 'processed')
        .map((pay) => ({ id: pay.row.id, data: () => viewStoredPay(pay, country) })),
    )
  }
}
