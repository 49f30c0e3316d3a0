import { FIGURES } from '../../../../countries/index.ts'
import { memoizeByKey } from '../../../../kernel/memoize-by-key.ts'
import { byName } from '../../../../kernel/values/word-lists.ts'
import { type AnyFigures, type ShownFigure, shownFigures } from '../../../../payroll/figures.ts'
import type { FigureMembers } from '../schema/figures.ts'
import type { PayView } from '../schema/pay.ts'
import type { PayCountry } from './types.ts'

/** The figures that pays of all countries show; those of one country follow them. */
const EVERYWHERE = Object.values(FIGURES)
  .flatMap(shownFigures)
  .filter((shown) => shown.isShownEverywhere)

/** What a pay shows, each member once. */
const shownOf = memoizeByKey((list: AnyFigures): readonly ShownFigure[] => [
  ...new Map([...EVERYWHERE, ...shownFigures(list)].map((shown) => [shown.view, shown])).values(),
])

/** The figures of a pay's read model, of columns as they are stored or were just calculated. */
export function viewFigures({ figures }: PayCountry, columns: Readonly<Record<string, unknown>>) {
  return byName<Pick<PayView, keyof FigureMembers>>(
    shownOf(figures).map(({ view, column }) => [view, Number(columns[column] ?? 0)]),
  )
}

/** Columns of all figures that a pay shows in a country. */
export const shownColumns = ({ figures }: PayCountry): string[] =>
  shownOf(figures).map(({ column }) => column)
