import { PAGED } from './facts.ts'

type Query = Record<string, unknown>
type Page = { entries: readonly unknown[]; next: unknown }

/** Yields the entries of a paginated list, and reads the next page when it is needed. */
export async function* entriesOfPages(
  path: string,
  query: Query,
  read: (query: Query) => Promise<unknown>,
): AsyncGenerator<unknown> {
  const cursor = ['before', 'after', 'offset'].find((name) => PAGED.has(`${path}?${name}`))
  let from = query
  for (;;) {
    const { entries, next } = pageOf(await read(from), cursor, from)
    yield* entries
    if (cursor === undefined || next === null || entries.length === 0) return
    from = { ...query, [cursor]: next }
  }
}

/** A plain list continues after its last entry or by offset. An object contains its own `next`. */
function pageOf(answer: unknown, cursor: string | undefined, query: Query): Page {
  if (!Array.isArray(answer)) {
    const { next = null, ...members } = answer as Query
    return { entries: Object.values(members).find(Array.isArray) ?? [], next }
  }
  const last = answer.at(-1) as { id?: unknown } | undefined
  const next = cursor === 'offset' ? Number(query.offset ?? 0) + answer.length : (last?.id ?? null)
  return { entries: answer, next }
}
