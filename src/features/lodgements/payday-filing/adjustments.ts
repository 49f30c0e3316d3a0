import type { FileRecord } from '../../../countries/nz/payday-filing/records.ts'
import { present } from '../../../kernel/values/present.ts'
import type { Service } from '../../../service.ts'
import { openLine } from './context.ts'
import { keyOf, type PriorAdjustment, type PriorAdjustments } from './lines.ts'
import type { LineRow } from './load.ts'
import type { Payday } from './planned.ts'

/**
 * If an employee has several lines, one of them has the adjustment: the line that was filed with one, or else
 * the first.
 */
export function adjustmentsOf(
  service: Service,
  { prior, filed }: Payday,
  rows: readonly LineRow[],
): PriorAdjustments {
  const adjusted = new Set(
    filed
      .filter((line) => prior.has(line.employee_id) && line.line !== null)
      .filter((line) => isAdjusted(openLine(service, line, line.line ?? '')))
      .map(keyOf),
  )
  const byEmployee = Map.groupBy(
    rows.filter((row) => prior.has(row.employee_id)),
    (row) => row.employee_id,
  )
  return new Map(
    [...byEmployee].flatMap(([employeeId, own]) => {
      const bearer = own.find((row) => adjusted.has(keyOf(row))) ?? own[0]
      return own.map((row): [string, PriorAdjustment] => [
        keyOf(row),
        row === bearer ? present(prior.get(employeeId)) : NO_ADJUSTMENT,
      ])
    }),
  )
}

const NO_ADJUSTMENT = { gross: '0', paye: '0' }
const isAdjusted = (line: FileRecord) => Number(line.prior_gross) !== 0 || Number(line.prior_paye) !== 0
