import type { Queryable } from '../../../database/connect.ts'
import type { PayRunRow } from '../../../database/tables/pays.ts'
import type { Finding } from './finding.ts'
import { listRepeated } from './repeated-queries.ts'

/**
 * Employees with a draft and another pay of the run for the same hours or leave: of the same day, or without
 * one. A file that was imported twice looks like this. A separate bonus or allowance does not.
 */
export async function repeatedPays(query: Queryable, run: PayRunRow): Promise<Finding[]> {
  const rows = await listRepeated(query, run)
  return rows.map(({ employee_id, pays, line }) => ({
    area: 'pay',
    severity: 'look',
    employeeId: employee_id,
    message: `${pays} pays of this run have the same hours or leave (${line}): one may be a duplicate.`,
    many: 'are in this run twice with the same hours or leave',
    mend: 'pay',
    needs_confirmation: true,
  }))
}
