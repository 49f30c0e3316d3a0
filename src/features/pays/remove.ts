import type { Company } from '../../database/tables/companies.ts'
import { notFound } from '../../problem.ts'
import type { Service } from '../../service.ts'
import { type AffectedPayView, watchLater } from './affected.ts'
import { viewStoredPay } from './answer/view.ts'
import { countryOf } from './country/index.ts'
import { recordingLeave } from './leave-events.ts'
import { lockCompanyPays } from './load/employees.ts'
import { findPay } from './load/pays.ts'
import { reverseTermination } from './store/ending.ts'
import { clearPays, deletePay } from './store/pays.ts'

/**
 * Deletes a pay: leave and year to date move back, and a final pay takes its termination with it. Later pays stay as they are;
 * those that would now be different are named.
 */
export async function removePay(
  service: Service,
  company: Company,
  payId: number,
): Promise<AffectedPayView[]> {
  return service.database.transaction(async (tx) => {
    await lockCompanyPays(tx, company.id)
    const pay = await findPay(tx, company.id, payId)
    if (!pay) throw notFound('Pay not found.')
    const later = await watchLater(service, tx, company, pay)
    await recordingLeave(service, tx, company, pay.row.employee_id, () =>
      clearPays(tx, [payId], service.clock.now()),
    )
    if (pay.row.is_termination) await reverseTermination(service, tx, pay.row)
    await deletePay(tx, payId)
    if (pay.row.status === 'processed')
      await service.events.record(tx, 'pay.deleted', company.customer_id, [
        { id: payId, data: () => viewStoredPay(pay, countryOf(company)) },
      ])
    return later.touched()
  })
}
