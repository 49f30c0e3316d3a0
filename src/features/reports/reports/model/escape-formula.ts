/** Characters with which a spreadsheet takes a text for a formula, their wide forms among them. */
const STARTS = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/

/** A text that no spreadsheet takes for a formula: names and descriptions are written by anyone. */
export function escapeFormula(text: string): string {
  return STARTS.test(text) ? `'${text}` : text
}
