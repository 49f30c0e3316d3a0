import {
  type Cell,
  type Column,
  columnValues,
  type Insertion,
  insertText,
} from '../../../../database/insert-rows.ts'
import { onceForEach } from '../../../../kernel/memoize-by-key.ts'
import { present } from '../../../../kernel/values/present.ts'
import type { NumberedPay } from '../calculate/calculate-pays.ts'
import type { PayCountry } from '../country/types.ts'
import type { PaySnapshot } from '../job/pay-job.ts'
import type { KnownItem } from '../lines/lines.ts'
import { ADD_TO_BALANCES, MOVEMENT_COLUMNS, movementCells } from './balances.ts'
import { figuresHash } from './figures-hash.ts'

/** The ids of items that were new. */
export type ItemIds = ReadonlyMap<KnownItem, number>

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
  { companyId, customerId, country }: { companyId: number; customerId: number; country: PayCountry },
  pays: readonly NumberedPay[],
  { snapshots, itemIds, now }: { snapshots: readonly (PaySnapshot | null)[]; itemIds: ItemIds; now: Date },
): PayRows {
  const at = now.toISOString()
  const moves = pays.filter((pay) => pay.job.status === 'processed').flatMap(movementCells)
  const cells = pays.map((pay, index) => payCells(pay, { companyId, country }, snapshots[index] ?? null, at))
  const lines = pays.flatMap((pay) => lineCells(pay, itemIds))
  const isReplacing = pays.some((pay) => pay.job.existing)
  const { columns, fresh, replacing } = statementsOf(country)
  return {
    text: isReplacing ? replacing : fresh,
    values: [
      at,
      String(customerId),
      ...columnValues(columns, cells),
      ...columnValues(LINE_COLUMNS, lines),
      ...columnValues(MOVEMENT_COLUMNS, moves),
    ],
  }
}

/** The statements of a country. Written once: they are long, and a call for a single pay would write and look them up anew. */
const statementsOf = onceForEach(({ columns: own }: PayCountry) => {
  const columns = [...PAY_COLUMNS, ...own]
  return { columns, fresh: writeStatement(columns), replacing: writeStatement(columns, 'id') }
})

function writeStatement(columns: readonly Column[], replaceBy?: string): string {
  let after = 2
  const pays = insertText('pays', columns, { replaceBy, after, same: SAME })
  after += columns.length
  const lines = insertText('pay_lines', LINE_COLUMNS, { after, same: SAME })
  after += LINE_COLUMNS.length
  const moves = insertText('leave_movements', MOVEMENT_COLUMNS, { after, same: SAME })
  return `with new_pays as (${pays}), new_lines as (${lines}),
    moves as (${moves} returning employee_id, balance, amount)
    ${ADD_TO_BALANCES}`
}

function payCells(
  pay: NumberedPay,
  { companyId, country }: { companyId: number; country: PayCountry },
  snapshot: PaySnapshot | null,
  at: string,
): Cell[] {
  const { job, calculated } = pay
  const cells = calculated.cells()
  return [
    pay.id,
    companyId,
    job.employee.id,
    job.run.id,
    job.status,
    job.timing.payDate,
    job.department,
    job.note,
    job.isWorkersComp,
    job.termination !== null,
    job.existing?.createdAt.toISOString() ?? at,
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
