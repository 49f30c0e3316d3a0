import pg from 'pg'
import type { Service } from '../../../service.ts'
import { type AccessSubject, callersOf } from './caller-cache.ts'

const CHANNEL = 'tasman_access'
/** The first retry of a broken connection comes after a second. Later ones back off. */
const RETRY_MS = { least: 1000, most: 8000 }
/** How long a missed notification can go unnoticed while the connection works. */
const KEEP_LISTENING_MS = 5000
const KEEP_DEAF_MS = 1000

/**
 * Listens on its own connection for access changes made by any process. While the connection is broken,
 * callers are cached for only a second. It reconnects until the service stops.
 */
export function startAccessListener(service: Pick<Service, 'database' | 'log' | 'settings'>) {
  const cache = callersOf(service.database)
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let failures = 0

  const onBroken = (broken: pg.Client, error?: Error) => {
    if (client !== broken) return
    client = undefined
    cache.keepMs = KEEP_DEAF_MS
    cache.forgetAll()
    broken.end().catch(() => {})
    if (isStopped) return
    if (error) service.log.warn({ err: error }, 'access notifications are interrupted; trying again')
    timer = setTimeout(open, Math.min(RETRY_MS.most, RETRY_MS.least * 2 ** failures))
    failures += 1
    timer.unref()
  }

  const open = async (): Promise<void> => {
    const { connectionString, connectionTimeoutMillis } = service.database.pool.options
    // A pooler in transaction mode does not support LISTEN.
    const opening = new pg.Client({
      connectionString: service.settings.directDatabaseUrl || connectionString,
      connectionTimeoutMillis,
      keepAlive: true,
      application_name: 'tasman-access',
    })
    client = opening
    opening.on('error', (error) => onBroken(opening, error))
    opening.on('end', () => onBroken(opening))
    opening.on('notification', ({ payload = '' }) => {
      const colon = payload.indexOf(':')
      cache.forget(payload.slice(0, colon) as AccessSubject, payload.slice(colon + 1))
    })
    try {
      await opening.connect()
      await opening.query(`listen ${CHANNEL}`)
      if (client !== opening) return
      cache.forgetAll()
      cache.keepMs = KEEP_LISTENING_MS
      failures = 0
    } catch (error) {
      onBroken(opening, error as Error)
    }
  }

  return {
    start: open,
    async stop(): Promise<void> {
      isStopped = true
      clearTimeout(timer)
      const open = client
      client = undefined
      cache.keepMs = KEEP_DEAF_MS
      await open?.end().catch(() => {})
    },
  }
}
