import { memoizeByKey } from '../kernel/values/memoize-by-key.ts'
import { type Decimal, ZERO } from '../kernel/values/money.ts'
import { byName, collect, keysOf } from '../kernel/values/word-lists.ts'
import type { FigureOptions, NamesWith, TotalOf } from './figures.ts'
import { amount, type Reader } from './stored.ts'

/*
 * The amounts among the figures of a pay: the law calculates each under the name it has in its list. The members of the result, the
 * totals that the law receives for later pays, and the stored form of these totals are derived from the list too.
 */

export type Amount = FigureOptions & { column: string }
export type AmountList = Readonly<Record<string, Amount>>

/** The list of a country's amounts. `Each` is the country's own type of an entry. */
export function defineAmounts<Each extends Amount>() {
  return <const List extends Readonly<Record<string, Each>>>(list: List): List => list
}

/** The members of the law's result. */
export type AmountsOf<List> = { [Name in keyof List]: Decimal }

/** The totals of a kind that the law receives, under the names of the amounts. */
export type TotalsOf<List, Of extends TotalOf> = {
  [Name in NamesWith<List, { history: { total: Of } }>]: Decimal
}

type FiguresFrom<List> = {
  [Name in keyof List]: List[Name] & {
    type: 'numeric'
    from(result: { figures: AmountsOf<List> }): Decimal
  }
}

/** The entries of the amounts for the list of figures. */
export const amountFigures = <List extends AmountList>(list: List): FiguresFrom<List> =>
  byName(
    keysOf<keyof List & string>(list).map((name) => [
      name,
      {
        ...list[name],
        type: 'numeric',
        from: ({ figures }: { figures: AmountsOf<List> }) => figures[name],
      },
    ]),
  )

/** Yields the totals of one kind. */
export function totalsOf<List extends AmountList, Of extends TotalOf>(
  list: List,
  of: Of,
  total: (name: keyof TotalsOf<List, Of>) => Decimal,
): TotalsOf<List, Of> {
  return collect(totalNames(list, of), (name) => name, total)
}

/**
 * How the totals are stored with the facts of a pay. Pays from before an amount existed have no total for it.
 */
export function totalFacts<List extends AmountList, Of extends TotalOf>(
  list: List,
  of: Of,
): { [Name in keyof TotalsOf<List, Of>]: Reader<Decimal> } {
  return byName(totalNames(list, of).map((name) => [name, amountOrZero]))
}

const amountOrZero: Reader<Decimal> = (value, path) => (value === undefined ? ZERO : amount(value, path))

const totalNames = <List extends AmountList, Of extends TotalOf>(list: List, of: Of) =>
  keysOf<keyof TotalsOf<List, Of> & string>(byTotal(list)[of])

/** The amounts of each kind. Found once, because every pay sums up its history. */
const byTotal = memoizeByKey((list: AmountList): Record<TotalOf, Record<string, Amount>> => {
  const only = (of: TotalOf) =>
    Object.fromEntries(Object.entries(list).filter(([, each]) => each.history?.total === of))
  return { year: only('year'), period: only('period') }
})
