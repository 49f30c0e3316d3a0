import { sql } from 'kysely'
import type { Tx } from '../../../database/connect.ts'
import { factsOf, type SealedColumn } from '../../../security/sealed-columns.ts'
import type { Service } from '../../../service.ts'

/** `place` is the row's physical position. It is valid while the row is locked. */
export type StaleValue = { place: string; row: string; value: string | Buffer }
export type SealedValue = { place: string; value: string | Buffer; hash?: Buffer | undefined }

const PART = 200
/** Documents are megabytes in size. */
const PART_OF_DOCUMENTS = 5
const DOCUMENTS: readonly SealedColumn[] = [
  'submissions.document',
  'submissions.content',
  'submissions.details',
  'super_files.content',
  'outbox_attachments.content',
  'idempotency_keys.response',
]
const PAGE_BYTES = 8192

export const tableOf = (column: SealedColumn): string => column.slice(0, column.indexOf('.'))
const namesOf = (column: SealedColumn) => column.split('.') as [table: string, name: string]

/** Selects values that are not encrypted under the first key in the current format. */
function isStale({ cipher }: Service, column: SealedColumn) {
  const value = sql.ref(namesOf(column)[1])
  const { isBytes, clearWhen } = factsOf(column)
  if (isBytes) {
    const prefix = cipher.currentBytesPrefix
    return sql<boolean>`${value} is not null and substring(${value} from 1 for ${sql.lit(prefix.length)}) <> ${prefix}`
  }
  const isCurrent = sql<boolean>`starts_with(${value}, ${cipher.currentPrefix})`
  if (clearWhen)
    return sql<boolean>`not ${isCurrent} and (starts_with(${value}, 's2.') or (${sql.raw(clearWhen)}))`
  return sql<boolean>`${value} is not null and not ${isCurrent}`
}

export async function countStale(service: Service, column: SealedColumn): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(namesOf(column)[0])} where ${isStale(service, column)}`.execute(
    service.database.query,
  )
  return rows[0]?.count ?? 0
}

/** The table's current number of pages. Later writes already use the first key. */
export async function pagesOf({ database }: Service, column: SealedColumn): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select pg_relation_size(${namesOf(column)[0]}::regclass) as bytes`.execute(database.query)
  return Math.ceil((rows[0]?.bytes ?? 0) / PAGE_BYTES)
}

/**
 * Locks the stale values between two positions of the table. Rows locked elsewhere are left for the next
 * round.
 */
export async function lockStale(
  service: Service,
  tx: Tx,
  column: SealedColumn,
  after: string,
  before: string,
): Promise<StaleValue[]> {
  const [table, name] = namesOf(column)
  const key = sql.join(factsOf(column).row.map((part) => sql.ref(part)))
  const limit = DOCUMENTS.includes(column) ? PART_OF_DOCUMENTS : PART
  const { rows } = await sql<StaleValue>`
    select ctid::text as place, concat_ws('/', ${key}) as row, ${sql.ref(name)} as value from ${sql.table(table)}
    where ctid > ${after}::tid and ctid < ${before}::tid and ${isStale(service, column)}
    order by ctid limit ${sql.lit(limit)} for update skip locked`.execute(tx)
  return rows
}

/** Writes the values back into their locked rows. */
export async function writeSealed(
  tx: Tx,
  column: SealedColumn,
  values: readonly SealedValue[],
): Promise<void> {
  if (values.length === 0) return
  const [table, name] = namesOf(column)
  const { isBytes, fingerprint } = factsOf(column)
  const type = sql.raw(isBytes ? 'bytea[]' : 'text[]')
  const places = values.map(({ place }) => place)
  const sealed = values.map(({ value }) => value)
  const hashes = values.map(({ hash }) => hash ?? null)
  const hash = fingerprint ? sql`, ${sql.ref(fingerprint)} = v.hash` : sql``
  await sql`
    update ${sql.table(table)} t set ${sql.ref(name)} = v.value ${hash}
    from unnest(${places}::text[], ${sealed}::${type}, ${hashes}::bytea[]) as v (place, value, hash)
    where t.ctid = v.place::tid`.execute(tx)
}
