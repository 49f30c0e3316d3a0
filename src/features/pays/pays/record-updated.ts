import type { Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import type { Service } from '../../../service.ts'
import { viewStoredPay } from './answer/view.ts'
import { loadShownPays } from './context/pays.ts'
import { countryOf } from './country/index.ts'

/** Records that processed pays changed for an external reason, such as the response to a lodgement. */
export function recordPaysUpdated(
  service: Service,
  tx: Tx,
  company: Pick<Company, 'customer_id' | 'jurisdiction'>,
  payIds: readonly number[],
): Promise<void> {
  const country = countryOf(company)
  return service.events.record(tx, {
    type: 'pay.updated',
    customerId: company.customer_id,
    ids: payIds,
    async read(ids) {
      const pays = await loadShownPays(tx, country, ids)
      return pays
        .filter((pay) => pay.row.status === 'processed')
        .map((pay) => ({ id: pay.row.id, data: () => viewStoredPay(pay, country) }))
    },
  })
}
