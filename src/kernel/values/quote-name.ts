/** Words joined by spaces, hyphens and apostrophes. Nothing else in a sentence can be mistaken for these. */
const PLAIN = /^[\p{L}\p{M}]+(?:[ '’-]+[\p{L}\p{M}]+)*$/u

/**
 * A name or text that someone entered, for a sentence that another person decides on. Anything but plain words is quoted,
 * so that it cannot imitate amounts, accounts or the rest of the sentence.
 */
export function quoteName(text: string): string {
  return PLAIN.test(text) ? text : `"${text.replaceAll('"', "'")}"`
}

/** The name of an employee for such a sentence. */
export const quotePerson = ({ first_name, last_name }: { first_name: string; last_name: string }): string =>
  quoteName(`${first_name} ${last_name}`)
