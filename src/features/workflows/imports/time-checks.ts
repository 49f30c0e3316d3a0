import type { Tx } from '../../../database/connect.ts'
import { daysBetween } from '../../../kernel/values/dates.ts'
import { type Decimal, decimal, sum, whole } from '../../../kernel/values/money.ts'
import type { PayHoursInput } from '../../pays/pays/index.ts'
import { type ImportRow, refuseRow } from './rows.ts'
import { loadPeriods } from './time-queries.ts'

/* Checks of imported time: days have 24 hours, and periods have a first and a last day. */

const HOURS_OF_DAY = 24

/** A row of hours with the employee it is about. */
export type TimeRow = { row: ImportRow; employeeId: number; item: PayHoursInput }

const hoursOf = (rows: readonly TimeRow[]): Decimal =>
  sum(rows.map(({ item }) => decimal(String(item.value))))
const isTime = ({ item }: TimeRow) => item.units.trim().toLowerCase() === 'hours'

/** Refuses the rows of a day that add up to more hours than a day has. */
export function refuseLongDays(rows: readonly TimeRow[]): void {
  const dated = rows.filter((each) => isTime(each) && each.item.date)
  for (const own of Map.groupBy(dated, ({ employeeId, item }) => `${employeeId} ${item.date}`).values()) {
    const total = hoursOf(own)
    if (total.lte(whole(HOURS_OF_DAY))) continue
    const of = own.length === 1 ? 'are' : `in ${own.length} rows are`
    for (const { row, item } of own)
      refuseRow(row, 'value', `${total.toFixed()} hours ${of} too many for ${item.date}: a day has 24.`)
  }
}

export type DraftedRows = { runId: number; rows: readonly TimeRow[] }

/** Refuses more hours than the period of a draft has, and remarks on days outside it. */
export async function checkPeriods(tx: Tx, drafts: readonly DraftedRows[]): Promise<void> {
  if (drafts.length === 0) return
  const byId = await loadPeriods(tx, [...new Set(drafts.map(({ runId }) => runId))])
  for (const { runId, rows } of drafts) {
    const run = byId.get(runId)
    if (!run) continue
    const days = daysBetween(run.start_date, run.end_date) + 1
    const total = hoursOf(rows.filter(isTime))
    if (total.gt(whole(HOURS_OF_DAY * days)) && rows[0])
      refuseRow(
        rows[0].row,
        'value',
        `${total.toFixed()} hours are too many: the period ${run.start_date} to ${run.end_date} has ${HOURS_OF_DAY * days} (${days} days of 24).`,
      )
    for (const { row, item } of rows)
      if (item.date && (item.date < run.start_date || item.date > run.end_date))
        row.warnings.push(
          `${item.date} is outside the period ${run.start_date} to ${run.end_date}, in which it is paid.`,
        )
  }
}
