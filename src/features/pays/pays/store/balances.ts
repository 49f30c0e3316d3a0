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

/** Subtracts the stored movements of these pays from the employees' running balances. */
export async function takeFromBalances(tx: Tx, payIds: readonly number[], now: Date): Promise<void> {
  const moves = `with moves as (
    select employee_id, balance, -amount as amount from leave_movements where pay_id = any($2::int[]))`
  await tx.executeQuery(CompiledQuery.raw(`${moves} ${ADD_TO_BALANCES}`, [now.toISOString(), payIds]))
}
