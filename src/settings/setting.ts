import { isOneOf } from '../kernel/values/word-lists.ts'

/** `isHidden` means that the value may contain a password, so no message shows it. */
type Reader<T> = ((text: string) => T) & { isHidden?: true }

/**
 * A setting is a variable with a meaning, a default and a check. `docs/settings.md` is generated from this
 * list.
 */
export type Setting<T> = {
  variable: string
  meaning: string
  fallback: string
  /**
   * Converts the text into a value. Throws a sentence that follows "NAME=value: " and never repeats the
   * value.
   */
  read: Reader<T>
  /** Refused when NODE_ENV=production. */
  isRelaxation?: true
  /** Required when NODE_ENV=production. The value never appears in a message. */
  isSecret?: true
  /** The value never appears in a message. */
  isHidden?: true
}

export const setting = <T>(definition: Setting<T>) => definition

export const text = (value: string) => value
export const oneOf =
  <const T extends string>(...allowed: T[]) =>
  (value: string): T => {
    if (!isOneOf(allowed, value)) throw new Error(`must be one of ${allowed.filter(Boolean).join(', ')}`)
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
/** Domains with the id of the customer that each belongs to: `example.com=12`. */
export const domainsOfCustomers = (value: string): ReadonlyMap<string, number> =>
  new Map(
    list(value).map((entry) => {
      const [, domain, id] = /^([a-z0-9.-]+)=([1-9]\d{0,8})$/.exec(entry.toLowerCase()) ?? []
      if (!domain || !id)
        throw new Error(`must be domains with the id of their customer, as in example.com=12, not "${entry}"`)
      return [domain, Number(id)]
    }),
  )
/** Origins as a browser sends them. `*` would allow every page. */
export const origins = (value: string): string[] =>
  list(value).map((origin) => {
    if (URL.parse(origin)?.origin !== origin || origin === 'null')
      throw new Error('must be origins separated by commas, for example https://app.example.com')
    return origin
  })
export const hostName = (value: string): string => {
  if (!/^[\w.:%-]+$/.test(value)) throw new Error('must be an address or a host name, for example 0.0.0.0')
  return value
}
/** `Name <address>`, or the address alone. */
export const mailbox = (value: string): string => {
  if (!/^(?:[^<>\r\n]+ <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(value))
    throw new Error('must be a sender, for example Payroll <payroll@example.com>')
  return value
}
export const onOff = (value: string): boolean => oneOf('on', 'off')(value) === 'on'
const EXAMPLES: Readonly<Record<string, string>> = {
  'postgres:': 'postgres://user:password@db.example.com:5432/tasman',
  'smtp:': 'smtp://user:password@mail.example.com:587',
  'http:': 'http://service.example.com:8080',
  'https:': 'https://service.example.com',
}

/** A URL with one of these protocols, which may contain a user name and password. */
export const url = (...protocols: string[]): Reader<string> => hiding((value) => readUrl(value, protocols))

/**
 * A URL for `fetch`. It may not contain a user name and password: `fetch` refuses such a URL and prints both
 * in its error.
 */
export const webUrl = (...protocols: string[]): Reader<string> =>
  hiding((value) => {
    const read = readUrl(value, protocols)
    const { username, password } = URL.parse(read) ?? { username: '', password: '' }
    if (username || password) throw new Error('must not contain a user name or a password')
    return read
  })

const hiding = <T>(read: (text: string) => T): Reader<T> =>
  Object.assign((text: string) => read(text), { isHidden: true as const })

/** No message repeats the given value. A URL that cannot be parsed may have its password anywhere. */
function readUrl(given: string, protocols: readonly string[]): string {
  const value = given.trim()
  if (value === '') return ''
  const parsed = URL.parse(value)
  const hasProtocol = protocols.some((protocol) => value.toLowerCase().startsWith(`${protocol}//`))
  if (!parsed || !hasProtocol) {
    const starts = protocols.map((protocol) => `${protocol}//`).join(' or ')
    throw new Error(`must be a URL starting with ${starts}, for example ${EXAMPLES[protocols[0] ?? '']}`)
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a URL drops them silently, which changes a password
  if (/[\u0000-\u001f\u007f]/.test(value)) throw new Error('must be one line, without tabs')
  // Text after an unescaped / ? or # in a password would be read as the path, and shown as a database name.
  if (`${parsed.pathname}${parsed.search}${parsed.hash}`.includes('@'))
    throw new Error(
      'has an @ after the host: write / ? # and @ of a user name or password as %2F %3F %23 and %40',
    )
  if (!isDecodable(parsed) && parsed.protocol.startsWith('smtp'))
    throw new Error('has a % that does not start a code such as %40: write it as %25')
  return value.replace(/\/$/, '')
}

function isDecodable({ username, password }: URL): boolean {
  try {
    decodeURIComponent(username + password)
    return true
  } catch {
    return false
  }
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
