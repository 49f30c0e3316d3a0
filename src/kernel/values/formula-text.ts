/** Characters that make a spreadsheet read a string as a formula, including their full-width forms. */
const START = '[=+\\-@\\t\\r\\n\\uff1d\\uff0b\\uff0d\\uff20]'
const STARTS = new RegExp(`^${START}`)
const ESCAPED = new RegExp(`^'${START}`)

export const isFormula = (text: string): boolean => STARTS.test(text)

/** Prevents a spreadsheet from reading a string as a formula, because names and descriptions can contain anything. */
export const escapeFormula = (text: string): string => (isFormula(text) ? `'${text}` : text)

/** The text without the apostrophe that `escapeFormula` added. */
export const unescapeFormula = (text: string): string => (ESCAPED.test(text) ? text.slice(1) : text)
