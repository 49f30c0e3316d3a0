import { withoutPays } from '../../../countries/nz/payday-filing/build.ts'
import type { FileRecord } from '../../../countries/nz/payday-filing/records.ts'
import { formatName } from '../../../http/view.ts'
import { decimal } from '../../../kernel/values/money.ts'
import { present } from '../../../kernel/values/present.ts'
import type { Service } from '../../../service.ts'
import type { ReportError } from '../lodgements/index.ts'
import { openLine } from './context.ts'
import { adjustedAs, keyOf, type PriorAdjustment, type PriorAdjustments } from './lines.ts'
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

/** An adjustment in a line whose pays were deleted, in cents. */
export type LeftAdjustment = { isKept: boolean; gross: string; paye: string }

/**
 * What stays of a line whose pays were deleted: an adjustment of an earlier period is in no pay, so it keeps the line.
 * Inland Revenue refuses a line below zero, so an adjustment below zero goes with the line, unless the request asks for it.
 */
export function leftOf(
  line: FileRecord,
  asked: PriorAdjustment | undefined,
): { record: FileRecord | null; adjustment: LeftAdjustment | undefined } {
  const record = withoutPays(adjustedAs(line, asked))
  if (record === null) return { record, adjustment: undefined }
  const { prior_gross: gross = '0', prior_paye: paye = '0' } = record
  const isKept = asked !== undefined || (Number(gross) >= 0 && Number(paye) >= 0)
  return { record: isKept ? record : null, adjustment: { isKept, gross, paye } }
}

/** Says what happens to the adjustment of a line whose pays were deleted. */
export function adjustmentLeft(
  { planned, adjustment }: { planned: PlannedLine; adjustment?: LeftAdjustment },
  people: People,
): ReportError[] {
  if (!adjustment) return []
  const employee = people.get(planned.employeeId)
  const about = {
    employee_id: planned.employeeId,
    employee: employee ? formatName(employee) : null,
    field: 'prior_period_adjustments',
    code: '101',
  }
  if (adjustment.isKept)
    return [
      {
        ...about,
        rule: 'EI-ADJUSTMENT-LEFT',
        message:
          'The pays of this line were deleted. Its adjustment of an earlier period stays, in a line without other amounts. Send an adjustment of 0 to remove it.',
      },
    ]
  const dollars = (cents: string) => decimal(cents).div(decimal('100')).toFixed(2)
  return [
    {
      ...about,
      rule: 'EI-ADJUSTMENT-REMOVED',
      message: `The pays of this line were deleted. Its adjustment of an earlier period (gross ${dollars(adjustment.gross)}, PAYE ${dollars(adjustment.paye)}) is removed with it, because Inland Revenue accepts no line below zero. Send the adjustment again with a payday on which the amounts of this person are higher.`,
    },
  ]
}
