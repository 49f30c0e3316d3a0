import { isOneOf } from '../payroll/words.ts'
/** A setting is a variable with a meaning, a default and a check. `docs/settings.md` is generated from this list. */
export type Setting<T> = {
  variable: string
  meaning: string
  fallback: string
  /** Turns the text into a value, or throws a sentence that follows "NAME=value: ". */
  read: (text: string) => T
  /** Refused when NODE_ENV=production. */
  isRelaxation?: true
  /** Must be given when NODE_ENV=production; the value never appears in a message. */
  isSecret?: true
  /** The value never appears in a message. */
  isHidden?: true
}

export const setting = <T>(definition: Setting<T>) => definition

export const text = (value: string) => value
export const oneOf =
  <const T extends string>(...allowed: T[]) =>
  (value: string): T => {
    if (!isOneOf(allowed, value)) throw new Error(`must be one of ${allowed.join(', ')}`)
    return value
  }
export const integer =
  (min: number, max: number) =>
  (value: string): number => {
    const result = Number(value)
    if (!/^\d+$/.test(value) || result < min || result > max)
      throw new Error(`must be a whole number from ${min} to ${max}`)
    return result
  }
export const list = (value: string): string[] =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
export const onOff = (value: string): boolean => oneOf('on', 'off')(value) === 'on'
export const url =
  (...protocols: string[]) =>
  (value: string): string => {
    if (value === '') return ''
    const parsed = URL.parse(value)
    if (!parsed || !protocols.includes(parsed.protocol))
      throw new Error(`must be a URL starting with ${protocols.map((p) => `${p}//`).join(' or ')}`)
    return value.replace(/\/$/, '')
  }
export const instant = (value: string): Date | null => {
  if (value === '') return null
  const parsed = new Date(`${value.replace(/Z$/, '')}Z`)
  if (Number.isNaN(parsed.getTime())) throw new Error('must be a UTC instant such as 2026-07-01T00:00:00')
  return parsed
}
export const seconds = (value: string): number[] =>
  list(value).map((part) => {
    const result = Number(part)
    if (!(result >= 0)) throw new Error('must be seconds separated by commas, such as 30,60,120')
    return result
  })
