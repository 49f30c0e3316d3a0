import pg from 'pg'
import { CELL_TABLES } from '../../src/database/cell-catalogue.ts'
import { connect } from '../../src/database/connect.ts'
import { createCell } from '../../src/database/create-cell.ts'
import { currentCell, inCell, MAIN_CELL, searchPathOf } from '../../src/database/current-cell.ts'
import type { Service } from '../../src/service.ts'

/** The cells of a run with TASMAN_TEST_CELLS=2. */
export const TEST_CELLS = ['even', 'odd'] as const

/** Runs `work` in each cell with customers in this test run, for tests that read customer tables directly. */
export async function inTestCells<T>(work: () => Promise<T[]>): Promise<T[]> {
  const cells = process.env.TASMAN_TEST_CELLS ? TEST_CELLS : [MAIN_CELL]
  return (await Promise.all(cells.map((cell) => inCell(cell, work)))).flat()
}

/** Runs a job in each of these cells, as the service does. Without this, a job that a test calls runs in the demo employer's cell only. */
export async function runInTestCells(job: () => Promise<unknown>): Promise<void> {
  await inTestCells(async () => {
    await job()
    return []
  })
}

/**
 * How a test reaches the database directly: in the cell of the demo employer, or in the current cell inside `inCellOf`.
 * Without one, as the service does.
 */
export type DirectAccess = { service: Service; url(): string; close(): Promise<void> }

/** With two cells, the app keeps the plain service, where a statement outside its cell fails. */
export async function openDirectAccess(service: Service, url: string, role?: string): Promise<DirectAccess> {
  const plain = { service, url: () => url, close: async () => {} }
  if (!process.env.TASMAN_TEST_CELLS) return plain
  const demo = await service.database.query
    .selectFrom('customers')
    .select('cell')
    .orderBy('id')
    .executeTakeFirst()
  if (!demo) return plain
  const urlIn = (cell: string) => {
    const own = new URL(url)
    own.searchParams.set('options', `-c search_path=${searchPathOf(cell).replace(', ', ',')}`)
    return own.href
  }
  const database = connect({
    url: urlIn(demo.cell),
    poolSize: 4,
    statementTimeoutMs: 60_000,
    mode: 'test',
    role,
  })
  return {
    service: Object.create(service, { database: { value: database } }),
    url: () => urlIn(currentCell() === MAIN_CELL ? demo.cell : currentCell()),
    close: () => database.close(),
  }
}

/**
 * Creates two cells and places new customers by even and odd id. The service may not access the tables of `main`, so a statement
 * that runs outside its cell fails instead of finding nothing.
 */
export async function spreadOverCells(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const cell of TEST_CELLS) await createCell(client, cell)
    await client.query(`
      create function place_in_turn() returns trigger language plpgsql as $$
      begin
        new.cell := case new.id % 2 when 0 then 'even' else 'odd' end;
        return new;
      end $$;
      create trigger place_in_turn before insert on customers for each row execute function place_in_turn();
      revoke all on ${CELL_TABLES.join(', ')} from tasman_service`)
  } finally {
    await client.end()
  }
}
