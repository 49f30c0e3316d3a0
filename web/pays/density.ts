import { useEffect, useState } from 'react'

export type Density = 'compact' | 'comfortable'
const PIXELS: Record<Density, number> = { compact: 25, comfortable: 44 }
const KEY = 'tasman.rows'
/** Touch needs taller rows than a mouse. */
const NARROW = '(max-width: 52rem), (pointer: coarse)'

/** The row height of the grid: compact unless changed in this browser, and never compact on a phone. */
export function useDensity() {
  const [density, setDensity] = useState<Density>(() =>
    localStorage.getItem(KEY) === 'comfortable' ? 'comfortable' : 'compact',
  )
  const [isNarrow, setIsNarrow] = useState(() => matchMedia(NARROW).matches)
  useEffect(() => {
    const watched = matchMedia(NARROW)
    const look = () => setIsNarrow(watched.matches)
    watched.addEventListener('change', look)
    return () => watched.removeEventListener('change', look)
  }, [])
  const choose = (next: Density) => {
    localStorage.setItem(KEY, next)
    setDensity(next)
  }
  return { density, rowPx: isNarrow ? PIXELS.comfortable : PIXELS[density], isFixed: isNarrow, choose }
}
