import { adaptSigns, adaptText, isEmail, plainText } from '../../../identifiers/reported-text.ts'

export { adaptText, plainText }

/** An optional name in the form that is sent. Undefined when none of its letters can be sent. */
export const optionalName = (text: string | null) => adaptText('name', text ?? '') || undefined

const EMAIL_MAX = 200

export function fittingEmail(text: string | undefined): string | undefined {
  return text !== undefined && text.length <= EMAIL_MAX && isEmail(text) ? text : undefined
}

/** A phone number in the form that the tax office accepts: digits and spaces, at most 16 characters. */
export function plainPhone(text: string): string {
  const spaced = text
    .replace(/[^0-9 ]/g, '')
    .replace(/ +/g, ' ')
    .trim()
  return spaced.length > 16 ? spaced.replaceAll(' ', '').slice(0, 16) : spaced
}

const LINE_MAX = 38

/** Whether an address is longer than the two lines that the tax office accepts. */
export function isAddressCut(address1: string, address2: string | null): boolean {
  const letters = (texts: readonly (string | null)[]) => texts.join('').replace(/[ ,]/g, '').length
  const [line1, line2] = addressLines(address1, address2)
  return (
    letters([line1, line2]) <
    letters([adaptSigns('addressLine', address1), adaptSigns('addressLine', address2 ?? '')])
  )
}

/** Splits an address into two lines of 38 characters. A longer address continues on the second line, and is cut there. */
export function addressLines(address1: string, address2: string | null): [string, string | null] {
  const first = adaptSigns('addressLine', address1)
  const second = adaptSigns('addressLine', address2 ?? '')
  if (first.length <= LINE_MAX) return [first, second.slice(0, LINE_MAX).trim() || null]
  const cut = first.lastIndexOf(' ', LINE_MAX)
  const end = cut > 0 ? cut : LINE_MAX
  const rest = [first.slice(end).trim(), second].filter(Boolean).join(', ')
  return [first.slice(0, end).replace(/[ ,]+$/, ''), rest.slice(0, LINE_MAX).trim() || null]
}
