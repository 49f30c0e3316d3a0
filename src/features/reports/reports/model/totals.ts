import { type Decimal, sumTexts, ZERO } from '../../../../kernel/values/money.ts'
import type { Column, Row } from './report.ts'

/** The totals of the columns that have one, exact for any number of rows. */
export type Totals = Readonly<Record<string, string>>

/** Adds up rows as they are streamed. */
export function createTotals(columns: readonly Column[]) {
  const totalled = columns.filter((column) => column.isTotalled)
  const sums = new Map<string, Decimal>()
  let rowCount = 0
  return {
    add(rows: readonly Row[]): void {
      rowCount += rows.length
      for (const { name } of totalled) {
        const texts = rows.map((row) => String(row[name] ?? '0'))
        sums.set(name, (sums.get(name) ?? ZERO).plus(sumTexts(texts)))
      }
    },
    read: (): Totals =>
      Object.fromEntries(totalled.map(({ name }) => [name, (sums.get(name) ?? ZERO).toFixed()])),
    count: () => rowCount,
  }
}
