import type { Service } from '../../service.ts'
import { lawRatesOn } from './law-rates.ts'
import { openInPlace, readViewRows } from './queries.ts'
import type { EmployeeView } from './schema.ts'
import { completeView } from './view.ts'

const ROWS_AT_ONCE = 250

/**
 * The JSON text of a list, piece by piece: memory stays that of one piece however long the list is.
 * The next rows are already on their way while the present ones are written.
 */
export async function* writeList(
  service: Service,
  ids: readonly number[],
  stringify: (employee: EmployeeView) => string,
): AsyncGenerator<string> {
  const law = lawRatesOn(service, service.clock.today())
  const read = (from: number) =>
    from < ids.length ? readViewRows(service.database.pool, ids.slice(from, from + ROWS_AT_ONCE)) : undefined
  let next = read(0)
  let separator = '['
  for (let from = 0; from < ids.length; from += ROWS_AT_ONCE) {
    const rows = (await next) ?? []
    next = read(from + ROWS_AT_ONCE)
    next?.catch(() => {})
    const piece = rows.map((row) => stringify(completeView(openInPlace(service.cipher, row), law)))
    if (piece.length === 0) continue
    yield separator + piece.join(',')
    separator = ','
  }
  yield separator === '[' ? '[]' : ']'
}
