import { useMemo, useRef } from 'react'
import type { Pay } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { money, plural } from '../format.ts'
import { Notice } from '../parts/notice.tsx'
import type { GridColumn } from './grid-columns.ts'
import { GridRow, type Person, written } from './grid-row.tsx'
import type { Period } from './limits.ts'
import { CellNotices } from './save-state.tsx'
import { sumsOf } from './sums.ts'
import type { DraftEdits } from './use-draft-edits.ts'
import { cellId, isFixed, useGrid } from './use-grid.ts'
import { useWindow } from './use-window.ts'

type Props = {
  pays: Pay[]
  /** The pays of the whole run, without search and filters. */
  all: Pay[]
  columns: GridColumn[]
  period: Period
  edits: DraftEdits
  people: ReadonlyMap<number, Person>
  onEdit: (pay: Pay) => void
  rowPx: number
  /** The department that starts with a row, when rows are grouped. */
  groupOf: (pay: Pay) => string | undefined
}

/** The pays of a run as a spreadsheet with arrow keys, typing and pasting. */
export function RunGrid({ pays, all, columns, period, edits, people, onEdit, rowPx, groupOf }: Props) {
  const frame = useRef<HTMLDivElement>(null)
  const table = useRef<HTMLTableElement>(null)
  const grid = useGrid({ pays, columns, period, edits, onEdit, frame, table, rowPx })
  const { active, range, state } = grid
  const shown = useWindow(frame, pays.length, rowPx)
  const drawn = pays.slice(shown.from, shown.to)
  const noticedOf = useMemo(() => Map.groupBy(edits.noticed, (cell) => cell.pay), [edits.noticed])
  const isDrawn = drawn.some(({ id }) => id === active?.pay)
  return (
    <>
      <div className="grid-frame" ref={frame}>
        <table
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table that is worked in is a grid
          role="grid"
          ref={table}
          className={rowPx < 40 ? 'pay-grid compact' : 'pay-grid'}
          tabIndex={0}
          aria-label="The pays of this run"
          aria-describedby={edits.isLocked || all.every(isFixed) ? undefined : 'grid-help'}
          aria-multiselectable="true"
          aria-rowcount={pays.length + 2}
          aria-activedescendant={active && isDrawn ? cellId(grid.id, active) : undefined}
          onFocus={grid.focus}
          onKeyDown={grid.press}
          onPaste={grid.paste}
          onCopy={grid.copy}
          onCut={grid.copy}
        >
          <Heads columns={columns} />
          <tbody>
            <Gap height={shown.before} />
            {drawn.map((pay, index) => (
              <GridRow
                key={pay.id}
                {...{ pay, columns, onEdit, rowPx }}
                group={groupOf(pay)}
                row={shown.from + index}
                grid={grid.id}
                cells={edits.cellsFor(pay)}
                noticed={noticedOf.get(pay.id ?? 0)}
                person={people.get(pay.employee_id)}
                active={active?.pay === pay.id ? active.column : null}
                selected={state.to && range.pays.includes(pay.id ?? 0) ? range.columns : null}
                typing={active?.pay === pay.id ? state.typing : null}
                onPoint={grid.point}
                onType={grid.act}
                onLeave={grid.leave}
              />
            ))}
            <Gap height={shown.after} />
          </tbody>
          <Totals {...{ pays, columns, edits }} whole={all.length} />
        </table>
      </div>
      <div className="grid-notices">
        {state.dropped.length > 0 && (
          <Notice kind="problem">
            {state.dropped.slice(-DROPPED_SHOWN).map(({ pay, column, text, problem }) => (
              <p key={`${pay} ${column}`}>
                {grid.nameOf({ pay, column })}: “{text}” is not saved, and the cell shows its old value again.{' '}
                {problem}
              </p>
            ))}
            <button type="button" className="small" onClick={() => grid.point({ do: 'dismiss' })}>
              Dismiss
            </button>
          </Notice>
        )}
        {state.refused.length > 0 && (
          <Notice kind="warning">
            {plural(state.refused.length, 'cell')} left out: {state.refused.slice(0, 3).join('; ')}
            {state.refused.length > 3 && ' …'}
          </Notice>
        )}
        <CellNotices edits={edits} pays={all} />
      </div>
    </>
  )
}

/** Older notices disappear without a click, because the grid shows the saved values. */
const DROPPED_SHOWN = 3

/** The space of rows outside the visible area. */
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

function Totals({
  pays,
  whole,
  columns,
  edits,
}: Pick<Props, 'pays' | 'columns' | 'edits'> & { whole: number }) {
  const { isNz } = useCompany()
  const sums = useMemo(() => sumsOf(pays, isNz), [pays, isNz])
  const typed = useMemo(() => {
    return columns.map((column) => pays.reduce((sum, pay) => sum + (edits.valueOf(pay, column) ?? 0), 0))
  }, [pays, columns, edits.valueOf])
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
