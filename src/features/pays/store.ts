import { sql } from 'kysely'
import type { Tx } from '../../database/connect.ts'
import { type Cell, type Column, insertRows } from '../../database/insert-rows.ts'
import type { Company } from '../../database/tables/companies.ts'
import { ZERO } from '../../payroll/money.ts'
import type { LeaveBalance, LeaveMovement } from '../../payroll/result.ts'
import type { MadePay } from './calculate.ts'
import { AU_FIGURES, auCells, NZ_FIGURES, nzCells } from './figures.ts'
import { factsText } from './replay.ts'
import { terminationView } from './termination.ts'

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

/** Gives the pays their ids: new ones for new pays and new lines, in their order. */
export async function takeIds(tx: Tx, pays: readonly MadePay[]): Promise<StoredPay[]> {
  const newPays = pays.filter((pay) => !pay.task.existing).length
  const newLines = pays.reduce(
    (count, pay) => count + pay.lines.filter((line) => line.id === undefined).length,
    0,
  )
  const { rows } = await sql<{ pays: string | null; lines: string | null }>`
    select (select string_agg(nextval('pays_id_seq')::text, ',') from generate_series(1, ${newPays})) as pays,
      (select string_agg(nextval('pay_lines_id_seq')::text, ',') from generate_series(1, ${newLines})) as lines
  `.execute(tx)
  const payIds = idsOf(rows[0]?.pays)
  const lineIds = idsOf(rows[0]?.lines)
  let nextPay = 0
  let nextLine = 0
  return pays.map((pay) => ({
    ...pay,
    id: pay.task.existing?.id ?? (payIds[nextPay++] as number),
    lineIds: pay.lines.map((line) => line.id ?? (lineIds[nextLine++] as number)),
  }))
}

function idsOf(text: string | null | undefined): number[] {
  return text ? text.split(',').map(Number) : []
}

/** Writes pays with their lines, and for processed ones the leave they move. New items are already there. */
export async function storePays(
  tx: Tx,
  company: Company,
  pays: readonly StoredPay[],
  now: Date,
): Promise<void> {
  const at = now.toISOString()
  const existing = pays.filter((pay) => pay.task.existing).map((pay) => pay.id)
  if (existing.length > 0) await clearPays(tx, existing, now)
  await insertRows(
    tx,
    'pays',
    [...PAY_COLUMNS, ...(company.jurisdiction === 'AU' ? AU_FIGURES : NZ_FIGURES)],
    pays.map((pay) => payCells(pay, company.id, at)),
    existing.length > 0 ? { replaceBy: 'id' } : {},
  )
  await insertRows(tx, 'pay_lines', LINE_COLUMNS, pays.flatMap(lineCells))
  const processed = pays.filter((pay) => pay.task.status === 'processed')
  const movements = processed.flatMap(movementCells)
  await insertRows(tx, 'leave_movements', MOVEMENT_COLUMNS, movements)
  await addToBalances(tx, movements, now)
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

/** Adds movements to the employees' running balances. The sums come as parameters, so that only these rows are touched. */
async function addToBalances(tx: Tx, movements: readonly Cell[][], now: Date): Promise<void> {
  if (movements.length === 0) return
  const columns = [1, 2, 4].map((index) => movements.map((cells) => cells[index]))
  const sums = Object.entries(BALANCES).map(
    ([balance, column]) => `${column} = ${column} + coalesce((moved.amounts ->> '${balance}')::numeric, 0)`,
  )
  await sql`
    update employees set ${sql.raw(sums.join(', '))}, version = version + 1, updated_at = ${now}
    from (
      select employee_id, jsonb_object_agg(balance, amount) as amounts from (
        select employee_id, balance, sum(amount) as amount
        from unnest(${columns[0]}::int[], ${columns[1]}::text[], ${columns[2]}::numeric[])
          as movement (employee_id, balance, amount)
        group by employee_id, balance
      ) sums group by employee_id
    ) moved
    where employees.id = moved.employee_id`.execute(tx)
}

/** Takes the stored movements of these pays out of the employees' running balances. */
async function takeFromBalances(tx: Tx, payIds: readonly number[], now: Date): Promise<void> {
  const { rows } = await sql<{ employee_id: number; balance: LeaveBalance; kind: string; amount: string }>`
    select pay_id, employee_id, balance, kind, amount from leave_movements
    where pay_id = any(${payIds}::int[])`.execute(tx)
  await addToBalances(
    tx,
    rows.map((row) => [0, row.employee_id, row.balance, row.kind, ZERO.minus(row.amount).toFixed()]),
    now,
  )
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
