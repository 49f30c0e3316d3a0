import { type RefObject, useCallback, useEffect, useId, useRef, useState } from 'react'
import type { Pay } from '../api/types.ts'
import { focusAtEnd } from '../parts/caret.ts'
import { readNumber } from '../typed-numbers.ts'
import type { GridColumn } from './grid-columns.ts'
import { cellProblems } from './grid-hours.ts'
import { meaningOf, type Pressed } from './grid-keys.ts'
import {
  type Action,
  activeCell,
  type Cell,
  copied,
  rangeOf,
  type Sheet,
  START,
  step,
} from './grid-machine.ts'
import type { Period } from './limits.ts'
import type { DraftEdits } from './use-draft-edits.ts'

type Parts = {
  pays: Pay[]
  columns: GridColumn[]
  period: Period
  edits: DraftEdits
  onEdit: (pay: Pay) => void
  frame: RefObject<HTMLDivElement | null>
  table: RefObject<HTMLTableElement | null>
  rowPx: number
}

/** Connects keyboard, mouse and clipboard to the grid, and passes changes to the run's store. */
export function useGrid(parts: Parts) {
  const { pays, edits, frame, table } = parts
  const [state, setState] = useState(START)
  const latest = useRef(state)
  const sheet = sheetOf(parts)
  const id = useId()
  /** True while the grid itself moves the focus, which does not count as leaving the cell. */
  const isTaking = useRef(false)
  const focusGrid = () => {
    isTaking.current = true
    table.current?.focus({ preventScroll: true })
    isTaking.current = false
  }
  const act = (action: Action) => {
    const outcome = step(latest.current, action, sheet)
    latest.current = outcome.state
    setState(outcome.state)
    const changes = outcome.edits.flatMap(({ pay, column: name, value }) => {
      const column = parts.columns.find((other) => other.id === name)
      return column ? [{ pay, column, before: sheet.value({ pay, column: name }) ?? 0, after: value }] : []
    })
    if (changes.length > 0) edits.store.apply(changes)
    if (outcome.opens) openPay(outcome.opens)
    return outcome.state
  }
  const openPay = ({ pay }: Cell) => {
    const known = pays.find((other) => other.id === pay)
    if (known && !isFixed(known) && !edits.isLocked) parts.onEdit(known)
  }
  const show = (cell: Cell | null) => {
    if (!cell) return
    bringIntoSight(frame.current, sheet.pays.indexOf(cell.pay), parts.rowPx)
    requestAnimationFrame(() =>
      document.getElementById(cellId(id, cell))?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
    )
  }
  /** A mouse action. The grid gets the focus, unless a cell is open. Nothing scrolls under the pointer. */
  const point = (action: Action) => {
    const next = act(action)
    if (!next.typing) focusGrid()
    return next
  }
  /** A keyboard action. Scrolls its target into view. */
  const actHere = (action: Action) => {
    const next = point(action)
    if (!next.typing) show(next.to ?? activeCell(next, sheet))
  }
  const walk = (change: { pay: number; column: GridColumn } | undefined) => {
    if (change) actHere({ do: 'select', cell: { pay: change.pay, column: change.column.id }, isRange: false })
  }
  const perform = (pressed: Pressed) => {
    if (pressed.do === 'undo') walk(edits.store.undo())
    else if (pressed.do === 'redo') walk(edits.store.redo())
    else if (pressed.do === 'leave') leaveGrid(frame.current, pressed.isBack)
    else if (pressed.do === 'open') {
      const at = activeCell(latest.current, sheet)
      if (at) openPay(at)
    } else actHere(pressed)
  }
  const press = (event: React.KeyboardEvent) => {
    const { typing } = latest.current
    if (!typing && event.target !== table.current) return
    // In a read-only grid, Tab moves on to the next control, as with any other table.
    if (event.key === 'Tab' && !typing && isReadOnly(parts)) return
    const pressed = meaningOf(event, typing)
    if (!pressed) return
    event.preventDefault()
    perform(pressed)
  }
  const paste = (event: React.ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain')
    if (latest.current.typing && !/[\t\n]/.test(text.trim())) return
    event.preventDefault()
    if (text !== '') actHere({ do: 'paste', text })
  }
  const copy = (event: React.ClipboardEvent) => {
    if (latest.current.typing) return
    event.preventDefault()
    event.clipboardData.setData('text/plain', copied(latest.current, sheet))
    if (event.type === 'cut') actHere({ do: 'clear' })
  }
  const leave = (event: React.FocusEvent) => {
    // Another window or a dialog has the focus temporarily. The cell is still open, perhaps with half a number.
    if (isTaking.current || document.activeElement === event.target || isUnderDialog()) return
    act({ do: 'commit' })
  }
  /**
   * When a dialog closes, it gives the focus to the grid. If a cell is open, the focus moves to that cell.
   */
  const focus = (event: React.FocusEvent) => {
    if (latest.current.typing && event.target === table.current)
      focusAtEnd(table.current?.querySelector<HTMLInputElement>('td input'))
  }
  const commit = useLatest(() => void act({ do: 'commit' }))
  useEffect(() => {
    // Navigating back or closing the page would remove the input without saving its text.
    window.addEventListener('pagehide', commit)
    return () => {
      window.removeEventListener('pagehide', commit)
      commit()
    }
  }, [commit])
  const openAt = state.typing && activeCell(state, sheet)
  const openName = openAt ? nameOf(openAt, parts) : ''
  const { store } = edits
  const { typing } = state
  useEffect(() => {
    store.setOpen(typing && { name: openName, text: typing.text, problem: typing.problem })
    return () => store.setOpen(null)
  }, [store, typing, openName])
  return {
    id,
    state,
    press,
    paste,
    copy,
    focus,
    active: activeCell(state, sheet),
    range: rangeOf(state, sheet),
    nameOf: (cell: Cell) => nameOf(cell, parts),
    act: useLatest(act),
    point: useLatest(point),
    leave: useLatest(leave),
  }
}

