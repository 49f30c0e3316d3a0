import type { FileRecord } from '../../../countries/nz/payday-filing/records.ts'
import { formatName } from '../../../http/view.ts'
import { present } from '../../../kernel/values/present.ts'
import type { Service } from '../../../service.ts'
import type { ReportError } from '../lodgements/index.ts'
import { openLine } from './context.ts'
import { keyOf, type PriorAdjustment, type PriorAdjustments } from './lines.ts'
import type { LineRow } from './load.ts'
import type { People } from './people.ts'
import type { Payday, PlannedLine } from './planned.ts'

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

/** The pays of a line were deleted, and its adjustment stays. */
export function adjustmentLeft(
  { planned, isAdjustmentLeft }: { planned: PlannedLine; isAdjustmentLeft?: boolean },
  people: People,
): ReportError[] {
  if (!isAdjustmentLeft) return []
  const employee = people.get(planned.employeeId)
  return [
    {
      employee_id: planned.employeeId,
      employee: employee ? formatName(employee) : null,
      field: 'prior_period_adjustments',
      rule: 'EI-ADJUSTMENT-LEFT',
      code: '101',
      message:
        'The pays of this line were deleted. Its adjustment of an earlier period stays, in a line without other amounts. Send an adjustment of 0 to remove it.',
    },
  ]
}
