import { parseArgs } from 'node:util'

/** Thrown when a command is used wrongly: prints one line and exits with code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

export type Flags = Readonly<Record<string, { type: 'string' | 'boolean'; short?: string; value?: string }>>
export type Given = { values: Record<string, string | boolean | undefined>; words: string[] }

/** Parses a command line and rejects unknown options. */
export function readArguments(args: readonly string[], flags: Flags): Given {
  const { tokens } = parseArgs({
    args: [...args],
    options: flags as never,
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  const given: Given = { values: {}, words: [] }
  for (const token of tokens) {
    if (token.kind === 'positional') given.words.push(token.value)
    if (token.kind !== 'option') continue
    const { name, rawName, value, inlineValue } = token
    const flag = flags[name]
    if (!flag) throw new UsageError(`Unknown option: ${rawName}.`)
    if (name in given.values) throw new UsageError(`Option given twice: --${name}.`)
    if (flag.type === 'boolean' && value !== undefined) throw new UsageError(`--${name} takes no value.`)
    if (flag.type === 'string' && (!value || (!inlineValue && /^-\D/.test(value))))
      throw new UsageError(`Missing value: --${name} ${flag.value ?? '<value>'}.`)
    given.values[name] = value ?? true
  }
  return given
}

/** Parses a whole number from 1. The error names the flag when the value is missing or invalid. */
export function wholeNumber(text: string | undefined, name: string, value: string): number {
  if (text === undefined) throw new UsageError(`Missing option: --${name} ${value}.`)
  if (!/^[1-9]\d{0,15}$/.test(text))
    throw new UsageError(`--${name} must be a whole number, for example --${name} 1.`)
  return Number(text)
}

/** Checks an http or https address. Undefined when the option is not given. */
export function webAddress(text: string | undefined, name: string): string | undefined {
  if (text === undefined) return undefined
  const protocol = URL.canParse(text) ? new URL(text).protocol : ''
  if (protocol !== 'http:' && protocol !== 'https:')
    throw new UsageError(`--${name} must be an address such as http://localhost:3000/hook.`)
  return text
}
