import { memo } from 'react'
import { Link } from 'wouter'
import type { Pay, RunComparison } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { inPlainLabels } from '../employees/labels.ts'
import { money, quantity } from '../format.ts'
import { Badge } from '../parts/badge.tsx'
import { focusAtEnd } from '../parts/caret.ts'
import { paths } from '../paths.ts'
import type { WaitingCell } from './cell-queue.ts'
import type { GridColumn } from './grid-columns.ts'
import type { Action, Typing } from './grid-machine.ts'
import { type NoticedCell, noticeOf } from './noticed.ts'
import { PayslipButton } from './payslip-button.tsx'
import { loanOf, retirementOf } from './sums.ts'
import { cellId, isFixed } from './use-grid.ts'

export type Person = RunComparison['people'][number]

type Props = {
  pay: Pay
  row: number
  rowPx: number
  /** The department that starts with this row, when rows are grouped. */
  group: string | undefined
  columns: GridColumn[]
  /** The unsaved cells of the row by column. */
  cells: ReadonlyMap<string, WaitingCell>
  /** Changes by colleagues in this row. */
  noticed: readonly NoticedCell[] | undefined
  person: Person | undefined
  /** The active column, if it is in this row. */
  active: string | null
  /** The selected columns in this row. */
  selected: readonly string[] | null
  typing: Typing | null
  grid: string
  onEdit: (pay: Pay) => void
  /** A mouse action. The grid has the focus afterwards. */
  onPoint: (action: Action) => void
  onType: (action: Action) => void
  onLeave: (event: React.FocusEvent) => void
}

/** One employee in the grid. Memoised, so it renders only when it has changed. */
export const GridRow = memo((props: Props) => {
  const { pay, row, columns, cells, person, onEdit } = props
  const { isNz } = useCompany()
  return (
    <tr
      aria-rowindex={row + 2}
      className={cells.size > 0 ? 'dirty' : undefined}
      style={{ height: props.rowPx }}
    >
      <Who pay={pay} group={props.group} />
      {columns.map((column) => (
        <GridCell key={column.id} {...props} column={column} waiting={cells.get(column.id)} />
      ))}
      <Amount value={pay.gross} isSpare />
      <Amount value={pay.tax} isSpare />
      {isNz && <Amount value={loanOf(pay)} isSpare />}
      <Amount value={retirementOf(pay, isNz)} isSpare />
      <Amount value={pay.net} />
      <td className="number since">{sinceLastRun(pay, person)}</td>
      <td className="acts">
        {pay.status === 'pending' ? (
          <button
            type="button"
            className="small"
            disabled={pay.termination !== null}
            onClick={() => onEdit(pay)}
            aria-label={`Edit the pay of ${pay.format_name}`}
          >
            Edit
          </button>
        ) : (
          <PayslipButton pay={pay} isSmall />
        )}
      </td>
    </tr>
  )
})

const SEVERAL = 'The pay has several such rows. Ctrl+Enter opens it to change them.'

type CellProps = Props & { column: GridColumn; waiting: WaitingCell | undefined }

