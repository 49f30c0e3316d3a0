import { errorMessage } from '../kernel/read-error.ts'
import { DATABASE } from './database.ts'
import { OUTSIDE } from './outside.ts'
import { PROCESS } from './process.ts'
import { REQUESTS } from './requests.ts'
import { RETENTION } from './retention.ts'
import { SECRETS } from './secrets.ts'
import type { Setting } from './setting.ts'
import { TRACES } from './traces.ts'
import { faultOfTransports, TRANSPORTS } from './transports.ts'

/** Every setting of the service, by topic. */
export const SETTINGS = {
  ...PROCESS,
  ...DATABASE,
  ...REQUESTS,
  ...SECRETS,
  ...RETENTION,
  ...TRACES,
  ...OUTSIDE,
  ...TRANSPORTS,
} as const

export type Settings = { -readonly [K in keyof typeof SETTINGS]: ReturnType<(typeof SETTINGS)[K]['read']> }

/** Thrown when a setting is wrong. The message is the line that the service prints at startup. */
export class SettingError extends Error {
  override readonly name = 'SettingError'
}

/** Reads and checks every setting. With a wrong value, the service does not start and says why in one line. */
export function readSettings(
  environment: Record<string, string | undefined>,
  { areSecretsNeeded = true } = {},
): Settings {
  const production = environment.NODE_ENV === 'production'
  const entries = Object.entries(SETTINGS as Record<string, Setting<unknown>>).map(([name, definition]) => {
    // Compose files pass unset variables as empty text.
    const given = environment[definition.variable] || undefined
    if (production && definition.isRelaxation && given !== undefined && given !== definition.fallback)
      throw new SettingError(
        `${definition.variable} is a relaxation for local work and is refused in production.`,
      )
    if (production && areSecretsNeeded && definition.isSecret && !given)
      throw new SettingError(`${definition.variable} must be set in production: ${definition.meaning}`)
    try {
      return [name, definition.read(given ?? definition.fallback)]
    } catch (error) {
      const isHidden = definition.isSecret || definition.isHidden || definition.read.isHidden
      const isShown = !isHidden && given !== undefined && PLAIN_VALUE.test(given)
      const shown = isShown ? `${definition.variable}=${given}` : definition.variable
      throw new SettingError(`${shown}: ${errorMessage(error)}.`)
    }
  })
  const settings = Object.fromEntries(entries) as Settings
  if (settings.metrics && settings.metricsToken === '' && settings.metricsPort === 0)
    throw new SettingError('METRICS=on needs METRICS_TOKEN, METRICS_PORT or both.')
  const fault = faultOfTransports(settings, production)
  if (fault) throw new SettingError(fault)
  if (settings.publicUrl === '') settings.publicUrl = `http://${settings.host}:${settings.port}`
  return settings
}

/**
 * A value that can be shown. Anything longer or with other characters may be a URL or key under the wrong
 * name.
 */
const PLAIN_VALUE = /^[\w.,-]{1,30}$/
