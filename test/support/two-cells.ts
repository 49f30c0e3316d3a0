import pg from 'pg'
import { CELL_TABLES } from '../../src/database/cell-catalogue.ts'
import { createCell } from '../../src/database/create-cell.ts'
import { inCell, MAIN_CELL } from '../../src/database/current-cell.ts'

/** The cells of a run with TASMAN_TEST_CELLS=2. */
export const TEST_CELLS = ['even', 'odd'] as const

/** Runs `work` in each cell with customers in this test run, for tests that read customer tables directly. */
export async function inTestCells<T>(work: () => Promise<T[]>): Promise<T[]> {
  const cells = process.env.TASMAN_TEST_CELLS ? TEST_CELLS : [MAIN_CELL]
  return (await Promise.all(cells.map((cell) => inCell(cell, work)))).flat()
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
