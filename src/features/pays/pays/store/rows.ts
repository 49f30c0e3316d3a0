import {
  type Cell,
  type Column,
  columnValues,
  type Insertion,
  insertText,
} from '../../../../database/insert-rows.ts'
import { memoizeByKey } from '../../../../kernel/values/memoize-by-key.ts'
import { present } from '../../../../kernel/values/present.ts'
import { type FigureCell, figureColumns } from '../../../../payroll/figures.ts'
import type { NumberedPay } from '../calculate/calculated-pay.ts'
import type { PayCountry } from '../country/types.ts'
import type { PaySnapshot } from '../job/pay-job.ts'
import type { KnownItem } from '../lines/lines.ts'
import { ADD_TO_BALANCES, MOVEMENT_COLUMNS, movementCells } from './balances.ts'
import { figuresHash } from './figures-hash.ts'

/** The ids of newly created items. */
export type ItemIds = ReadonlyMap<KnownItem, number>

/** A column of an insert, and the source of its value. */
type Source<Row> = readonly [name: string, type: string, from: (row: Row) => Cell]

type PayToStore = {
  pay: NumberedPay
  companyId: number
  country: PayCountry
  snapshot: PaySnapshot | null
  at: string
  lawVersion: string
  /** The figures, by column. */
  cells: Readonly<Record<string, FigureCell>>
}

const PAY_COLUMNS: readonly Source<PayToStore>[] = [
  ['id', 'int', ({ pay }) => pay.id],
  ['company_id', 'int', ({ companyId }) => companyId],
  ['employee_id', 'int', ({ pay }) => pay.job.employee.id],
  ['pay_run_id', 'int', ({ pay }) => pay.job.run.id],
  ['status', 'text', ({ pay }) => pay.job.status],
  ['processed_date', 'date', ({ pay }) => pay.job.timing.payDate],
  ['pay_department', 'text', ({ pay }) => pay.job.department],
  ['note', 'text', ({ pay }) => pay.job.note],
  ['is_workers_comp', 'bool', ({ pay }) => pay.job.isWorkersComp],
  ['is_termination', 'bool', ({ pay }) => pay.job.termination !== null],
  ['created_at', 'timestamptz', ({ pay, at }) => pay.job.existing?.createdAt.toISOString() ?? at],
  ['updated_at', 'timestamptz', ({ at }) => at],
  ['facts', 'json', ({ pay }) => pay.calculated.facts()],
  ['leave_balances', 'json', ({ pay }) => JSON.stringify(pay.calculated.balances)],
  ['warnings', 'json', ({ pay }) => (pay.warnings.length > 0 ? JSON.stringify(pay.warnings) : null)],
  ['snapshot_id', 'int', ({ snapshot }) => snapshot?.own],
  ['employer_snapshot_id', 'int', ({ snapshot }) => snapshot?.employer],
  ['last_terms_id', 'int', ({ pay }) => lastTermsId(pay.job)],
  ['law_version', 'text', ({ lawVersion }) => lawVersion],
  ['figures_hash', 'text', ({ country, cells }) => figuresHash(country, cells)],
]

/** Changes recorded after a pay was made stay later ones when the pay is recalculated. */
const lastTermsId = ({ existing, employee }: NumberedPay['job']) =>
  existing?.wasProcessed ? existing.lastTermsId : employee.last_terms_id

type LineToStore = { pay: NumberedPay; line: NumberedPay['lines'][number]; id: number; itemIds: ItemIds }

const LINE_COLUMNS: readonly Source<LineToStore>[] = [
  ['id', 'bigint', ({ id }) => id],
  ['pay_id', 'int', ({ pay }) => pay.id],
  ['kind', 'text', ({ line }) => line.kind],
  ['description', 'text', ({ line }) => line.description],
  ['amount', 'numeric', ({ line }) => line.amount],
  [
    'item_id',
    'int',
    ({ line: { item, itemId }, itemIds }) => (item && (item.id ?? itemIds.get(item))) ?? itemId ?? null,
  ],
  ['template_id', 'int', ({ line }) => line.templateId],
  ['details', 'json', ({ line }) => JSON.stringify(line.details)],
]

/** The first parameters of the statement: the time, and the customer of all its rows. */
const SAME = { customer_id: '$2::int' }

/** The rows of some pays, as one insert statement. */
export type PayRows = Insertion

/** Pays with their lines and, for processed pays, their leave movements. */
export function rowsOf(
  { companyId, customerId, country }: { companyId: number; customerId: number; country: PayCountry },
  pays: readonly NumberedPay[],
  {
    snapshots,
    itemIds,
    lawVersion,
    now,
  }: { snapshots: readonly (PaySnapshot | null)[]; itemIds: ItemIds; lawVersion: string; now: Date },
): PayRows {
  const at = now.toISOString()
  const moves = pays
    .filter((pay) => pay.job.status === 'processed')
    .flatMap(({ id, job, calculated }) => movementCells(id, job.employee.id, calculated.leaveMovements))
  const isReplacing = pays.some((pay) => pay.job.existing)
  const { columns, fresh, replacing } = statementsOf(country)
  const rows = pays.map((pay, index) => {
    const snapshot = snapshots[index] ?? null
    const row = { pay, companyId, country, snapshot, at, lawVersion, cells: pay.calculated.cells() }
    return columns.map(([, , from]) => from(row))
  })
  const lines = pays.flatMap((pay) =>
    pay.lines.map((line, index) => {
      const row = { pay, line, id: present(pay.lineIds[index]), itemIds }
      return LINE_COLUMNS.map(([, , from]) => from(row))
    }),
  )
  return {
    text: isReplacing ? replacing : fresh,
    values: [
      at,
      String(customerId),
      ...columnValues(toColumns(columns), rows),
      ...columnValues(toColumns(LINE_COLUMNS), lines),
      ...columnValues(MOVEMENT_COLUMNS, moves),
    ],
  }
}

const toColumns = <Row>(sources: readonly Source<Row>[]): readonly Column[] =>
  sources.map(([name, type]): Column => [name, type])

/** The statements of a country. Memoised because they are long, and each single-pay call would build them again. */
const statementsOf = memoizeByKey(({ figures }: PayCountry) => {
  const own = figureColumns(figures).map(
    ([name, type]): Source<PayToStore> => [name, type, ({ cells }) => cells[name]],
  )
  const columns = [...PAY_COLUMNS, ...own]
  return {
    columns,
    fresh: writeStatement(toColumns(columns)),
    replacing: writeStatement(toColumns(columns), 'id'),
  }
})

function writeStatement(columns: readonly Column[], replaceBy?: string): string {
  let after = 2
  const pays = insertText('pays', columns, { replaceBy, after, same: SAME })
  after += columns.length
  const lines = insertText('pay_lines', toColumns(LINE_COLUMNS), { after, same: SAME })
  after += LINE_COLUMNS.length
  const moves = insertText('leave_movements', MOVEMENT_COLUMNS, { after, same: SAME })
  return `with new_pays as (${pays}), new_lines as (${lines}),
    moves as (${moves} returning employee_id, balance, amount)
    ${ADD_TO_BALANCES}`
}
