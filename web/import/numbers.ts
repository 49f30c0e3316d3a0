/* Parses the numbers of a column: with a decimal point or a decimal comma, and with separators for thousands. */

/** `doubts` has a sentence for each cell that can be two different numbers. */
export type ReadNumbers = { values: string[]; readAs: string; doubts: (string | null)[] }

/** How a number is written: `either` can be both, such as 72.500. */
type Style = 'point' | 'comma' | 'either' | 'whole'
type Mark = 'point' | 'comma'
type Cell = { sign: string; bare: string; style: Style }

const SHARES = /(_rate|_percentage|_fraction)$/
/** Hours, days and shares: 7,125 is rarely thousands. The hours of a week come from other programs, which write 38.00. */
const SMALL = /(^|_)(hours|days|value|multiplier)$|_(rate|percentage|fraction)$|^standard_/
const EXAMPLES = 2

export function readNumbers(cells: readonly string[], name: string): ReadNumbers {
  const parsed = cells.map(parse)
  const has = (mark: Mark) => parsed.some((cell) => cell?.style === mark)
  const isMixed = has('point') && has('comma')
  const marks = { isMixed, hasPoint: has('point'), hasComma: has('comma'), isSmall: SMALL.test(name) }
  const read = parsed.map((cell, place) => {
    const text = cells[place] ?? ''
    if (cell === null) return { number: text, doubt: null }
    if (cell.style === 'whole') return { number: cell.sign + cell.bare, doubt: null }
    const mark = cell.style === 'either' ? markOf(cell, marks, name) : cell.style
    return mark === null
      ? { number: text, doubt: doubtOf(cell, text) }
      : { number: withPoint(cell, mark), doubt: null }
  })
  const numbers = read.map(({ number }) => number)
  const isPercent =
    SHARES.test(name) && numbers.some((number, place) => cells[place]?.includes('%') || Number(number) > 1)
  return {
    values: isPercent ? numbers.map(shareOf) : numbers,
    readAs: isPercent ? 'Per cent' : readAsOf(cells, parsed, numbers, marks),
    doubts: read.map(({ doubt }) => doubt),
  }
}

/** The parts of a number in a cell such as `$1,234.50 /hr` or `(12.00)`, or null for any other text. */
function parse(cell: string): Cell | null {
  const sign = /^\(.*\)$|^-|-$/.test(cell.trim()) ? '-' : ''
  const bare = cell.replaceAll(/[$€£%\s()]|AUD|NZD|per hour|\/ ?h(ou)?r|^-|-$/gi, '')
  const style = styleOf(bare)
  return style && { sign, bare, style }
}

/** A separator for thousands has three digits after it, and before it one to three that do not start with 0. */
function styleOf(bare: string): Style | null {
  if (/^\d+$/.test(bare)) return 'whole'
  if (/^[1-9]\d{0,2}[.,]\d{3}$/.test(bare)) return 'either'
  if (/^\d*\.\d+$|^\d+\.$|^[1-9]\d{0,2}(,\d{3})+\.\d*$|^[1-9]\d{0,2}(,\d{3}){2,}$/.test(bare)) return 'point'
  if (/^\d*,\d+$|^[1-9]\d{0,2}(\.\d{3})+,\d*$|^[1-9]\d{0,2}(\.\d{3}){2,}$/.test(bare)) return 'comma'
  return null
}

function withPoint({ sign, bare }: Cell, mark: Mark): string {
  return sign + (mark === 'point' ? bare.replaceAll(',', '') : bare.replaceAll('.', '').replace(',', '.'))
}

/** Both numbers, as they can be typed without a doubt: 12.1250 has too many digits for thousands. */
function doubtOf(cell: Cell, text: string): string {
  const decimal = `${cell.sign}${cell.bare.replace(',', '.')}`
  const short = decimal.endsWith('0') ? decimal.replace(/\.?0+$/, '') : `${decimal}0`
  return `“${text.trim()}” can be ${cell.sign}${cell.bare.replace(/[.,]/, '')} or ${short}. Type the one that is meant.`
}

/**
 * How a number such as 72.500 or 7,125 is meant, by the other numbers of the column and its field; null if it is
 * in doubt. Hours are never read as thousands, and an amount such as a salary is not cut to 72.50 without a sign.
 */
function markOf({ bare }: Cell, { isMixed, hasPoint, hasComma, isSmall }: Marks, name: string): Mark | null {
  if (isMixed) return null
  if (isSmall) return hasComma === bare.includes(',') ? (hasComma ? 'comma' : 'point') : null
  if (hasPoint || hasComma) return hasComma ? 'comma' : 'point'
  return bare.includes(',') || name.includes('rate') ? 'point' : null
}

const shareOf = (number: string) =>
  /^-?\.?\d/.test(number) && Number.isFinite(Number(number))
    ? String(Number((Number(number) / 100).toPrecision(12)))
    : number

type Marks = { isMixed: boolean; hasPoint: boolean; hasComma: boolean; isSmall: boolean }

/** Shows how numbers with a comma, or with a separator for thousands, were read. */
function readAsOf(
  cells: readonly string[],
  parsed: readonly (Cell | null)[],
  numbers: readonly string[],
  { isMixed, hasComma }: Marks,
): string {
  if (hasComma && !isMixed) return 'Numbers with a decimal comma'
  const examples = parsed.flatMap((cell, place) =>
    cell && (isMixed ? cell.style === 'comma' : cell.style === 'either') && numbers[place] !== cells[place]
      ? [`${cells[place]?.trim()} is ${numbers[place]}`]
      : [],
  )
  const shown = [...new Set(examples)].slice(0, EXAMPLES).join(', ')
  const title = isMixed ? 'Numbers, some with a decimal comma' : 'Numbers'
  return shown ? `${title}: ${shown}` : title
}
