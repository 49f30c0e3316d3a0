import { mask } from './field-encryption.ts'

/* Knows which fields contain tax and bank account numbers, and masks them. */

/**
 * Names of fields with a tax or bank account number, in requests, responses, files and the authorities'
 * documents. `account` alone is an employee's account in Inland Revenue's employee details.
 */
const NAMES = String.raw`tax_file_number|TaxFileNumberId|tax_number|(?:\w+_)?ird_number|(?:\w+_)?account_number|account`
/**
 * Super fund member numbers. They are masked on screens and for readers; webhooks contain them in full, as
 * specified.
 */
const MEMBER_NAMES = String.raw`(?:\w+_)?member_number`
const MEMBER = new RegExp(`^(?:${NAMES}|${MEMBER_NAMES})$`)
const inJson = (names: string) => new RegExp(`"(${names})":\\s*(?:"((?:[^"\\\\]|\\\\.)+)"|(\\d+))`, 'g')
const IN_JSON = inJson(NAMES)
const MEMBER_IN_JSON = inJson(MEMBER_NAMES)
/** A requested change of a field, with the values before and after. */
const ASKED = new RegExp(
  `"(${NAMES})":\\{("before":(?:null|"(?:[^"\\\\]|\\\\.)*"),"after":)"((?:[^"\\\\]|\\\\.)+)"`,
  'g',
)
const ENDINGS = [
  'tax_file_number"',
  'TaxFileNumberId"',
  'tax_number"',
  'ird_number"',
  'account_number"',
  '"account"',
]
const MASKED = /^(?:\*{3}|•{3} ?).{0,3}$/

/** Whether a field of this name contains a tax or bank account number. */
export const isNumberMember = (name: string): boolean => MEMBER.test(name)

/** Whether the value is a mask, not a number. */
export const isMask = (value: unknown): boolean => typeof value === 'string' && MASKED.test(value.trim())

/** Whether the JSON text has fields for tax or bank account numbers. */
export function holdsNumbers(json: string): boolean {
  return ENDINGS.some((ending) => json.includes(ending))
}

/** Whether the JSON text has a super member number. */
export const holdsMembers = (json: string): boolean => json.includes('member_number":"')

/** Masks the tax, bank account and super member numbers in a JSON text, for people who may not see them. */
export function maskAll(json: string): string {
  const masked = maskNumbers(json)
  return holdsMembers(json) ? masked.replace(MEMBER_IN_JSON, maskMember) : masked
}

/** Masks the tax and bank account numbers in a JSON text. */
export function maskNumbers(json: string): string {
  // Most strings contain nothing to mask. Checking the ends of field names first is much cheaper.
  if (!holdsNumbers(json)) return json
  const asked = json.replace(ASKED, (member, name: string, before: string, text: string) => {
    const value: string = JSON.parse(`"${text}"`)
    return isMask(value) ? member : `"${name}":{${before}${JSON.stringify(mask(value))}`
  })
  return asked.replace(IN_JSON, maskMember)
}

function maskMember(member: string, name: string, text?: string, digits?: string): string {
  const value: string = text === undefined ? (digits ?? '') : JSON.parse(`"${text}"`)
  return isMask(value) ? member : `"${name}":${JSON.stringify(mask(value))}`
}

/** Masks a JSON text piece by piece. A field may start in one piece and end in the next. */
export async function* maskPieces(pieces: AsyncIterable<string | Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const piece of pieces) {
    const text = rest + (typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true }))
    const cut = Math.max(text.lastIndexOf(',"'), text.lastIndexOf('{"'))
    rest = cut < 0 ? text : text.slice(cut)
    if (cut > 0) yield maskAll(text.slice(0, cut))
  }
  rest += decoder.decode()
  if (rest !== '') yield maskAll(rest)
}

/** Masks the tax, bank account and super member numbers in a table row. */
export function maskRow<Row extends object>(row: Row): Row {
  const shown = { ...row }
  for (const [name, value] of Object.entries(row))
    if (isNumberMember(name) && value !== null && value !== undefined && value !== '' && !isMask(value))
      Reflect.set(shown, name, mask(String(value)))
  return shown
}

const XML_NUMBER = /(<(?:\w+:)?TaxFileNumberId>)([^<]+)(?=<)/g
const DIGITS = /\d(?:[- ]?\d){4,}/g

/**
 * Masks the text of a bank file, a contribution file or a message to an authority, for viewing. In XML, tax
 * numbers show their last three digits. In other formats, so does every number of five digits or more. Masks
 * are as wide as the numbers. The masked file cannot be used to pay or lodge.
 */
export function maskFile(text: string): string {
  const hide = (number: string) => number.slice(0, -3).replaceAll(/\d/g, '*') + number.slice(-3)
  if (text.includes('</')) return text.replace(XML_NUMBER, (_, tag: string, tfn: string) => tag + hide(tfn))
  return text.replace(DIGITS, hide)
}

/**
 * Tax numbers, account numbers and other long numbers in text, with or without separators. Does not match
 * dates.
 */
const LONG_NUMBER =
  /(?<![\d./-])(\d{4}-\d\d-\d\d|\d\d?[/.]\d\d?[/.]\d{4})(?![./-]?\d)|\d(?:[\s./_–-]{0,2}\d){5,}/g

/** Replaces long numbers in text that people wrote. */
export const replaceLongNumbers = (text: string, shown: (number: string) => string): string =>
  text.replace(LONG_NUMBER, (number: string, date?: string) => date ?? shown(number))

/** Masks the long numbers in text that people wrote, for readers. */
export const maskText = (text: string): string => replaceLongNumbers(text, mask)
