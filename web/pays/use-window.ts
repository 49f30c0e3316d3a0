import { type RefObject, useLayoutEffect, useState } from 'react'

/** Rows rendered beyond the visible ones on either side. */
const BEYOND = 6

/** The rows of a long table to render: those visible in its frame. All rows have the same height. */
export function useWindow(frame: RefObject<HTMLElement | null>, count: number, rowHeight: number) {
  const [range, setRange] = useState({ from: 0, to: 40 })
  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return undefined
    const look = () => {
      const first = Math.floor(element.scrollTop / rowHeight)
      const shown = Math.ceil(element.clientHeight / rowHeight)
      // The window moves in steps, so scrolling a few lines renders nothing new.
      const from = Math.max(0, Math.floor((first - BEYOND) / BEYOND) * BEYOND)
      const to = from + shown + 3 * BEYOND
      setRange((old) => (old.from === from && old.to === to ? old : { from, to }))
    }
    look()
    element.addEventListener('scroll', look, { passive: true })
    const sizes = new ResizeObserver(look)
    sizes.observe(element)
    return () => {
      element.removeEventListener('scroll', look)
      sizes.disconnect()
    }
  }, [frame, rowHeight])
  const from = Math.min(range.from, Math.max(0, count - 1))
  const to = Math.min(range.to, count)
  return { from, to, before: from * rowHeight, after: Math.max(0, count - to) * rowHeight }
}
