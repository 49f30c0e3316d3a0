import type { CheckedPayment } from '../../../countries/nz/law/check/payments.ts'
import type { NzRates } from '../../../countries/nz/law/rates/rates.ts'
import type { Queryable } from '../../../database/connect.ts'
import { isLeaveArrears, listPaidBack } from './context/back-paid.ts'
import { NO_PAST } from './context/history-codec.ts'
import type { WholePay } from './context/loaded-pay.ts'
import { loadPays } from './context/pays.ts'
import { newZealand } from './country/nz.ts'
import { checkNzLeave } from './nz-leave-check.ts'
import { readHistory } from './replay-now.ts'

export type CheckedPay = { pay: WholePay; payments: CheckedPayment[]; unchecked: string | null }

/**
 * Checks the leave of these New Zealand pays against the Act, employee by employee. All pays of each employee are passed
 * in, oldest first.
 */
export async function* checkLeaveOf(
  query: Queryable,
  payIds: readonly number[],
  rates: NzRates,
): AsyncGenerator<CheckedPay> {
  const pays = await loadPays(query, payIds)
  const history = await readHistory(query, newZealand, pays)
  const byEmployee = Map.groupBy(pays, (pay) => pay.row.employee_id)
  const backPaid = await listPaidBack(query, [...byEmployee.keys()])
  const arrears = Map.groupBy(
    backPaid.filter((line) => line.is_paid && isLeaveArrears(line)),
    (line) => line.employee_id,
  )
  for (const [employeeId, own] of byEmployee)
    yield* checkNzLeave(
      own,
      { past: history.get(employeeId) ?? NO_PAST, arrears: arrears.get(employeeId) ?? [] },
      rates,
    )
}
