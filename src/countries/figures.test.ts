import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { auPay, bonusLine } from '../../test/support/au-pay.ts'
import { nzPay } from '../../test/support/nz-pay.ts'
import type { decimal } from '../kernel/values/money.ts'
import { keysOf } from '../kernel/values/word-lists.ts'
import { loadRates } from '../load-rates.ts'
import { historyColumns, historyEntry, historyReader } from '../payroll/figure-history.ts'
import {
  type AnyFigures,
  defineFigures,
  figureColumns,
  figureWriter,
  reportedColumns,
  shownFigures,
} from '../payroll/figures.ts'
import { AU_FIGURES } from './au/law/figures/figures.ts'
import { au } from './au/law/index.ts'
import { NZ_FIGURES } from './nz/law/figures/figures.ts'
import { nz } from './nz/law/index.ts'

const rates = loadRates()
const auInput = auPay({ bonuses: [bonusLine('1000')] })
const nzInput = nzPay()

const timing = { ...auInput, periodStart: auInput.payDate, periodEnd: auInput.periodEnd }

const LISTS = [
  { name: 'AU', list: AU_FIGURES as AnyFigures, input: auInput, result: au.calculate(auInput, rates.au) },
  { name: 'NZ', list: NZ_FIGURES as AnyFigures, input: nzInput, result: nz.calculate(nzInput, rates.nz) },
]

const inOrder = (list: AnyFigures, names: readonly string[]): AnyFigures =>
  Object.fromEntries(names.flatMap((name) => (list[name] ? [[name, list[name]]] : [])))

/**
 * Everything that is derived from a list of figures, by name. `read` is the history entry read back from simulated SQL
 * cells.
 */
function derived(list: AnyFigures, input: unknown, result: unknown) {
  const { texts, cells } = figureWriter(list)
  const { each, sums, isApart } = historyColumns(list)
  const row = {
    timing,
    id: 1,
    isTermination: false,
    isSum: false,
    cells: each.map((sql) => `2026-01-01 ${sql}`),
  }
  const pay = historyReader(list)(row, null) as Readonly<Record<string, unknown>>
  const entry = historyEntry(list)(timing, input, result)
  return {
    columns: new Set(figureColumns(list).map(String)),
    cells: cells(texts(result), input, result),
    reported: reportedColumns(list),
    shown: new Set(shownFigures(list).map(({ view, column }) => `${view} ${column}`)),
    sums: sums && Object.fromEntries(each.map((sql, index) => [sql, sums[index]])),
    isApart,
    entry,
    read: Object.fromEntries(keysOf(entry).map((name) => [name, pay[name]])),
  }
}

describe.each(LISTS)('the figures of $name', ({ list, input, result }) => {
  it('come out the same in whatever order the list has them', () => {
    const expected = derived(list, input, result)
    fc.assert(
      fc.property(fc.shuffledSubarray(keysOf(list), { minLength: keysOf(list).length }), (names) => {
        expect(derived(inOrder(list, names), input, result)).toEqual(expected)
      }),
      { numRuns: 50 },
    )
  })

  it('have one column, one place in the hash and one member of the read model each', () => {
    const columns = figureColumns(list).map(([column]) => column)
    const shown = shownFigures(list).map(({ view }) => view)
    const places = keysOf(list).flatMap((name) => list[name]?.reported ?? [])
    for (const all of [columns, shown, places.map(String)]) expect(new Set(all).size).toBe(all.length)
    expect(places.sort((a, b) => a - b)).toEqual(places.map((_, index) => index + 1))
  })
})

describe('a list that lacks something', () => {
  type Result = { amount: ReturnType<typeof decimal> }
  const define = defineFigures<object, Result>()

  it('does not compile', () => {
    // @ts-expect-error `history` must say how earlier pays are combined
    define({ a: { column: 'a', type: 'numeric', from: ({ amount }) => amount, history: {} } })
    // @ts-expect-error there is no such sum
    define({ a: { column: 'a', type: 'numeric', from: ({ amount }) => amount, history: { sum: 'all' } } })
    // @ts-expect-error an amount is not a date
    define({ a: { column: 'a', type: 'date', from: ({ amount }) => amount } })
    // @ts-expect-error a source must be given
    define({ a: { column: 'a', type: 'numeric' } })
    expect(define({ a: { column: 'a', type: 'numeric', from: ({ amount }) => amount } })).toBeTruthy()
  })
})
