/** Tax numbers, account numbers and the like, with or without separators. Dates stay. */
const LONG_NUMBER = /\b(\d{4}-\d\d-\d\d)\b|\d(?:[\s./_–-]{0,2}\d){5,}/g
const LONGEST = 2000

/** The body of an error for the log: long numbers masked, and limited in length. */
export function maskedError(body: string): string {
  const masked = body.replace(LONG_NUMBER, (digits, date) => date ?? `…${digits.slice(-2)}`)
  return masked.length > LONGEST ? `${masked.slice(0, LONGEST)} …` : masked
}
