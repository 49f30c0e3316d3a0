import { setTimeout as wait } from 'node:timers/promises'
import type { Model, TasmanClient } from '@tasman/client'
import { wholeNumber } from './arguments.ts'
import type { Context } from './commands.ts'
import type { Row } from './io.ts'

const EVERY_MS = 2000
const FIRST = 10
const PAGE = 100

/** Prints new audit log entries, oldest first, until stopped or until `--count` entries were printed. */
export async function tailLogs(api: TasmanClient, { io, options }: Context): Promise<void> {
  const { count } = options
  let left = count === undefined ? Number.POSITIVE_INFINITY : wholeNumber(count, 'count', '<number>')
  let last = 0
  for (;;) {
    const entries = await api.get('/api/audit-log', { query: { limit: last === 0 ? FIRST : PAGE } })
    for (const entry of entries.filter(({ id }) => id > last).reverse()) {
      if (left <= 0) return
      io.out(options.json ? JSON.stringify(entry) : lineOf(entry))
      last = entry.id
      left -= 1
    }
    if (left <= 0) return
    await wait(EVERY_MS, undefined, { signal: io.stopped })
  }
}

const lineOf = ({ at, outcome, action, target, user_email, request_id }: Model<'AuditEntry'>) =>
  [at, outcome, action, target, user_email, request_id].filter((cell) => cell !== null).join('  ')

/** Sends deliveries of an endpoint again: the named one, otherwise every failed one. */
export async function replayEvents(api: TasmanClient, { options }: Context): Promise<Row[]> {
  const webhook_id = wholeNumber(options.webhook, 'webhook', '<id>')
  const path = { webhook_id }
  const deliveries = await api.get('/api/webhooks/{webhook_id}/deliveries', { path, query: { limit: PAGE } })
  const chosen = deliveries.filter(({ id, status }) =>
    options.delivery === undefined ? status === 'failed' : String(id) === options.delivery,
  )
  if (options.delivery !== undefined && chosen.length === 0)
    throw new Error(`Webhook ${webhook_id} has no delivery ${options.delivery} among its last ${PAGE}.`)
  const rows: Row[] = []
  for (const { id, event_type } of chosen) {
    await api.post('/api/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver', {
      path: { webhook_id, delivery_id: id },
    })
    rows.push({ delivery: id, event: event_type, status: 'sent again' })
  }
  return rows
}
