import { CompiledQuery, sql } from 'kysely'
import type { Tx } from '../../../database/connect.ts'
import { type Cell, type Column, type Insertion, insertion } from '../../../database/insert-rows.ts'
import type { Company } from '../../../database/tables/companies.ts'
import type { LeaveBalance, LeaveMovement } from '../../../payroll/result.ts'
import { AU_FIGURES, auCells, NZ_FIGURES, nzCells } from '../country/columns.ts'
import { terminationView } from '../country/termination.ts'
import type { MadePay } from '../make.ts'
import { factsText } from '../replay.ts'

/** A made pay with the ids that its row and lines have. */
export type StoredPay = MadePay & { id: number; lineIds: readonly number[] }

const PAY_COLUMNS: readonly Column[] = [
  ['id', 'int'],
  ['company_id', 'int'],
  ['employee_id', 'int'],
  ['pay_run_id', 'int'],
  ['status', 'text'],
  ['processed_date', 'date'],
  ['pay_department', 'text'],
  ['is_workers_comp', 'bool'],
  ['is_termination', 'bool'],
  ['created_at', 'timestamptz'],
  ['updated_at', 'timestamptz'],
  ['facts', 'json'],
  ['leave_balances', 'json'],
  ['warnings', 'json'],
]

const LINE_COLUMNS: readonly Column[] = [
  ['id', 'bigint'],
  ['pay_id', 'int'],
  ['kind', 'text'],
  ['description', 'text'],
  ['amount', 'numeric'],
  ['item_id', 'int'],
  ['template_id', 'int'],
  ['details', 'json'],
]

const MOVEMENT_COLUMNS: readonly Column[] = [
  ['pay_id', 'int'],
  ['employee_id', 'int'],
  ['balance', 'text'],
  ['kind', 'text'],
  ['amount', 'numeric'],
]

/** The rows of some pays, as one statement that writes them all. */
export type PayRows = Insertion

/** Pays with their lines, and for processed ones the leave they move. The items they name have their ids. */
export function rowsOf(company: Company, pays: readonly StoredPay[], now: Date): PayRows {
  const at = now.toISOString()
  const columns = [...PAY_COLUMNS, ...(company.jurisdiction === 'AU' ? AU_FIGURES : NZ_FIGURES)]
  const moves = pays.filter((pay) => pay.task.status === 'processed').flatMap(movementCells)
  const cells = pays.map((pay) => payCells(pay, company.id, at))
  const isReplacing = pays.some((pay) => pay.task.existing)
  let after = 1
  const payInsert = insertion('pays', columns, cells, { replaceBy: isReplacing ? 'id' : undefined, after })
  after += columns.length
  const lineInsert = insertion('pay_lines', LINE_COLUMNS, pays.flatMap(lineCells), { after })
  after += LINE_COLUMNS.length
  const moveInsert = insertion('leave_movements', MOVEMENT_COLUMNS, moves, { after })
  return {
    text: `with new_pays as (${payInsert.text}), new_lines as (${lineInsert.text}),
      moves as (${moveInsert.text} returning employee_id, balance, amount)
      ${ADD_TO_BALANCES}`,
    values: [at, ...payInsert.values, ...lineInsert.values, ...moveInsert.values],
  }
}

/** Writes pays; what belonged to those that are made anew goes first. */
export async function storePays(
  tx: Tx,
  company: Company,
  pays: readonly StoredPay[],
  rows: PayRows,
  now: Date,
): Promise<void> {
  const existing = pays.filter((pay) => pay.task.existing).map((pay) => pay.id)
  if (existing.length > 0) await clearPays(tx, existing, now)
  await tx.executeQuery(CompiledQuery.raw(rows.text, rows.values))
  await storeTerminations(tx, company, pays, now)
}

/** Takes away what belongs to pays: their lines, and the leave they moved. The pays themselves stay. */
export async function clearPays(tx: Tx, payIds: readonly number[], now: Date): Promise<void> {
  await takeFromBalances(tx, payIds, now)
  await sql`delete from leave_movements where pay_id = any(${payIds}::int[])`.execute(tx)
  await sql`delete from pay_lines where pay_id = any(${payIds}::int[])`.execute(tx)
}

function payCells(pay: StoredPay, companyId: number, at: string): Cell[] {
  const { task, outcome } = pay
  return [
    pay.id,
    companyId,
    task.employee.id,
    task.run.id,
    task.status,
    task.place.payDate,
    task.department,
    task.place.isWorkersComp,
    task.termination !== null,
    task.existing?.createdAt.toISOString() ?? at,
    at,
    factsText(pay.pay),
    JSON.stringify(pay.balances),
    pay.warnings.length > 0 ? JSON.stringify(pay.warnings) : null,
    ...(outcome.jurisdiction === 'AU' ? auCells(outcome.result, pay) : nzCells(outcome.result, pay)),
  ]
}

function lineCells(pay: StoredPay): Cell[][] {
  return pay.lines.map((line, index) => [
    pay.lineIds[index] as number,
    pay.id,
    line.kind,
    line.description,
    line.amount,
    line.item?.id ?? line.itemId ?? null,
    line.templateId,
    JSON.stringify(line.details),
  ])
}

function movementCells(pay: StoredPay): Cell[][] {
  return sumMovements(pay.outcome.result.leaveMovements).map((move) => [
    pay.id,
    pay.task.employee.id,
    move.balance,
    move.kind,
    move.amount.toFixed(),
  ])
}

/** One movement for each balance and kind. */
function sumMovements(movements: readonly LeaveMovement[]): LeaveMovement[] {
  const sums = new Map<string, LeaveMovement>()
  for (const move of movements) {
    const key = `${move.balance}:${move.kind}`
    const before = sums.get(key)
    sums.set(key, before ? { ...move, amount: before.amount.plus(move.amount) } : move)
  }
  return [...sums.values()]
}

/** The balances that pays move, and the employee's column that keeps the running total of each. */
const BALANCES: Record<LeaveBalance, string> = {
  holiday: 'holiday_hours',
  sick: 'sick_hours',
  lsl: 'lsl_hours',
  rdo: 'rdo_hours',
  toil: 'toil_hours',
  annual_holidays_weeks: 'annual_holidays_weeks',
  alt_holiday_days: 'alt_holiday_days',
}

/** Adds `moves` to the employees' running balances; the first parameter is the time. */
const ADD_TO_BALANCES = `
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

/** Takes the stored movements of these pays out of the employees' running balances. */
async function takeFromBalances(tx: Tx, payIds: readonly number[], now: Date): Promise<void> {
  const moves = `with moves as (
    select employee_id, balance, -amount as amount from leave_movements where pay_id = any($2::int[]))`
  await tx.executeQuery(CompiledQuery.raw(`${moves} ${ADD_TO_BALANCES}`, [now.toISOString(), payIds]))
}

async function storeTerminations(
  tx: Tx,
  company: Company,
  pays: readonly StoredPay[],
  now: Date,
): Promise<void> {
  for (const pay of pays) {
    const { termination } = pay.outcome.result
    if (!pay.task.termination || !termination) continue
    await tx
      .insertInto('terminations')
      .values({
        pay_id: pay.id,
        employee_id: pay.task.employee.id,
        company_id: company.id,
        termination_date: pay.task.termination.termination_date,
        request: JSON.stringify(pay.task.termination),
        result: JSON.stringify(terminationView(termination)),
        created_at: now,
      })
      .onConflict((on) => on.column('pay_id').doUpdateSet((row) => ({ result: row.ref('excluded.result') })))
      .execute()
  }
}
