import { DECIMAL_MEMBERS } from './facts.ts'

/**
 * What decimals of answers are. The service sends JSON numbers of at most fifteen digits, which a number holds exactly; texts and
 * big.js spare you the arithmetic of floating point. Tell the client with `decimals`, and the types with
 *
 *     declare module '@tasman/client' { interface Decimals { as: string } }
 */
// biome-ignore lint/suspicious/noEmptyInterface: callers fill it in.
export interface Decimals {}
/** A decimal of an answer: a number unless `Decimals` says otherwise. In requests numbers and texts are both taken. */
export type Decimal = Decimals extends { as: infer T } ? T : number

/** `number` (as sent), `string` ("1250.5"), or your own, for example `(text) => new Big(text)`. */
export type DecimalOption = 'number' | 'string' | ((text: string) => unknown)

/** Turns the decimals of an answer into what was asked for. */
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

/** Without an exponent: a rate of 0.0000001 is written out. */
function plain(value: number): string {
  const text = String(value)
  return text.includes('e') ? value.toFixed(10).replace(/0+$/, '') : text
}
