import type { Pay } from '../api/types.ts'
import { plural, quantity } from '../format.ts'
import { Notice } from '../parts/notice.tsx'
import type { WaitingCell } from './cell-queue.ts'
import { columnOf, type GridColumn } from './grid-columns.ts'
import type { NoticedCell } from './noticed.ts'
import type { DraftEdits } from './use-draft-edits.ts'
import { isFixed } from './use-grid.ts'

type Props = { edits: DraftEdits; pays: readonly Pay[] }

/** The save state in one line, so the grid below does not move under a click. */
export function SaveState({ edits }: Pick<Props, 'edits'>) {
  if (edits.isLocked) return null
  return (
    <p className="save-state" role="status">
      {stateOf(edits)}
    </p>
  )
}

/** Help for the grid. Placed below it, so it takes no space from the rows. */
export function GridHelp({ edits, pays }: Props) {
  if (edits.isLocked || pays.every(isFixed)) return null
  return (
    <p className="help" id="grid-help">
      Click a cell and type to replace it; F2 or a double click edits it. Everything is saved as you go, and
      Ctrl+Z undoes it. F6 leaves the grid.
    </p>
  )
}

/** The open questions about cells. */
export function CellNotices({ edits, pays }: Props) {
  return (
    <>
      {edits.disputed.map((cell) => (
        <Disputed key={`${cell.pay} ${cell.column}`} {...{ cell, pays, edits }} />
      ))}
      {edits.noticed.length > 0 && (
        <Notice>
          {edits.noticed.slice(0, SHOWN).map((cell) => (
            <p key={`${cell.pay} ${cell.column.id}`}>
              {nameOf(cell, pays)}: changed by {cell.by ?? 'someone else'} to{' '}
              {numberOf(cell.column, cell.value)}.
            </p>
          ))}
          {edits.noticed.length > SHOWN && <p>… and {edits.noticed.length - SHOWN} more</p>}
          <button type="button" className="link" onClick={() => andBack(edits.store.forgetNoticed)}>
            Hide
          </button>
        </Notice>
      )}
      {edits.refused.length > 0 && (
        <Notice kind="problem">
          {edits.refused.slice(0, SHOWN).map((cell) => (
            <p key={`${cell.pay} ${cell.column}`}>
              {nameOf(cell, pays)}, {numberOf(cell, cell.value)}: {cell.problem}{' '}
              <button
                type="button"
                className="link"
                onClick={() => andBack(() => edits.store.takeTheirs(cell))}
              >
                Back to the saved version
              </button>
            </p>
          ))}
          {edits.refused.length > SHOWN && <p>… and {edits.refused.length - SHOWN} more</p>}
        </Notice>
      )}
    </>
  )
}

/** Answers the question and returns the focus to the grid, because the button disappears with the question. */
function andBack(answer: () => void): void {
  answer()
  document.querySelector<HTMLElement>('.pay-grid')?.focus({ preventScroll: true })
}

const SHOWN = 5

function stateOf({ state, unsaved, refused, disputed }: DraftEdits): string {
  if (state === 'offline')
    return `Waiting for the network. ${plural(unsaved, 'cell')} kept in this browser until it is back.`
  if (state === 'saving') return 'Saving …'
  const open = refused.length + disputed.length
  return open > 0 ? `${plural(open, 'cell')} not saved.` : 'Saved'
}

/** Another user entered a different number in the same cell, so this user decides. */
function Disputed({ cell, pays, edits }: Props & { cell: WaitingCell }) {
  const { theirs } = cell
  if (!theirs) return null
  const mine = numberOf(cell, cell.value)
  const other = numberOf(cell, theirs.value)
  return (
    <Notice kind="warning">
      {nameOf(cell, pays)}: changed by {theirs.by ?? 'someone else'} to {other}, while you typed {mine}.{' '}
      <button type="button" className="small" onClick={() => andBack(() => edits.store.keepMine(cell))}>
        Keep mine ({mine})
      </button>{' '}
      <button type="button" className="small" onClick={() => andBack(() => edits.store.takeTheirs(cell))}>
        Take theirs ({other})
      </button>
    </Notice>
  )
}

function nameOf(cell: WaitingCell | NoticedCell, pays: readonly Pay[]): string {
  const pay = pays.find(({ id }) => id === cell.pay)
  const { title } = 'sample' in cell ? columnOf(cell) : cell.column
  return `${title} of ${pay?.format_name ?? 'a deleted pay'}`
}

function numberOf(cell: Pick<GridColumn, 'list' | 'sample'>, value: number): string {
  return `${columnOf(cell).unit === 'dollars' ? '$' : ''}${quantity(value)}`
}
