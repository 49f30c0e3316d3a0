import {
  type ColumnDef,
  createPaginatedRowModel,
  createSortedRowModel,
  rowPaginationFeature,
  rowSortingFeature,
  sortFn_alphanumeric,
  sortFn_text,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { type ReactNode, useMemo } from 'react'
import { plural } from '../format.ts'

/** A column: its sort value, and how to show it when the value alone is not enough. */
export type Column<T> = {
  id: string
  title: string
  value: (row: T) => string | number
  cell?: (row: T) => ReactNode
  isNumber?: boolean
  /** A date or code that must stay on one line. */
  isShort?: boolean
  /** Not sortable, for example buttons. */
  isPlain?: boolean
}

type Props<T> = {
  caption: string
  rows: T[]
  columns: Column<T>[]
  rowKey: (row: T) => string | number
  empty?: ReactNode
  pageSize?: number
  foot?: Record<string, ReactNode>
}

/** More rows than this do not fit on a screen. */
const LONG = 18

const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  rowPaginationFeature,
  paginatedRowModel: createPaginatedRowModel(),
  sortFns: { alphanumeric: sortFn_alphanumeric, text: sortFn_text },
})

/** A table that can be sorted by its headings, has pages when it is long, and becomes cards on a narrow screen. */
export function DataTable<T extends object>(props: Props<T>) {
  const { caption, rows, columns, rowKey, empty = 'Nothing here yet.', pageSize = 50, foot } = props
  const definitions = useMemo(
    () =>
      columns.map(
        ({ id, title, value, isPlain }): ColumnDef<typeof features, T> => ({
          id,
          header: title,
          accessorFn: value,
          enableSorting: !isPlain,
          sortDescFirst: false,
        }),
      ),
    [columns],
  )
  const table = useTable({
    features,
    columns: definitions,
    data: rows,
    getRowId: (row) => String(rowKey(row)),
    initialState: { pagination: { pageIndex: 0, pageSize } },
    autoResetPageIndex: false,
  })
  const byId = useMemo(() => new Map(columns.map((column) => [column.id, column])), [columns])
  const { pageIndex } = table.state.pagination
  const pages = table.getPageCount()
  const isOfNumbers = columns.filter(({ isNumber }) => isNumber).length > 2
  if (rows.length === 0) return <p className="empty">{empty}</p>
  return (
    <div className={rows.length > LONG ? 'table-frame long' : 'table-frame'}>
      {/* biome-ignore-start lint/a11y/noRedundantRoles: cards on narrow screens would lose the meaning otherwise */}
      <table role="table" className={isOfNumbers ? 'numbers' : undefined}>
        <caption className="unseen">{caption}</caption>
        <thead role="rowgroup">
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id} role="row">
              {group.headers.map(({ column }) => {
                const isSorted = column.getIsSorted()
                const own = byId.get(column.id)
                return (
                  <th
                    key={column.id}
                    scope="col"
                    role="columnheader"
                    className={own?.isNumber ? 'number' : undefined}
                    aria-sort={isSorted ? (isSorted === 'asc' ? 'ascending' : 'descending') : undefined}
                  >
                    {column.getCanSort() ? (
                      <button type="button" onClick={column.getToggleSortingHandler()}>
                        {own?.title}
                        <span aria-hidden="true">
                          {isSorted === 'asc' ? ' ▲' : isSorted === 'desc' ? ' ▼' : ''}
                        </span>
                      </button>
                    ) : (
                      <span className={own?.isPlain ? 'unseen' : undefined}>{own?.title}</span>
                    )}
                  </th>
                )
              })}
            </tr>
          ))}
        </thead>
        <tbody role="rowgroup">
          {table.getRowModel().rows.map((row) => (
            <tr key={row.id} role="row">
              {columns.map((column) => (
                <td
                  key={column.id}
                  role="cell"
                  data-title={column.isPlain ? '' : column.title}
                  className={column.isNumber ? 'number' : column.isShort ? 'nowrap' : undefined}
                >
                  {column.cell ? column.cell(row.original) : column.value(row.original)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {foot && (
          <tfoot role="rowgroup">
            <tr role="row">
              {columns.map((column) => (
                <td
                  key={column.id}
                  role="cell"
                  data-title={column.title}
                  className={column.isNumber ? 'number' : undefined}
                >
                  {foot[column.id]}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
      {/* biome-ignore-end lint/a11y/noRedundantRoles: as above */}
      {pages > 1 && (
        <div className="pager">
          <button type="button" disabled={!table.getCanPreviousPage()} onClick={() => table.previousPage()}>
            Previous
          </button>
          <span>
            Page {pageIndex + 1} of {pages} · {plural(rows.length, 'row')}
          </span>
          <button type="button" disabled={!table.getCanNextPage()} onClick={() => table.nextPage()}>
            Next
          </button>
        </div>
      )}
    </div>
  )
}