export const cellId = (grid: string, { pay, column }: Cell) =>
  `${grid}-${pay}-${column.replaceAll(/\W+/g, '-')}`

export const isFixed = (pay: Pay) => pay.status !== 'pending' || pay.termination !== null

const isUnderDialog = () => document.querySelector('dialog[open]') !== null

function nameOf(cell: Cell, { pays, columns }: Parts): string {
  const column = columns.find(({ id }) => id === cell.column)?.title
  return `${column} of ${pays.find(({ id }) => id === cell.pay)?.format_name}`
}

const isReadOnly = ({ edits, pays }: Parts) => edits.isLocked || pays.every(isFixed)

/** The visible pays and columns for the state machine. */
function sheetOf({ pays, columns, period, edits }: Parts): Sheet {
  const payOf = ({ pay }: Cell) => pays.find(({ id }) => id === pay)
  const columnOf = ({ column }: Cell) => columns.find(({ id }) => id === column)
  const value = (cell: Cell) => {
    const [pay, column] = [payOf(cell), columnOf(cell)]
    return pay && column ? edits.store.valueOf(pay, column) : null
  }
  const typedIn = (pay: Pay) =>
    new Map(
      [
        ...(edits.store
          .get()
          .queue.get(pay.id ?? 0)
          ?.values() ?? []),
      ].map((cell) => [
        cell.column,
        {
          value: cell.value,
          takesTime: columnOf({ pay: cell.pay, column: cell.column })?.takesTime ?? false,
        },
      ]),
    )
  return {
    pays: pays.map(({ id }) => id ?? 0),
    columns: columns.map(({ id }) => id),
    value,
    fixed: (cell) => {
      const pay = payOf(cell)
      if (edits.isLocked || !pay) return ''
      if (pay.termination) return `${pay.format_name} has a final pay, which cannot be changed here`
      return pay.status === 'pending'
        ? null
        : `The pay of ${pay.format_name} is processed: correct it on its own page`
    },
    adds: (cell) => {
      const [pay, column] = [payOf(cell), columnOf(cell)]
      if (!pay || !column?.isEditorOnly || edits.store.ownRow(pay, column)) return null
      return `${pay.format_name} has no “${column.title}” yet. Open the pay with Ctrl+Enter and add it there`
    },
    read: (cell, text) => readNumber(text, columnOf(cell)?.unit ?? 'hours'),
    problems: (wanted) =>
      cellProblems(
        wanted.map((edit) => ({
          pay: payOf(edit) as Pay,
          column: columnOf(edit) as GridColumn,
          value: edit.value,
          shown: value(edit) ?? 0,
        })),
        typedIn,
        period,
      ),
    name: (cell) => payOf(cell)?.format_name ?? '',
  }
}

/** A stable function that always calls the latest version, so rows do not need to render again. */
function useLatest<T extends unknown[]>(work: (...given: T) => void) {
  const latest = useRef(work)
  latest.current = work
  return useCallback((...given: T) => latest.current(...given), [])
}

/** The height of the header and of the totals, which overlap the rows. */
const HEAD_PX = 44

function bringIntoSight(frame: HTMLElement | null, row: number, rowPx: number): void {
  if (!frame || row < 0) return
  const top = row * rowPx
  const room = frame.clientHeight - 3 * Math.max(rowPx, HEAD_PX)
  if (top < frame.scrollTop) frame.scrollTop = top
  else if (top > frame.scrollTop + room) frame.scrollTop = top - room
}

const CONTROLS = 'a[href], button:not([disabled]), input:not([disabled]), select, textarea, [tabindex="0"]'

/** Tab stays in the grid as in a spreadsheet. F6 moves the focus to the next or previous control outside it. */
function leaveGrid(frame: HTMLElement | null, isBack: boolean): void {
  if (!frame) return
  const side = isBack ? Node.DOCUMENT_POSITION_PRECEDING : Node.DOCUMENT_POSITION_FOLLOWING
  const controls = [...document.querySelectorAll<HTMLElement>(CONTROLS)].filter(
    (control) => !frame.contains(control) && frame.compareDocumentPosition(control) & side,
  )
  const next = isBack ? controls.at(-1) : controls[0]
  if (next) next.focus()
  else (document.activeElement as HTMLElement | null)?.blur()
}
