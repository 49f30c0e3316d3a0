import { DECIMAL_MEMBERS } from './facts.ts'

/**
 * The type of decimals in answers. The service sends JSON numbers of at most fifteen digits, which a JavaScript number represents
 * exactly. Strings and big.js avoid floating-point arithmetic. Set `decimals` in the client, and declare the type:
 * `declare module '@tasman/client' { interface Decimals { as: string } }`
 */
// biome-ignore lint/suspicious/noEmptyInterface: callers fill it in.
export interface Decimals {}
/** A decimal in an answer: a number unless `Decimals` is extended. Requests accept both numbers and strings. */
export type Decimal = Decimals extends { as: infer T } ? T : number

/** `number` (as sent), `string` ("1250.5"), or your own, for example `(text) => new Big(text)`. */
export type DecimalOption = 'number' | 'string' | ((text: string) => unknown)

/** Converts the decimals of an answer to the chosen type. */
export function convertDecimals(value: unknown, option: DecimalOption, member = ''): unknown {
  if (option === 'number') return value
  if (typeof value === 'number') {
    if (!DECIMAL_MEMBERS.has(member)) return value
    return option === 'string' ? plain(value) : option(plain(value))
  }
  if (Array.isArray(value)) return value.map((item) => convertDecimals(item, option, member))
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value).map(([name, item]) => [name, convertDecimals(item, option, name)])
  return Object.fromEntries(entries)
}

/** Formats a number without an exponent, so 0.0000001 is written out. */
function plain(value: number): string {
  const text = String(value)
  return text.includes('e') ? value.toFixed(10).replace(/0+$/, '') : text
}
