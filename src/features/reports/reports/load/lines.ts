import { sql } from 'kysely'
import { money } from '../model/report.ts'
import type { Figure } from './pays.ts'

/*
 * Breaks a pay down by its lines, which add up to the gross. Amounts without a line (termination payments,
 * holiday pay paid with each wage) are the rest. So every amount is in one column.
 */

/** The lines of each pay, added up by kind. Join it to `pays`. */
export const LINES = sql`lateral (
    select
      coalesce(sum(line.amount) filter (where line.kind = 'hours' and line.details ->> 'is_overtime' = 'false'), 0) as ordinary,
      coalesce(sum(line.amount) filter (where line.kind = 'hours' and line.details ->> 'is_overtime' = 'true'), 0) as overtime,
      coalesce(sum(line.amount + coalesce((line.details ->> 'loading')::numeric, 0)) filter (where line.kind = 'leave'), 0) as leave,
      coalesce(sum(line.amount) filter (where line.kind = 'allowance'), 0) as allowances,
      coalesce(sum(line.amount) filter (where line.kind in ('bonus', 'back-payment')), 0) as bonuses,
      coalesce(sum(line.amount) filter (where line.kind = 'sacrifice'), 0) as sacrifices,
      coalesce(sum(line.amount) filter (where line.kind = 'sacrifice' and line.details ->> 'is_super' = 'false'), 0)
        as other_sacrifices
    from pay_lines line where line.pay_id = pays.id and line.kind <> 'deduction') lines on true`

const REST = sql`(pays.gross - lines.ordinary - lines.overtime - lines.leave - lines.allowances - lines.bonuses
    + lines.sacrifices)`

/** The components of the gross. */
export const EARNINGS: readonly Figure[] = [
  { column: money('ordinary', 'Ordinary pay'), of: sql`lines.ordinary` },
  { column: money('overtime', 'Overtime pay'), of: sql`lines.overtime` },
  { column: money('leave', 'Leave pay'), of: sql`lines.leave` },
  { column: money('allowances', 'Allowances'), of: sql`lines.allowances` },
  { column: money('bonuses', 'Bonuses and back pay'), of: sql`lines.bonuses` },
  { column: money('other', 'Termination and other'), of: REST },
  { column: money('sacrifices', 'Salary sacrifice'), of: sql`-lines.sacrifices` },
]

/** Each earnings line, plus one for amounts without a line. Join it after `LINES`. */
export const EARNING_LINES = sql`lateral (
    select kind, description, id as place, amount + coalesce((details ->> 'loading')::numeric, 0) as amount,
      (details ->> case kind when 'hours' then 'value' when 'leave' then 'hours' else 'units' end)::numeric as units,
      case kind when 'hours' then details ->> 'units' when 'leave' then 'hours' end as unit,
      (details ->> 'rate')::numeric as rate
    from pay_lines where pay_id = pays.id and kind in ('hours', 'leave', 'allowance', 'bonus', 'back-payment')
    union all
    select 'other', 'Termination and other', null, ${REST}, null, null, null where ${REST} <> 0) earned on true`

/** The hours of an hours line, by its unit. Pieces and kilometres count as zero. */
export const HOURS_OF_LINE = sql`case when line.details ->> 'units' ~* '^\\s*days?\\M' then (line.details ->> 'value')::numeric * pays.hours_per_day
        when line.details ->> 'units' ~* '^\\s*(h|hr|hrs|hour|hours)\\M' or trim(line.details ->> 'units') = ''
          then (line.details ->> 'value')::numeric else 0 end`
const IS_OVERTIME = sql`(line.details ->> 'is_overtime')::boolean`

/** Ordinary and overtime hours of each pay and the amounts paid for them. Join it to `pays`. */
export const HOURS = sql`lateral (
    select coalesce(sum(${HOURS_OF_LINE}) filter (where not ${IS_OVERTIME}), 0) as ordinary_hours,
      coalesce(sum(${HOURS_OF_LINE}) filter (where ${IS_OVERTIME}), 0) as overtime_hours,
      coalesce(sum(line.amount) filter (where not ${IS_OVERTIME}), 0) as ordinary,
      coalesce(sum(line.amount) filter (where ${IS_OVERTIME}), 0) as overtime
    from pay_lines line where line.pay_id = pays.id and line.kind = 'hours') hours on true`
