import type { Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import type { Service } from '../../../service.ts'
import { recordBalancesMoved } from '../../employees/employees/index.ts'
import { balancesOf } from './context/balances.ts'

/** Runs work on a pay of one employee and records an event if their leave balances changed. */
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
