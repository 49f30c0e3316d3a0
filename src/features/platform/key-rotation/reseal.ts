import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { isCellTable } from '../../../database/cell-marks.ts'
import type { Tx } from '../../../database/connect.ts'
import { MAIN_CELL } from '../../../database/current-cell.ts'
import { inEachCell } from '../../../database/each-cell.ts'
import { keysOf } from '../../../kernel/values/word-lists.ts'
import { factsOf, SEALED_COLUMNS, type SealedColumn } from '../../../security/sealed-columns.ts'
import type { Service } from '../../../service.ts'
import { countStale, lockStale, pagesOf, type SealedValue, tableOf, writeSealed } from './queries.ts'

export type Resealed = { values: number; unreadable: number; isComplete: boolean }

const COLUMNS = keysOf(SEALED_COLUMNS).filter((name) => name !== 'sealing_keys.canary')
/** The number of table pages scanned together. */
const PAGES = 64
const ROUNDS = 3

/**
 * Re-encrypts every value that is in plain text, in an old format or under an older key. Then it retires the
 * older keys. Each stored value records how it is encrypted, so an interrupted run continues with the rest.
 * Several processes may run it at once. It does nothing when the first key has already swept the database.
 */
export async function resealStale(service: Service, stopped?: AbortSignal): Promise<Resealed> {
  const result: Resealed = { values: 0, unreadable: 0, isComplete: true }
  if (await isSwept(service)) return result
  // A row that another request updates may move to a page already scanned. So the remaining values are
  // searched again.
  for (let round = 1; round <= ROUNDS; round += 1) {
    result.unreadable = 0
    await inEveryPlace(service, (column) => resealColumn(service, column, result, stopped))
    if (stopped?.aborted) return { ...result, isComplete: false }
    let left = 0
    await inEveryPlace(service, async (column) => {
      left += await countStale(service, column)
    })
    result.isComplete = left === 0
    if (left === 0 || left === result.unreadable) break
  }
  if (result.isComplete) await retireOthers(service)
  service.log.info(result, 'stored values were re-encrypted')
  return result
}

/**
 * Runs the work for each column where it is stored: columns of cell tables in every cell, others in the main
 * cell.
 */
async function inEveryPlace({ database }: Service, work: (column: SealedColumn) => Promise<void>) {
  await inEachCell(database, async (cell) => {
    for (const column of COLUMNS) if (cell === MAIN_CELL || isCellTable(tableOf(column))) await work(column)
  })
}

async function resealColumn(
  service: Service,
  column: SealedColumn,
  result: Resealed,
  stopped: AbortSignal | undefined,
): Promise<void> {
  const pages = await pagesOf(service, column)
  for (let first = 0; first < pages && !stopped?.aborted; first += PAGES) {
    let after: string | undefined = `(${first},0)`
    while (after && !stopped?.aborted) {
      const from: string = after
      after = await service.database.transaction((tx) =>
        resealPart(service, tx, column, from, `(${first + PAGES},0)`, result),
      )
      await nextTurn()
    }
  }
}

/**
 * Re-encrypts one batch of rows between two positions of the table. Returns the position to continue from, or
 * undefined at the end.
 */
async function resealPart(
  service: Service,
  tx: Tx,
  column: SealedColumn,
  after: string,
  before: string,
  result: Resealed,
): Promise<string | undefined> {
  const { cipher, log } = service
  const rows = await lockStale(service, tx, column, after, before)
  const sealed = rows.flatMap(({ place, row, value }): SealedValue[] => {
    try {
      if (Buffer.isBuffer(value))
        return [{ place, value: cipher.sealBytes(column, row, cipher.openBytes(column, row, value)) }]
      const plain = cipher.open(column, row, value)
      const hash = factsOf(column).fingerprint ? cipher.fingerprints(column, plain)[0] : undefined
      return [{ place, value: cipher.seal(column, row, plain), hash }]
    } catch (error) {
      result.unreadable += 1
      log.error({ err: error, column, row }, 'a stored value cannot be decrypted')
      return []
    }
  })
  await writeSealed(tx, column, sealed)
  result.values += sealed.length
  return rows.at(-1)?.place
}

async function isSwept({ database, cipher }: Service): Promise<boolean> {
  const row = await database.query
    .selectFrom('sealing_keys')
    .select('swept_at')
    .where('key_id', '=', cipher.keyIds[0] ?? '')
    .executeTakeFirst()
  return row?.swept_at instanceof Date
}

/** Retires the other keys: they are no longer required and must not encrypt again. */
async function retireOthers({ database, cipher, clock }: Service): Promise<void> {
  const now = clock.now()
  const current = cipher.keyIds[0] ?? ''
  await sql`update sealing_keys set
      swept_at = case when key_id = ${current} then ${now}::timestamptz else swept_at end,
      retired_at = case when key_id = ${current} then null else coalesce(retired_at, ${now}::timestamptz) end`.execute(
    database.query,
  )
}