function GridCell(props: CellProps) {
  const { pay, column, waiting, grid, active, selected, typing, onPoint } = props
  const cell = { pay: pay.id ?? 0, column: column.id }
  const value = waiting?.value ?? column.read(pay)
  const isActive = active === column.id
  const isSelected = selected?.includes(column.id) ?? false
  const trouble = troubleOf(waiting)
  const noticed = props.noticed?.find((each) => each.column.id === column.id)
  const marks = [
    ...(isActive ? ['active'] : []),
    ...(isSelected ? ['selected'] : []),
    ...(isFixed(pay) ? ['fixed'] : []),
    ...(trouble ? ['trouble'] : []),
    ...(noticed && !trouble ? ['noticed'] : []),
  ]
  const point = (event: React.MouseEvent) => {
    if (event.button !== 0) return
    // The grid keeps the focus. The action commits the text of an open cell.
    event.preventDefault()
    onPoint({ do: 'select', cell, isRange: event.shiftKey })
  }
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the grid holds the focus and names the cell
    <td
      id={cellId(grid, cell)}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of a table that is a grid
      role="gridcell"
      className={['number', 'typed', ...marks].join(' ')}
      aria-selected={isActive || isSelected}
      aria-readonly={isFixed(pay) || value === null}
      aria-invalid={trouble ? true : undefined}
      title={trouble ?? (value === null ? SEVERAL : noticed && noticeOf(noticed))}
      onMouseDown={point}
      onDoubleClick={() => onPoint({ do: 'edit' })}
    >
      <span className={isActive && typing ? 'under' : undefined}>{written(column, value)}</span>
      {isActive && typing && <Box {...props} typing={typing} />}
      {isActive && !typing && (trouble || value === null) && (
        <span className="cell-problem">{trouble ?? SEVERAL}</span>
      )}
    </td>
  )
}

/** Why a cell is not saved, or null when there is no problem. */
export function troubleOf(cell: WaitingCell | undefined): string | null {
  if (cell?.theirs) return `Changed by ${cell.theirs.by ?? 'someone else'} to ${cell.theirs.value}.`
  return cell?.problem ?? null
}

function Who({ pay, group }: { pay: Pay; group: string | undefined }) {
  const { company } = useCompany()
  return (
    <th scope="row" className="who-column">
      <Link href={paths.pay(company.id, pay.id ?? 0)}>{pay.format_name}</Link>
      {pay.pay_department && <span className="soft"> {pay.pay_department}</span>}
      {group && <span className="group">{group}</span>}
      {pay.termination && <Badge text="Final pay" tone="warning" />}
      {pay.warnings.length > 0 && (
        <span className="look" title={pay.warnings.map(inPlainLabels).join('\n')}>
          <span aria-hidden="true">!</span>
          <span className="unseen">{pay.warnings.map(inPlainLabels).join(' ')}</span>
        </span>
      )}
    </th>
  )
}

/** The input of the edited cell. Its mouse events do not reach the grid. */
function Box({ pay, column, typing, onType, onLeave }: CellProps & { typing: Typing }) {
  const problemId = `problem-${pay.id}`
  const caret = (event: React.MouseEvent) => {
    event.stopPropagation()
    onType({ do: 'caret' })
  }
  return (
    <>
      <input
        ref={focusAtEnd}
        className={typing.problem ? 'wrong' : ''}
        aria-label={`${column.title} of ${pay.format_name}`}
        aria-invalid={typing.problem !== null}
        aria-describedby={typing.problem ? problemId : undefined}
        inputMode="decimal"
        autoComplete="off"
        value={typing.text}
        onChange={(event) => onType({ do: 'change', text: event.target.value })}
        onMouseDown={caret}
        onDoubleClick={(event) => event.stopPropagation()}
        onBlur={onLeave}
      />
      {typing.problem && (
        <span className="cell-problem" id={problemId} role="alert">
          {typing.problem}
        </span>
      )}
    </>
  )
}

const Amount = ({ value, isSpare }: { value: number; isSpare?: boolean }) => (
  <td className={isSpare ? 'number spare' : 'number'}>{money(value)}</td>
)

/** A number as the grid shows it. Zeros are blank. */
export function written(column: GridColumn, value: number | null): string {
  if (value === null) return 'several'
  if (value === 0) return ''
  return column.unit === 'dollars' ? money(value) : quantity(Math.round(value * 10_000) / 10_000)
}

/** The change in net since the previous run, for employees with one pay in both. */
function sinceLastRun(pay: Pay, person: Person | undefined): string {
  if (!person?.before) return person ? 'new' : ''
  if (person.pay_ids.length > 1) return ''
  const change = Math.round((pay.net - person.before.net) * 100) / 100
  return change === 0 ? 'same' : `${change > 0 ? '+' : '−'}${money(Math.abs(change))}`
}
