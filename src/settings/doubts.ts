import { SETTINGS, type Settings } from './index.ts'

const ATTEMPTS_AGAIN = 7
const LONGEST_COMPARED = 40

/**
 * Warnings about settings that are valid but probably not intended, one line each. Values are not repeated.
 */
export function doubtsOf(settings: Settings, environment: Record<string, string | undefined>): string[] {
  return [
    ...(environment.NODE_ENV === 'development'
      ? ['NODE_ENV=development is run as demo: with demo data and without the checks of production.']
      : []),
    ...(settings.customerConnections >= settings.poolSize
      ? ['CUSTOMER_CONNECTIONS is not below POOL_SIZE: one customer can use every database connection.']
      : []),
    ...(settings.webhookRetryWaits.length === ATTEMPTS_AGAIN
      ? []
      : [`WEBHOOK_RETRY_WAITS has ${settings.webhookRetryWaits.length} waits: attempts 2 to 8 need seven.`]),
    ...misspelt(Object.keys(environment)).map(
      ([given, meant]) => `${given} is not a setting and has no effect: did you mean ${meant}?`,
    ),
  ]
}

/** Names that differ from a setting by one letter. Other names belong to other programs. */
function misspelt(names: readonly string[]): [given: string, meant: string][] {
  const known: string[] = Object.values(SETTINGS).map(({ variable }) => variable)
  return names.flatMap((name): [string, string][] => {
    if (known.includes(name) || name.length > LONGEST_COMPARED || name.length < 5) return []
    const meant = known.find((variable) => isNear(name, variable))
    return meant ? [[name, meant]] : []
  })
}

/** Whether two names differ by one added, missing or changed letter. */
function isNear(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (long.length - short.length > 1) return false
  let at = 0
  while (at < short.length && short[at] === long[at]) at += 1
  const rest = long.length === short.length ? short.slice(at + 1) : short.slice(at)
  return rest === long.slice(at + 1)
}
