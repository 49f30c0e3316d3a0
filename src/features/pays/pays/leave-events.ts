import type { Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import type { Service } from '../../../service.ts'
import { recordBalancesMoved } from '../../employees/employees/index.ts'
import { balancesOf } from './load/balances.ts'

/** Processed pays change the leave of their employees: says so for those whose balances really moved. */
export function recordLeaveOf(
  service: Service,
  tx: Tx,
  company: Company,
  pays: readonly { employeeId: number; isLeaveMoved: boolean }[],
): Promise<void> {
  const moved = pays.filter((pay) => pay.isLeaveMoved)
  return recordBalancesMoved(
    service,
    tx,
    company.customer_id,
    moved.map((pay) => pay.employeeId),
  )
}

/** Does something with a pay of one employee, and says so if their balances differ afterwards. */
export async function recordingLeave<T>(
  service: Service,
  tx: Tx,
  company: Company,
  employeeId: number,
  work: () => Promise<T>,
): Promise<T> {
  const before = await balancesOf(tx, employeeId)
  const result = await work()
  if ((await balancesOf(tx, employeeId)) !== before)
    await recordBalancesMoved(service, tx, company.customer_id, [employeeId])
  return result
}
