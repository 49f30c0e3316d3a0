import { hasWrittenSince } from '../api/once.ts'

/** The second click of a double click comes within this time. */
const DOUBLE_CLICK_MS = 300
/** A user cannot read a changed button ("Show the price", then "Place the order") and click it on purpose within this time. */
const READ_MS = 100

/**
 * Ignores the second click of a double click when the first has started a write. The answer may arrive within a few milliseconds.
 * Then the second click would write again, undo a switch, or hit the element behind a closed dialog.
 */
export function ignoreDoubleClicks(): void {
  let last: { control: Element; label: string; at: number } | null = null
  window.addEventListener(
    'click',
    (event) => {
      const control = event.target instanceof Element ? event.target.closest('button, a, input') : null
      if (!control) return
      const now = performance.now()
      const label = control.textContent ?? ''
      const isRepeat = control === last?.control && (label === last.label || now - last.at < READ_MS)
      const isSoon = last !== null && now - last.at < DOUBLE_CLICK_MS && hasWrittenSince(last.at)
      if (isSoon && (isRepeat || event.detail > 1)) {
        event.preventDefault()
        event.stopImmediatePropagation()
        return
      }
      last = { control, label, at: now }
    },
    { capture: true },
  )
  // Typing in between makes the next click a new one.
  window.addEventListener('input', () => (last = null), { capture: true })
}
