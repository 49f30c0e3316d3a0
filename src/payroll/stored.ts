import { type CivilDate, isCivilDate } from '../kernel/values/dates.ts'
import { type Decimal, decimal } from '../kernel/values/money.ts'
import { keysOf } from '../kernel/values/word-lists.ts'

/*
 * Readers of stored JSON. A value is read as a decimal because its member is declared as one, never because it looks like one. An
 * invalid value is an error that names its location.
 */

export type Reader<T> = (value: unknown, path: string) => T

/** Stored JSON that does not match its version. */
export class StoredError extends Error {
  override readonly name = 'StoredError'
}

const wrong = (path: string, what: string): never => {
  throw new StoredError(`${path} is not ${what}`)
}

/** Large numbers are stored with an exponent. */
const NUMBER = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/

export const amount: Reader<Decimal> = (value, path) =>
  typeof value === 'string' && NUMBER.test(value) ? decimal(value) : wrong(path, 'a decimal')

export const flag: Reader<boolean> = (value, path) =>
  typeof value === 'boolean' ? value : wrong(path, 'true or false')

export const count: Reader<number> = (value, path) =>
  typeof value === 'number' && Number.isSafeInteger(value) ? value : wrong(path, 'a whole number')

export const day: Reader<CivilDate> = (value, path) =>
  typeof value === 'string' && isCivilDate(value) ? value : wrong(path, 'a date')

export const text: Reader<string> = (value, path) =>
  typeof value === 'string' ? value : wrong(path, 'a text')

/** One word of a closed list. */
export function word<T extends string>(...words: readonly T[]): Reader<T> {
  return (value, path) => words.find((each) => each === value) ?? wrong(path, `one of ${words.join(', ')}`)
}

export function maybe<T>(read: Reader<T>): Reader<T | null> {
  return (value, path) => (value === null ? null : read(value, path))
}

/** A member that may be omitted. It then stays omitted. */
export function optional<T>(read: Reader<T>): Reader<T | undefined> {
  return (value, path) => (value === undefined ? undefined : read(value, path))
}

export function list<T>(read: Reader<T>): Reader<T[]> {
  return (value, path) =>
    Array.isArray(value) ? value.map((each, index) => read(each, `${path}[${index}]`)) : wrong(path, 'a list')
}

type Members<T> = { [K in keyof T]-?: Reader<T[K]> }

/** An object with these members and no others. */
export function members<T extends object>(readers: Members<T>): Reader<T> {
  const names = keysOf<keyof T & string>(readers)
  const known = new Set<string>(names)
  return (value, path) => {
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return wrong(path, 'an object')
    const given: Readonly<Record<string, unknown>> = { ...value }
    const unknown = Object.keys(given).find((name) => !known.has(name))
    if (unknown !== undefined) return wrong(`${path}.${unknown}`, 'a member that is known')
    const read: Partial<T> = {}
    for (const name of names) {
      const member = readers[name](given[name], `${path}.${name}`)
      if (member !== undefined) read[name] = member
    }
    return read as T
  }
}
