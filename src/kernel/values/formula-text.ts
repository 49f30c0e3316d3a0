/** Characters with which a spreadsheet takes a text for a formula, their full-width forms among them. */
const START = '[=+\\-@\\t\\r\\n\\uff1d\\uff0b\\uff0d\\uff20]'
const STARTS = new RegExp(`^${START}`)
const ESCAPED = new RegExp(`^'${START}`)

export const isFormula = (text: string): boolean => STARTS.test(text)

/** A text that no spreadsheet takes for a formula: anyone writes names and descriptions. */
export const escapeFormula = (text: string): string => (isFormula(text) ? `'${text}` : text)

/** The text without the apostrophe that `escapeFormula` added. */
export const unescapeFormula = (text: string): string => (ESCAPED.test(text) ? text.slice(1) : text)
