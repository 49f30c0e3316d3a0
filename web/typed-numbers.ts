/* The numbers that people type or paste, in the pay run grid and in every form. */

export type NumberUnit = 'hours' | 'dollars'

export const NOT_A_NUMBER = 'This is not a number. Write 7.6, 7:36 or 1,200.50.'

/**
 * Digits with or without thousands separators, before or after the decimal point or both. Rejects a decimal comma, because 7,5
 * must not become 75.
 */
const NUMBER = /^[-+]?(?=\.?\d)(\d{0,7}|[1-9]\d{0,2}(,\d{3}){1,2})(\.\d{0,6})?$/

/**
 * Parses typed or pasted text like a spreadsheet: 7.6, .5, 5., +7, 7:36 hours, 1,200.50, $20 or -$20. Returns null when it is not
 * a number.
 */
export function readNumber(text: string, unit: NumberUnit): number | null {
  const trimmed = text.trim()
  const plain = unit === 'dollars' ? trimmed.replace(/^([-+]?)\$\s*/, '$1') : trimmed
  if (trimmed === '') return 0
  const clock = unit === 'hours' ? /^(\d{1,3}):([0-5]\d)$/.exec(plain) : null
  if (clock) return Math.round((Number(clock[1]) + Number(clock[2]) / 60) * 10_000) / 10_000
  return NUMBER.test(plain) ? Number(plain.replaceAll(',', '')) : null
}

/** A decimal as the API takes it. */
const EXACT = /^-?\d+(\.\d+)?$/

/** The typed number as the API takes it. Any other text stays as it is, and the service or the form names it. */
export function typedNumber(text: string, unit: NumberUnit = 'dollars'): string {
  const trimmed = text.trim()
  const number = trimmed === '' || EXACT.test(trimmed) ? null : readNumber(trimmed, unit)
  return number === null ? trimmed : String(number)
}

/** For members that are numbers only. A text that is none goes to the service, which says so. */
export const numberOrText = (text: string): number | string =>
  Number.isNaN(Number(text)) ? text : Number(text)

/** For `register`: the form has the number, and the input keeps what was typed. */
const taking = (unit: NumberUnit) => ({
  setValueAs: (text: unknown) => typedNumber(String(text ?? ''), unit),
})
export const AS_HOURS = taking('hours')
export const AS_NUMBER = taking('dollars')

/** The unit of an API field. */
export const unitOf = (field: string): NumberUnit => (/(^|_)hours(_|$)/.test(field) ? 'hours' : 'dollars')

/** For `register` of inputs that take text or a number. */
export const takes = (isNumber: boolean | undefined, field: string) =>
  isNumber ? (unitOf(field) === 'hours' ? AS_HOURS : AS_NUMBER) : {}
