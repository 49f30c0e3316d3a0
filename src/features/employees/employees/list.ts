import type { Service } from '../../../service.ts'
import { createTextWriter } from './list-text.ts'
import { readTexts } from './text-queries.ts'

const ROWS_AT_ONCE = 250

/**
 * Streams the JSON of a list in chunks, so memory use does not grow with the list. The next chunk is fetched while the
 * current one is serialised.
 */
export async function* writeList(service: Service, ids: readonly number[]): AsyncGenerator<string> {
  const write = createTextWriter(service)
  const read = (from: number) => {
    if (from >= ids.length) return undefined
    const rows = readTexts(service.database.pool, ids.slice(from, from + ROWS_AT_ONCE))
    // If the client disconnects, nothing awaits these rows.
    rows.catch(() => {})
    return rows
  }
  let next = read(0)
  let separator = '['
  for (let from = 0; from < ids.length; from += ROWS_AT_ONCE) {
    const rows = (await next) ?? []
    next = read(from + ROWS_AT_ONCE)
    let piece = ''
    for (const row of rows) {
      piece += separator + write(row)
      separator = ','
    }
    yield piece
  }
  yield separator === '[' ? '[]' : ']'
}
