import { useMemo, useRef } from 'react'
import type { Pay } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { money, plural } from '../format.ts'
import { Notice } from '../parts/notice.tsx'
import type { GridColumn } from './grid-columns.ts'
import { GridRow, type Person, written } from './grid-row.tsx'
import { sumsOf } from './sums.ts'
import type { DraftEdits } from './use-draft-edits.ts'
import { ROW_PX, useGrid } from './use-grid.ts'
import { useWindow } from './use-window.ts'

type Props = {
  pays: Pay[]
  /** How many there are without search and filters. */
  whole: number
  columns: GridColumn[]
  edits: DraftEdits
  people: ReadonlyMap<number, Person>
  onEdit: (pay: Pay) => void
}

/** The pays of a run as a spreadsheet: arrows move, typing changes, what was copied elsewhere is pasted over it. */
export function RunGrid({ pays, whole, columns, edits, people, onEdit }: Props) {
  const frame = useRef<HTMLDivElement>(null)
  const table = useRef<HTMLTableElement>(null)
  const grid = useGrid({ pays, columns, edits, onEdit, frame, table })
  const { place, typing, refused } = grid
  const shown = useWindow(frame, pays.length, ROW_PX)
  const isDrawn = pays.length > 0 && place.row >= shown.from && place.row < shown.to
  return (
    <>
      {refused.length > 0 && (
        <Notice kind="warning">
          {plural(refused.length, 'pasted cell')} left out: {refused.slice(0, 3).join('; ')}
          {refused.length > 3 && ' …'}
        </Notice>
      )}
      <div className="grid-frame" ref={frame}>
        <table
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table that is worked in is a grid
          role="grid"
          ref={table}
          className="pay-grid"
          tabIndex={0}
          aria-label="The pays of this run"
          aria-rowcount={pays.length + 2}
          aria-activedescendant={isDrawn ? grid.cellId(place) : undefined}
          onKeyDown={grid.press}
          onPaste={grid.paste}
        >
          <Heads columns={columns} />
          <tbody>
            <Gap height={shown.before} />
            {pays.slice(shown.from, shown.to).map((pay, index) => {
              const row = shown.from + index
              return (
                <GridRow
                  key={pay.id}
                  {...{ pay, row, columns, onEdit }}
                  grid={grid.id}
                  rows={edits.rowsFor(pay)}
                  isDirty={edits.isDirty(pay)}
                  person={people.get(pay.employee_id)}
                  active={place.row === row ? place.column : -1}
                  typing={typing?.row === row ? typing : null}
                  onClick={grid.click}
                  onType={grid.setTyping}
                  onLeave={grid.leave}
                />
              )
            })}
            <Gap height={shown.after} />
          </tbody>
          <Totals {...{ pays, whole, columns, edits }} />
        </table>
      </div>
    </>
  )
}

/** Where rows are that nobody sees. */
function Gap({ height }: { height: number }) {
  if (height === 0) return null
  return (
    <tr>
      <td className="gap" style={{ height }} />
    </tr>
  )
}

function Heads({ columns }: { columns: GridColumn[] }) {
  const { wording, isNz } = useCompany()
  const spare = [
    'Gross',
    wording.tax,
    ...(isNz ? ['Student loan'] : []),
    isNz ? 'KiwiSaver (employer)' : 'Super',
  ]
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th scope="col" className="who-column">
          Name
        </th>
        {columns.map((column) => (
          <th key={column.id} scope="col" className="number typed">
            {column.title}
            {column.unit === 'dollars' ? ' $' : ''}
          </th>
        ))}
        {spare.map((title) => (
          <th key={title} scope="col" className="number spare">
            {title}
          </th>
        ))}
        <th scope="col" className="number">
          Net
        </th>
        <th scope="col" className="number since">
          Since last run
        </th>
        <th scope="col">
          <span className="unseen">Actions</span>
        </th>
      </tr>
    </thead>
  )
}

function Totals({ pays, whole, columns, edits }: Pick<Props, 'pays' | 'whole' | 'columns' | 'edits'>) {
  const { isNz } = useCompany()
  const sums = useMemo(() => sumsOf(pays, isNz), [pays, isNz])
  const typed = useMemo(() => {
    const rows = pays.map(edits.rowsFor)
    return columns.map((column) => rows.reduce((sum, row) => sum + (column.read(row) ?? 0), 0))
  }, [pays, columns, edits.rowsFor])
  const spare = [sums.gross, sums.tax, ...(isNz ? [sums.loan] : []), sums.retirement]
  return (
    <tfoot>
      <tr aria-rowindex={pays.length + 2}>
        <th scope="row" className="who-column">
          {pays.length === whole
            ? `Total of ${plural(whole, 'pay')}`
            : `${plural(pays.length, 'pay')} of ${whole}`}
        </th>
        {columns.map((column, index) => (
          <td key={column.id} className="number typed">
            {written(column, typed[index] ?? 0)}
          </td>
        ))}
        {spare.map((amount, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the columns never change places
          <td key={index} className="number spare">
            {money(amount)}
          </td>
        ))}
        <td className="number">{money(sums.net)}</td>
        <td className="number since" />
        <td />
      </tr>
    </tfoot>
  )
}
