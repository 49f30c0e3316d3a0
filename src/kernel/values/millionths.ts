import { present } from './present.ts'

/* Short figures as whole millionths: numbers that add up exactly and quickly. */

const SCALE = 6
const POWERS = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000]
/** A thousand figures of up to this number of characters still add up exactly as whole numbers. */
const LONGEST = 12

const [MINUS, POINT, NOUGHT, NINE] = [45, 46, 48, 57]

/** "-12.5" → -12500000. Undefined when the text is too long, has more than six places, or is not a plain number. */
export function readMillionths(text: string): number | undefined {
  let digits = 0
  let places = -1
  const isNegative = text.charCodeAt(0) === MINUS
  const first = isNegative ? 1 : 0
  if (text.length > LONGEST || text.length === first) return undefined
  for (let i = first; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === POINT && places < 0) places = 0
    else if (code >= NOUGHT && code <= NINE) {
      digits = digits * 10 + code - NOUGHT
      if (places >= 0) places += 1
    } else return undefined
  }
  if (places > SCALE) return undefined
  const value = digits * present(POWERS[SCALE - Math.max(places, 0)])
  return isNegative ? -value : value
}

/** -12500000 → "-12.500000". */
export function writeMillionths(millionths: number): string {
  const digits = Math.abs(millionths)
    .toString()
    .padStart(SCALE + 1, '0')
  const text = `${digits.slice(0, -SCALE)}.${digits.slice(-SCALE)}`
  return millionths < 0 ? `-${text}` : text
}
