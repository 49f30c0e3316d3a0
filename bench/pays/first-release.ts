import { connect, type Database } from '../../src/database/connect.ts'
import { fillAsFirstRelease } from '../../test/support/first-release.ts'
import { execute, withDatabase } from '../../test/support/postgres.ts'
import { type Cell, columnsOf, insertInPortions, rowsOf, type TableRows } from './bare-rows.ts'

/*
 * The rows that release 0.1.0 stored for a pay, in its tables with its keys and indexes. This baseline stays the same while the
 * current schema changes.
 */

const NAME = 'bench_first_release'
/** The same as the pays of the bench: three hours rows, one leave row, two allowances, one deduction. */
const LINES = 7
/** Higher than any id in the dump. */
const FIRST_CLONE = 1_000_000
const MOVEMENTS = [
  ['holiday', 'accrued', '2.923'],
  ['sick', 'accrued', '1.461'],
  ['sick', 'taken', '-7.6'],
  ['lsl', 'accrued', '0.634'],
]

/** Inserts the rows of a number of pays, one pay per employee. Returns the seconds it took. */
export type FirstRelease = { insertPays(count: number): Promise<number>; close(): Promise<void> }

export async function openFirstRelease(server: string, employees: number): Promise<FirstRelease> {
  await execute(server, `create database ${NAME}`)
  const url = withDatabase(server, NAME)
  await fillAsFirstRelease(url)
  const database = connect({ url, poolSize: 1, statementTimeoutMs: 600_000 })
  const sample = await readSample(database)
  await cloneEmployees(database, sample.employeeId, employees)
  await database.pool.query('analyze')
  let lastId = FIRST_CLONE
  return {
    async insertPays(count) {
      const tables = rowsOfPays(sample, count, lastId)
      const seconds = await insertInPortions(database, tables, count)
      await database.pool.query('delete from pays where id > $1', [lastId])
      lastId += count
      return seconds
    },
    close: () => database.close(),
  }
}

type Sample = { employeeId: number; pay: TableRows; lines: TableRows }

/** The Australian pay with the most lines, and more lines from its company. */
async function readSample(database: Database): Promise<Sample> {
  const { rows } = await database.pool.query<{ id: number; employee_id: number; company_id: number }>(`
    select pays.id, pays.employee_id, pays.company_id from pays join companies on companies.id = pays.company_id
    where jurisdiction = 'AU' and status = 'processed' and not is_termination
    order by (select count(*) from pay_lines where pay_id = pays.id) desc limit 1`)
  const [found] = rows
  if (!found) throw new Error('the dump of 0.1.0 holds no Australian pay')
  const pay = await rowsOf(database, 'pays', `id = ${found.id}`)
  const lines = await rowsOf(
    database,
    'pay_lines',
    `pay_id in (select id from pays where company_id = ${found.company_id}) limit ${LINES}`,
  )
  if (lines.rows.length < LINES) throw new Error('the dump of 0.1.0 holds too few lines')
  return { employeeId: found.employee_id, pay, lines }
}

async function cloneEmployees(database: Database, employeeId: number, count: number): Promise<void> {
  const columns = await columnsOf(database, 'employees')
  const others = columns.map(([name]) => name).filter((name) => name !== 'id' && name !== 'number')
  await database.pool.query(
    `insert into employees (id, number, ${others.join(', ')}) overriding system value
     select ${FIRST_CLONE} + copies.n, 'clone-' || copies.n, ${others.join(', ')}
     from employees, generate_series(0, ${count - 1}) as copies (n) where employees.id = ${employeeId}`,
  )
}

function rowsOfPays({ pay, lines }: Sample, count: number, lastId: number): TableRows[] {
  const payIds = Array.from({ length: count }, (_, index) => lastId + 1 + index)
  return [
    {
      ...pay,
      rows: payIds.flatMap((id, index) =>
        pay.rows.map((row) => withCells(pay, row, { id, employee_id: FIRST_CLONE + index })),
      ),
    },
    {
      ...lines,
      rows: payIds.flatMap((id) =>
        lines.rows.map((row, index) => withCells(lines, row, { id: id * LINES + index, pay_id: id })),
      ),
    },
    {
      table: 'leave_movements',
      columns: [
        ['pay_id', 'int'],
        ['employee_id', 'int'],
        ['balance', 'text'],
        ['kind', 'text'],
        ['amount', 'numeric'],
      ],
      rows: payIds.flatMap((id, index) => MOVEMENTS.map((cells) => [id, FIRST_CLONE + index, ...cells])),
    },
  ]
}

/** The row with some cells replaced. */
const withCells = ({ columns }: TableRows, row: readonly Cell[], cells: Record<string, Cell>): Cell[] =>
  columns.map(([name], index) => cells[name] ?? row[index])
