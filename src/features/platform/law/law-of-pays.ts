import type { Queryable } from '../../../database/connect.ts'
import { loadRates, type RateBook } from '../../../load-rates.ts'
import { reopenBundle } from './bundle-file.ts'
import { listBundles } from './queries.ts'

/** The tables that each pay was calculated with. */
export type LawOfPays = {
  /** The tables of the bundle that a pay names, or those of this release if the bundle is not known. */
  of(version: string | null): RateBook
  isKnown(version: string | null): boolean
}

/**
 * Loads every bundle that pays may name: the one of this release and those that were ever installed. Bundles of earlier releases
 * are not stored, and a bundle for another version of the program cannot be read.
 */
export async function loadLawOfPays(query: Queryable, shipped: RateBook = loadRates()): Promise<LawOfPays> {
  const books = new Map<string, RateBook>()
  for (const { version, content } of await listBundles(query)) {
    const book = readBook(content)
    if (book) books.set(version, book)
  }
  books.set(shipped.bundle.version, shipped)
  return {
    of: (version) => books.get(version ?? '') ?? shipped,
    isKnown: (version) => books.has(version ?? ''),
  }
}

function readBook(content: string): RateBook | undefined {
  try {
    return reopenBundle(content)
  } catch {
    return undefined
  }
}
