import { sql } from 'kysely'
import type { Queryable, Tx } from '../../../../database/connect.ts'
import type { PayRunRow } from '../../../../database/tables/pays.ts'
import type { CivilDate } from '../../../../kernel/values/dates.ts'

/** What another run pays a person of these pays, on the same day or for the same days. */
export type OtherPay = {
  employee_id: number
  name: string
  /** The person's net in these pays. */
  own: string
  run_id: number
  end_date: CivilDate
  day: CivilDate
  net: string
  /** Both runs pay hours or leave of the same days. */
  is_same_work: boolean
  is_same_day: boolean
  /** The other run is of another calendar or cycle. */
  is_other_cycle: boolean
  /** The other run is one of these runs. */
  is_within: boolean
}

/**
 * The pays that people of these runs have in other runs, on the same day or for the same days. `payIds` restricts it to the
 * people with these pays. Pays that are not processed count only with `hasDrafts`, and two of these runs with `isWithin`.
 */
export async function listOtherPays(
  query: Queryable | Tx,
  companyId: number,
  runIds: readonly number[],
  {
    payIds = null,
    hasDrafts,
    isWithin = false,
  }: { payIds?: readonly number[] | null; hasDrafts: boolean; isWithin?: boolean },
): Promise<OtherPay[]> {
  const { rows } = await sql<OtherPay>`
    with own as (
      select p.id, p.employee_id, p.net, p.processed_date, run.id as run_id, run.start_date, run.end_date, run.pay_period, run.pay_calendar_id
      from pays p join pay_runs run on run.id = p.pay_run_id
      where p.company_id = ${companyId} and p.pay_run_id = any(${runIds}::int[])
        and (${payIds}::int[] is null or p.employee_id in (select employee_id from pays where id = any(${payIds}::int[])))
        and (${hasDrafts}::boolean or p.status = 'processed')),
    -- By the indexes of a person's days and of a run's pays: the people may have hundreds of older pays.
    candidate as (
      select own.id as own_id, other.id from own
      join pays other on other.employee_id = own.employee_id and other.processed_date = own.processed_date
      union
      select own.id, other.id from (select distinct run_id, start_date, end_date from own) mine
      join pay_runs run on run.company_id = ${companyId} and run.start_date <= mine.end_date
        and run.end_date between mine.start_date and mine.end_date + 31
      join own on own.run_id = mine.run_id
      join pays other on other.pay_run_id = run.id and other.employee_id = own.employee_id),
    pair as (
      select own.employee_id, other.id, other.net, other.processed_date, run.id as run_id, run.end_date,
        other.processed_date = own.processed_date as is_same_day,
        run.start_date <= own.end_date and run.end_date >= own.start_date and exists (
          select from pay_lines mine join pay_lines theirs on theirs.pay_id = other.id and theirs.kind in ('hours', 'leave')
            and (mine.details ->> 'date' is null or theirs.details ->> 'date' is null or mine.details ->> 'date' = theirs.details ->> 'date')
          where mine.pay_id = own.id and mine.kind in ('hours', 'leave')) as is_same_work,
        run.pay_period <> own.pay_period or run.pay_calendar_id is distinct from own.pay_calendar_id as is_other_cycle
      from candidate join own on own.id = candidate.own_id join pays other on other.id = candidate.id
      join pay_runs run on run.id = other.pay_run_id
      where other.pay_run_id <> own.run_id and (${isWithin}::boolean or other.pay_run_id <> all(${runIds}::int[])) and (${hasDrafts}::boolean or other.status = 'processed')),
    total as (select employee_id, sum(net)::text as net from own group by employee_id)
    select e.id as employee_id, e.first_name || ' ' || e.last_name as name, total.net as own,
      pair.run_id, pair.end_date, min(pair.processed_date) as day,
      (select sum(net)::text from pays where id = any(array_agg(pair.id))) as net,
      bool_or(is_same_work) as is_same_work, bool_or(is_same_day) as is_same_day, bool_or(is_other_cycle) as is_other_cycle,
      pair.run_id = any(${runIds}::int[]) as is_within
    from pair join employees e on e.id = pair.employee_id join total on total.employee_id = pair.employee_id
    where is_same_work or is_same_day
    group by e.id, total.net, pair.run_id, pair.end_date
    order by e.id, is_same_work desc, pair.end_date, pair.run_id`.execute(query)
  return rows
}

export type PaidElsewhere = { employee_id: number; run_id: number; end_date: CivilDate; day: CivilDate }

/** Of these people, the latest run besides this one that has hours or leave of theirs for its days. */
export async function listPaidElsewhere(
  tx: Tx,
  run: PayRunRow,
  employeeIds: readonly number[],
): Promise<Map<number, PaidElsewhere>> {
  const { rows } = await sql<PaidElsewhere>`
    select distinct on (p.employee_id) p.employee_id, other.id as run_id, other.end_date, p.processed_date as day
    from pay_runs other join pays p on p.pay_run_id = other.id and p.employee_id = any(${employeeIds}::int[])
    where other.company_id = ${run.company_id} and other.id <> ${run.id}
      and other.start_date <= ${run.end_date} and other.end_date between ${run.start_date} and ${run.end_date}::date + 31
      and exists (select from pay_lines line where line.pay_id = p.id and line.kind in ('hours', 'leave')
        and coalesce((line.details ->> 'date')::date between ${run.start_date} and ${run.end_date}, true))
    order by p.employee_id, other.end_date desc, other.id desc`.execute(tx)
  return new Map(rows.map((row) => [row.employee_id, row]))
}
