import { CompiledQuery } from 'kysely'
import type { Tx } from '../../../../database/connect.ts'
import type { Cell, Column } from '../../../../database/insert-rows.ts'
import type { LeaveMovement } from '../../../../payroll/result.ts'
import { BALANCES } from '../job/leave-balances.ts'

/* Leave is stored as movements of pays. The balances of the employee are running totals. */

export const MOVEMENT_COLUMNS: readonly Column[] = [
  ['pay_id', 'int'],
  ['employee_id', 'int'],
  ['balance', 'text'],
  ['kind', 'text'],
  ['amount', 'numeric'],
]

export function movementCells(
  payId: number,
  employeeId: number,
  movements: readonly LeaveMovement[],
): Cell[][] {
  return sumMovements(movements).map((move) => [
    payId,
    employeeId,
    move.balance,
    move.kind,
    move.amount.toFixed(),
  ])
}

/** Sums the movements by balance and kind. */
function sumMovements(movements: readonly LeaveMovement[]): LeaveMovement[] {
  const sums = new Map<string, LeaveMovement>()
  for (const move of movements) {
    const key = `${move.balance}:${move.kind}`
    const before = sums.get(key)
    sums.set(key, before ? { ...move, amount: before.amount.plus(move.amount) } : move)
  }
  return [...sums.values()]
}

/** Adds `moves` to the employees' running balances. The first parameter is the current time. */
export const ADD_TO_BALANCES = `
  update employees set ${Object.entries(BALANCES)
    .map(([balance, column]) => `${column} = employees.${column} + moved.${balance}`)
    .join(', ')}, version = version + 1, updated_at = $1::timestamptz
  from (
    select employee_id, ${Object.keys(BALANCES)
      .map((balance) => `coalesce(sum(amount) filter (where balance = '${balance}'), 0) as ${balance}`)
      .join(', ')}
    from moves group by employee_id
  ) moved
  where employees.id = moved.employee_id`

/**
 * The final pay that ended the leave of pay `p`: of the first employment since the period of `p` that was not continued. Null while
 * the leave still counts.
 */
const ENDED_BY = `(
  select e.final_pay_id from employments e
  where e.employee_id = p.employee_id and not e.is_continued and e.final_pay_id <> p.id
    and r.end_date < coalesce((select min(next.start_date) from employments next
      where next.employee_id = e.employee_id and next.start_date > e.end_date), employee.start_date)
  order by e.end_date limit 1)`

/**
 * Leave of an employment that has ended never moves the balance of the next one. So the movements of its pays are set off on
 * the final pay that ended it. Deleting that pay joins the employments, and the leave counts again. Long service is not set off: an
 * Act may bridge the gap.
 */
const settleEnded = (sign: '+' | '-') => `
  with ended as (
    select final.pay_id, p.employee_id, p.customer_id, move.balance, ${sign}sum(move.amount) as amount
    from pays p join pay_runs r on r.id = p.pay_run_id join employees employee on employee.id = p.employee_id
    cross join lateral (select ${ENDED_BY} as pay_id) final
    join leave_movements move on move.pay_id = p.id and move.balance <> 'lsl'
    where p.id = any($2::int[]) and final.pay_id is not null
    group by final.pay_id, p.employee_id, p.customer_id, move.balance),
  set_off as (
    insert into leave_movements (pay_id, employee_id, customer_id, balance, kind, amount)
    select pay_id, employee_id, customer_id, balance, 'accrued', amount from ended
    on conflict (pay_id, balance, kind) do update set amount = leave_movements.amount + excluded.amount)
  ${ADD_TO_BALANCES.replace('from moves', 'from ended')}`

/** Sets the leave of newly stored pays off, where it belongs to an employment that has ended. */
export async function setOffEnded(tx: Tx, payIds: readonly number[], now: Date): Promise<void> {
  if (payIds.length === 0) return
  await tx.executeQuery(CompiledQuery.raw(settleEnded('-'), [now.toISOString(), payIds]))
}

/** Subtracts the stored movements of these pays from the employees' running balances. */
export async function takeFromBalances(tx: Tx, payIds: readonly number[], now: Date): Promise<void> {
  await tx.executeQuery(CompiledQuery.raw(settleEnded('+'), [now.toISOString(), payIds]))
  const moves = `with moves as (
    select employee_id, balance, -amount as amount from leave_movements where pay_id = any($2::int[]))`
  await tx.executeQuery(CompiledQuery.raw(`${moves} ${ADD_TO_BALANCES}`, [now.toISOString(), payIds]))
}
