import { type RefObject, useCallback, useId, useRef, useState } from 'react'
import type { Pay } from '../api/types.ts'
import { type GridColumn, readNumber } from './grid-columns.ts'
import { moved, type Place, pasted } from './grid-keys.ts'
import type { DraftEdits } from './use-draft-edits.ts'

export const ROW_PX = 44

export type Typing = Place & { text: string; isWrong: boolean }
type Parts = {
  pays: Pay[]
  columns: GridColumn[]
  edits: DraftEdits
  onEdit: (pay: Pay) => void
  frame: RefObject<HTMLDivElement | null>
  table: RefObject<HTMLTableElement | null>
}

/** Where the keyboard is in the grid, what is being typed there, and what keys, clicks and pasted cells do. */
export function useGrid({ pays, columns, edits, onEdit, frame, table }: Parts) {
  const [wanted, setPlace] = useState<Place>({ row: 0, column: 0 })
  // A search may leave fewer rows than there were.
  const place = {
    row: Math.max(0, Math.min(wanted.row, pays.length - 1)),
    column: Math.max(0, Math.min(wanted.column, columns.length - 1)),
  }
  /** The grid itself takes the focus from the box: that is not somebody leaving it. */
  const isTaking = useRef(false)
  const focusGrid = () => {
    isTaking.current = true
    table.current?.focus({ preventScroll: true })
    isTaking.current = false
  }
  const [typing, setTyping] = useState<Typing | null>(null)
  const [refused, setRefused] = useState<string[]>([])
  const id = useId()
  const cellId = (at: Place) => `${id}-${at.row}-${at.column}`
  const size = { rows: pays.length, columns: columns.length }

  const go = (next: Place) => {
    setPlace(next)
    setTyping(null)
    focusGrid()
    bringIntoSight(frame.current, next.row)
    requestAnimationFrame(() =>
      document.getElementById(cellId(next))?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
    )
  }
  const start = (at: Place, text?: string) => {
    const pay = pays[at.row]
    const column = columns[at.column]
    if (!pay || !column || edits.isLocked || isFixed(pay)) return
    const value = column.read(edits.rowsFor(pay))
    if (value === null) return onEdit(pay)
    setPlace(at)
    setTyping({ ...at, text: text ?? (value === 0 ? '' : String(value)), isWrong: false })
  }
  /** Takes what was typed; false: it is no number, and stays to be mended. */
  const take = (): boolean => {
    const pay = typing && pays[typing.row]
    const column = typing && columns[typing.column]
    if (!pay || !column) return true
    const value = readNumber(typing.text, column.unit)
    if (value === null) setTyping({ ...typing, isWrong: true })
    else if (value !== column.read(edits.rowsFor(pay))) edits.apply([{ pay, column, value }])
    return value !== null
  }
  const pressWhileTyping = (event: React.KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.preventDefault()
      return go(place)
    }
    if (!['Enter', 'Tab', 'ArrowUp', 'ArrowDown'].includes(event.key)) return
    event.preventDefault()
    if (!take()) return
    const key = event.key === 'Tab' ? (event.shiftKey ? 'ArrowLeft' : 'ArrowRight') : event.key
    go(moved(place, key, event.shiftKey, size) ?? place)
  }
  const press = (event: React.KeyboardEvent) => {
    if (typing) return pressWhileTyping(event)
    if (event.target !== table.current || event.ctrlKey || event.metaKey || event.altKey) return
    const first = STARTS[event.key] ?? (/^[\d.$-]$/.test(event.key) ? event.key : undefined)
    if (first !== undefined) {
      event.preventDefault()
      return start(place, first ?? undefined)
    }
    const next = moved(place, event.key, event.shiftKey, size)
    if (!next) return
    event.preventDefault()
    go(next)
  }
  const paste = (event: React.ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain')
    if (edits.isLocked || (typing && !/[\t\n]/.test(text.trim()))) return
    event.preventDefault()
    setTyping(null)
    const over = pasted(text, place, pays, columns)
    if (over.edits.length > 0) edits.apply(over.edits)
    setRefused(over.refused)
    focusGrid()
  }
  /** A click goes to a cell; on the cell one is at, it starts typing. */
  const click = (row: number, column: number) => {
    if (place.row === row && place.column === column && !typing) return start({ row, column })
    if (typing?.row === row && typing.column === column) return
    if (take()) go({ row, column })
  }
  const leave = () => {
    if (!isTaking.current && take()) setTyping(null)
  }
  return {
    ...{ id, cellId, place, typing, setTyping, refused, press, paste },
    leave: useLatest(leave),
    click: useLatest(click),
  }
}

/** Keys that start typing: with what is there, or with nothing. */
const STARTS: Readonly<Record<string, string | null>> = { F2: null, Enter: null, Delete: '', Backspace: '' }

export const isFixed = (pay: Pay) => pay.status !== 'pending' || pay.termination !== null

/** A function that stays the same while what it does follows the latest state: rows need not be drawn anew for it. */
function useLatest<T extends unknown[]>(work: (...given: T) => void) {
  const latest = useRef(work)
  latest.current = work
  return useCallback((...given: T) => latest.current(...given), [])
}

function bringIntoSight(frame: HTMLElement | null, row: number): void {
  if (!frame) return
  const top = row * ROW_PX
  const room = frame.clientHeight - 3 * ROW_PX
  if (top < frame.scrollTop) frame.scrollTop = top
  else if (top > frame.scrollTop + room) frame.scrollTop = top - room
}
