import type { Action, GridState, Onward, Step } from './grid-machine.ts'

export type Key = { key: string; shiftKey: boolean; ctrlKey: boolean; metaKey: boolean; altKey: boolean }
/** The meaning of a key: an action of the grid, or one of the page around it. */
export type Pressed =
  | Action
  | { do: 'undo' }
  | { do: 'redo' }
  | { do: 'open' }
  | { do: 'leave'; isBack: boolean }

const FAR = 1_000_000
const ARROWS: Readonly<Record<string, Step>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}
const JUMPS: Readonly<Record<string, Step>> = {
  PageUp: [-10, 0],
  PageDown: [10, 0],
  Home: [0, -FAR],
  End: [0, FAR],
}
const WITH_CONTROL: Readonly<Record<string, Pressed>> = {
  z: { do: 'undo' },
  y: { do: 'redo' },
  d: { do: 'fill' },
  Enter: { do: 'open' },
  Home: { do: 'move', by: [-FAR, -FAR], isRange: false },
  End: { do: 'move', by: [FAR, FAR], isRange: false },
}
const PLAIN: Readonly<Record<string, Pressed>> = {
  F2: { do: 'edit' },
  Delete: { do: 'clear' },
  Backspace: { do: 'clear' },
  Escape: { do: 'cancel' },
}

/** Enter moves down and Tab to the right. Shift reverses the direction. */
function onward({ key, shiftKey }: Key): Onward | null {
  const by = shiftKey ? -1 : 1
  if (key === 'Enter') return { by: [by, 0], run: 'ends' }
  return key === 'Tab' ? { by: [0, by], run: 'goes on' } : null
}

/** The meaning of a key in the grid. Null leaves the key to the browser. */
export function meaningOf(key: Key, typing: GridState['typing']): Pressed | null {
  if (typing) return meaningInCell(key, typing.mode)
  if (key.altKey) return null
  if (key.ctrlKey || key.metaKey) return meaningWithControl(key)
  const next = onward(key)
  if (next) return { do: 'move', ...next, isRange: false }
  const far = ARROWS[key.key] ?? JUMPS[key.key]
  if (far) return { do: 'move', by: far, isRange: key.shiftKey }
  if (key.key === 'F6') return { do: 'leave', isBack: key.shiftKey }
  if (/^\S$/u.test(key.key)) return { do: 'type', text: key.key }
  return PLAIN[key.key] ?? null
}

function meaningWithControl({ key, shiftKey }: Key): Pressed | null {
  const arrow = ARROWS[key]
  if (arrow) return { do: 'move', by: [arrow[0] * FAR, arrow[1] * FAR], isRange: shiftKey }
  const name = key.length === 1 ? key.toLowerCase() : key
  return name === 'z' && shiftKey ? { do: 'redo' } : (WITH_CONTROL[name] ?? null)
}

function meaningInCell(key: Key, mode: 'replace' | 'edit'): Pressed | null {
  if (key.key === 'Escape') return { do: 'cancel' }
  if (key.key === 'F2') return { do: 'caret' }
  if (key.ctrlKey || key.metaKey || key.altKey) return null
  const next = onward(key)
  if (next) return { do: 'commit', ...next }
  const by = mode === 'replace' && !key.shiftKey ? ARROWS[key.key] : undefined
  return by ? { do: 'commit', by } : null
}
