import { sql } from 'kysely'
import type { Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import type { PayStatus } from '../../../database/tables/pays.ts'
import type { ImportRow } from './rows.ts'

/* Finds imported time that is already in a pay, so that a file imported twice does not silently pay everyone twice. */

/** `name` is the description of hours, or the type of leave. Rows without a date belong to the pay date. */
export type EnteredTime = {
  row: ImportRow
  employeeId: number
  kind: 'hours' | 'leave'
  name: string
  date: string | null
}
type Dates = { payDate: string; periodEnd: string | null }
type Found = Omit<EnteredTime, 'row' | 'employeeId'> & {
  employee_id: number
  amount: string
  status: PayStatus
  pay_date: string
}

const keyOf = (employeeId: number, { kind, name, date }: Pick<EnteredTime, 'kind' | 'name' | 'date'>) =>
  [employeeId, kind, name.trim().toLowerCase(), date].join('|')

/** Adds a warning to each row whose employee, day and description are already in a draft or a processed pay. */
export async function warnOfRepeated(
  tx: Tx,
  company: Company,
  rows: readonly EnteredTime[],
  dates: Dates,
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

/** Time is rarely paid more than two months before it is worked, so older pays are not read. */
async function loadEntered(
  tx: Tx,
  company: Company,
  rows: readonly EnteredTime[],
  { payDate, periodEnd }: Dates,
): Promise<Found[]> {
  const days = [...new Set(rows.flatMap(({ date }) => date ?? []))]
  const first = [...days, payDate].toSorted()[0]
  const { rows: found } = await sql<Found>`
    select pays.employee_id, line.kind, pays.status, pays.processed_date as pay_date,
      case line.kind when 'hours' then line.description else details ->> 'leave_type' end as name,
      details ->> 'date' as date,
      case line.kind when 'hours' then details ->> 'value' else details ->> 'hours' end as amount
    from pays join pay_runs run on run.id = pays.pay_run_id join pay_lines line on line.pay_id = pays.id
    where pays.employee_id = any(${[...new Set(rows.map(({ employeeId }) => employeeId))]}::int[])
      and pays.company_id = ${company.id} and line.kind = ${rows[0]?.kind ?? 'hours'}
      and pays.processed_date >= ${first}::date - 62
      and (details ->> 'date' = any(${days}::text[])
        or details ->> 'date' is null and (pays.processed_date = ${payDate}::date or run.end_date = ${periodEnd}::date))
    order by pays.id`.execute(tx)
  return found
}
