import { describe, expect, it } from 'vitest'
import { AU_FIGURES } from '../../../../countries/au/figures.ts'
import { NZ_FIGURES } from '../../../../countries/nz/figures.ts'
import { detailColumns, historyColumns } from '../../../../payroll/figure-history.ts'
import { figureColumns, reportedColumns, shownFigures } from '../../../../payroll/figures.ts'
import { australia } from './au.ts'
import { newZealand } from './nz.ts'

/* Until the lists replace them: what is derived from the figures is what was written by hand. */

const plain = (sql: string) =>
  sql
    .replace(/^nullif\((.*), (?:0|false)\)$/, '$1')
    .replace("case when p.is_leave_enabled then '' else 'off' end", 'p.is_leave_enabled')
    .replace('coalesce(p.sick_leave_from, p.annual_holidays_from)', 'p.sick_leave_from')

describe.each([
  { name: 'AU', list: AU_FIGURES, country: australia },
  { name: 'NZ', list: NZ_FIGURES, country: newZealand },
])('$name', ({ list, country }) => {
  it('has the same columns', () => {
    expect([...figureColumns(list)].sort()).toEqual([...country.columns].sort())
    expect(reportedColumns(list)).toEqual(country.reportedColumns)
  })

  it('has the same history', () => {
    const { each, sums, isApart } = historyColumns(list)
    const pairs = (columns: readonly string[], all: readonly string[] | null | undefined) =>
      columns.map((column, index) => [plain(column), plain(all?.[index] ?? '')]).sort()
    expect(pairs(each, sums)).toEqual(pairs(country.pastColumns, country.pastSums?.columns))
    expect(isApart).toBe(country.pastSums?.isApart ?? 'false')
  })

  it('has the same details', () => {
    const { facts, gross, tax, ...details } = country.pastDetailColumns
    expect(Object.values(detailColumns(list)).sort()).toEqual(
      [...Object.values(details), ...(tax ? ['p.gross - p.tax'] : [])].sort(),
    )
  })

  it('shows the same', () => {
    const own = Object.fromEntries(
      shownFigures(list)
        .filter((each) => !each.isShownEverywhere)
        .map(({ view, column }) => [view, column]),
    )
    expect(own).toEqual(country.viewMembers(((column: string) => column) as never))
  })
})
