import { CompiledQuery, sql } from 'kysely'
import type { Tx } from '../../../database/connect.ts'
import { type Cell, type Column, type Insertion, insertion } from '../../../database/insert-rows.ts'
import type { Company } from '../../../database/tables/companies.ts'
import { present } from '../../../payroll/present.ts'
import type { PayCountry } from '../country/types.ts'
import type { PaySnapshot } from '../task.ts'
import { ADD_TO_BALANCES, MOVEMENT_COLUMNS, movementCells, takeFromBalances } from './balances.ts'
import { figuresHash } from './figures-hash.ts'
import type { NumberedPay } from './ids.ts'
import type { ItemIds } from './items.ts'
import type { Snapshots } from './snapshots.ts'

const PAY_COLUMNS: readonly Column[] = [
  ['id', 'int'],
  ['company_id', 'int'],
  ['employee_id', 'int'],
  ['pay_run_id', 'int'],
  ['status', 'text'],
  ['processed_date', 'date'],
  ['pay_department', 'text'],
  ['note', 'text'],
  ['is_workers_comp', 'bool'],
  ['is_termination', 'bool'],
  ['created_at', 'timestamptz'],
  ['updated_at', 'timestamptz'],
  ['facts', 'json'],
  ['leave_balances', 'json'],
  ['warnings', 'json'],
  ['snapshot_id', 'int'],
  ['employer_snapshot_id', 'int'],
  ['figures_hash', 'text'],
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

/** The first parameters of the statement: the time, and the customer of every row in it. */
const SAME = { customer_id: '$2::int' }

/** The rows of some pays, as one statement that writes them all. */
export type PayRows = Insertion

/** Pays with their lines, and for processed ones the leave they move. */
export function rowsOf(
  { company, country, snapshots }: { company: Company; country: PayCountry; snapshots: Snapshots },
  pays: readonly NumberedPay[],
  itemIds: ItemIds,
  now: Date,
): PayRows {
  const at = now.toISOString()
  const columns = [...PAY_COLUMNS, ...country.columns]
  const moves = pays.filter((pay) => pay.task.status === 'processed').flatMap(movementCells)
  const cells = pays.map((pay) => payCells(pay, { company, country }, snapshots.of(pay.task), at))
  const isReplacing = pays.some((pay) => pay.task.existing)
  let after = 2
  const replaceBy = isReplacing ? 'id' : undefined
  const payInsert = insertion('pays', columns, cells, { replaceBy, after, same: SAME })
  after += columns.length
  const lineInsert = insertion(
    'pay_lines',
    LINE_COLUMNS,
    pays.flatMap((pay) => lineCells(pay, itemIds)),
    { after, same: SAME },
  )
  after += LINE_COLUMNS.length
  const moveInsert = insertion('leave_movements', MOVEMENT_COLUMNS, moves, { after, same: SAME })
  return {
    text: `with new_pays as (${payInsert.text}), new_lines as (${lineInsert.text}),
      moves as (${moveInsert.text} returning employee_id, balance, amount)
      ${ADD_TO_BALANCES}`,
    values: [
      at,
      String(company.customer_id),
      ...payInsert.values,
      ...lineInsert.values,
      ...moveInsert.values,
    ],
  }
}

/** Writes pays; what belonged to those that are made anew goes first. */
export async function storePays(
  tx: Tx,
  company: Company,
  pays: readonly NumberedPay[],
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

function payCells(
  pay: NumberedPay,
  { company, country }: { company: Company; country: PayCountry },
  snapshot: PaySnapshot | null,
  at: string,
): Cell[] {
  const { task, calculated } = pay
  const cells = calculated.cells()
  return [
    pay.id,
    company.id,
    task.employee.id,
    task.run.id,
    task.status,
    task.timing.payDate,
    task.department,
    task.note,
    task.isWorkersComp,
    task.termination !== null,
    task.existing?.createdAt.toISOString() ?? at,
    at,
    calculated.facts(),
    JSON.stringify(calculated.balances),
    pay.warnings.length > 0 ? JSON.stringify(pay.warnings) : null,
    snapshot?.own,
    snapshot?.employer,
    figuresHash(country, cells),
    ...cells,
  ]
}

function lineCells(pay: NumberedPay, itemIds: ItemIds): Cell[][] {
  return pay.lines.map((line, index) => [
    present(pay.lineIds[index]),
    pay.id,
    line.kind,
    line.description,
    line.amount,
    (line.item && (line.item.id ?? itemIds.get(line.item))) ?? line.itemId ?? null,
    line.templateId,
    JSON.stringify(line.details),
  ])
}

async function storeTerminations(
  tx: Tx,
  company: Company,
  pays: readonly NumberedPay[],
  now: Date,
): Promise<void> {
  for (const pay of pays) {
    const { termination } = pay.calculated
    if (!pay.task.termination || !termination) continue
    await tx
      .insertInto('terminations')
      .values({
        pay_id: pay.id,
        employee_id: pay.task.employee.id,
        customer_id: company.customer_id,
        company_id: company.id,
        termination_date: pay.task.termination.termination_date,
        request: JSON.stringify(pay.task.termination),
        result: JSON.stringify(termination),
        created_at: now,
      })
      .onConflict((on) => on.column('pay_id').doUpdateSet((row) => ({ result: row.ref('excluded.result') })))
      .execute()
  }
}

/** Deletes a pay. What was reported of it stays, and says that it is gone: the authority has to be told. */
export async function deletePay(tx: Tx, payId: number, now: Date): Promise<void> {
  await tx.updateTable('submission_pays').set({ gone_at: now }).where('pay_id', '=', payId).execute()
  await tx.deleteFrom('pays').where('id', '=', payId).execute()
}
