import { sql } from 'kysely'
import type { Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import type { PayRunRow, PayStatus } from '../../../database/tables/pays.ts'
import type { ImportRow } from './rows.ts'

/** `name` is the description of hours, or the type of leave. Rows without a date belong to the pay date. */
export type EnteredTime = {
  row: ImportRow
  employeeId: number
  kind: 'hours' | 'leave'
  name: string
  date: string | null
}
export type TimeDates = { payDate: string; periodEnd: string | null }
type Found = Omit<EnteredTime, 'row' | 'employeeId'> & {
  employee_id: number
  amount: string
  status: PayStatus
  pay_date: string
}

/** Time is rarely paid more than two months before it is worked, so older pays are not read. */
export async function loadEntered(
  tx: Tx,
  company: Company,
  rows: readonly EnteredTime[],
  { payDate, periodEnd }: TimeDates,
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

/** The first and the last day of runs, by their id. */
export async function loadPeriods(
  tx: Tx,
  runIds: readonly number[],
): Promise<Map<number, Pick<PayRunRow, 'start_date' | 'end_date'>>> {
  const runs = await tx
    .selectFrom('pay_runs')
    .select(['id', 'start_date', 'end_date'])
    .where('id', 'in', runIds)
    .execute()
  return new Map(runs.map((run) => [run.id, run]))
}
