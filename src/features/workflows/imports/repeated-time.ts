import type { Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import { type EnteredTime, loadEntered, type TimeDates } from './time-queries.ts'

/* Finds imported time that is already in a pay, so that a file imported twice does not silently pay everyone twice. */

const keyOf = (employeeId: number, { kind, name, date }: Pick<EnteredTime, 'kind' | 'name' | 'date'>) =>
  [employeeId, kind, name.trim().toLowerCase(), date].join('|')

/** Adds a warning to each row whose employee, day and description are already in a draft or a processed pay. */
export async function warnOfRepeated(
  tx: Tx,
  company: Company,
  rows: readonly EnteredTime[],
  dates: TimeDates,
): Promise<void> {
  if (rows.length === 0) return
  const found = await loadEntered(tx, company, rows, dates)
  const entered = new Map(found.map((line) => [keyOf(line.employee_id, line), line]))
  for (const each of rows) {
    const line = entered.get(keyOf(each.employeeId, each))
    if (!line) continue
    const pay = line.status === 'pending' ? 'a draft to be paid' : 'a pay'
    const day = each.date === null ? '' : ` on ${each.date}`
    each.row.warnings.push(
      `Already in ${pay} on ${line.pay_date}: ${each.name}, ${Number(line.amount)}${day}. Importing the row pays it again.`,
    )
  }
}
