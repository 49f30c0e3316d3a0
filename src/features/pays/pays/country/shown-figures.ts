import { FIGURES } from '../../../../countries/index.ts'
import { memoizeByKey } from '../../../../kernel/values/memoize-by-key.ts'
import { collect } from '../../../../kernel/values/word-lists.ts'
import { type AnyFigures, type ShownFigure, shownFigures } from '../../../../payroll/figures.ts'
import type { FigureValues } from '../schema/figures.ts'
import type { PayCountry } from './types.ts'

/** The figures shown in all countries. Country-specific ones follow them. */
const EVERYWHERE = Object.values(FIGURES)
  .flatMap(shownFigures)
  .filter((shown) => shown.isShownEverywhere)

/** The figures that a pay shows, each member once. */
const shownOf = memoizeByKey((list: AnyFigures): readonly ShownFigure[] => [
  ...new Map([...EVERYWHERE, ...shownFigures(list)].map((shown) => [shown.view, shown])).values(),
])

/** The figures of a pay's read model, from stored or newly calculated columns. */
export function viewFigures({ figures }: PayCountry, columns: Readonly<Record<string, unknown>>) {
  return collect<ShownFigure, FigureValues>(
    shownOf(figures),
    ({ view }) => view,
    ({ column }) => Number(columns[column] ?? 0),
  )
}

/** The columns of all figures shown in a country. */
export const shownColumns = ({ figures }: PayCountry): string[] =>
  shownOf(figures).map(({ column }) => column)
