import '../validation-words.ts'
import { plainWords } from '../plain-words.ts'

/** The place and name of a field at the start of a message, and what follows it. */
const NAMED =
  /^(?:(?:[a-z][a-z0-9_]*|\d+)\.)*[a-z][a-z0-9_]*(?:(: )| (?=(?:must|is|has|have|does|cannot|may|needs|repeats|contains)\b))/
const UNNAMED = /^(?=(?:must|is|has|does|cannot|may|needs|repeats|contains)\b)/

/** A message of the service at an input: with its label in place of the field's name, and without words of the API. */
export function problemAt(label: string, message: string): string {
  const text = UNNAMED.test(message)
    ? `${label} ${message}`
    : message.replace(NAMED, (_, colon?: string) => (colon ? '' : `${label} `))
  return plainWords(text)
}
