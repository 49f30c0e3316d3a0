import type { Queryable } from '../../database/connect.ts'
import type { EmployeePayRate } from '../../database/tables/pay-rates.ts'
import { listOwnRatesOf } from './employee-queries.ts'
import { listPayRates, type PayRateRow } from './queries.ts'

/** Every rate that pays of these employees can refer to. */
export type Rates = { company: PayRateRow[]; own: EmployeePayRate[] }

/** Loads, for pays, the company's rates (any employee can be paid by them) and the employees' own. */
export async function loadRates(
  query: Queryable,
  companyId: number,
  employeeIds: readonly number[],
): Promise<Rates> {
  return {
    company: await listPayRates(query, companyId),
    own: await listOwnRatesOf(query, employeeIds),
  }
}
