import type { parseArgs } from 'node:util'

type Option = {
  type: 'string' | 'boolean'
  /** How the value is shown in messages: `<id>`. */
  value?: string
  isRequired?: boolean
  /** What the value has to look like, and the words for it. */
  pattern?: RegExp
  must?: string
}
type Value<O extends Option> = O extends { type: 'boolean' } ? boolean : string
type Values<T extends Record<string, Option>> = {
  [K in keyof T as T[K] extends { isRequired: true } ? K : never]: Value<T[K]>
} & { [K in keyof T as T[K] extends { isRequired: true } ? never : K]?: Value<T[K]> }

export function readArguments<const T extends Record<string, Option> = Record<never, never>>(asked: {
  usage: string
  options?: T
  /** The names of the words: `<file>` must be given, `[file]` may be, `…` at the end of the last allows more. */
  words?: readonly string[]
  args?: readonly string[]
}): { values: Values<T>; words: string[] }
export const parseStrictly: typeof parseArgs
export function refuseStray(values: object, taken: readonly string[], subcommand: string, usage: string): void
export function refuse(line: string, usage: string): never
