import { on, once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TasmanClient, verifyWebhook } from '@tasman/client'
import { UsageError, webAddress, wholeNumber } from './arguments.ts'
import type { Context } from './commands.ts'

/** Receives events on the loopback address until stopped, or until `--count` events have arrived. Then removes the endpoint. */
export async function listen(api: TasmanClient, { io, options }: Context): Promise<void> {
  const port = options.port === undefined ? 0 : wholeNumber(options.port, 'port', '<number>')
  let left =
    options.count === undefined ? Number.POSITIVE_INFINITY : wholeNumber(options.count, 'count', '<number>')
  if (port > 65_535) throw new UsageError('--port must be a number from 1 to 65535.')
  const publicUrl = webAddress(options['public-url'], 'public-url')
  const target = webAddress(options.forward, 'forward')
  const server = createServer().listen(port, '127.0.0.1')
  // Queues requests that arrive while one is handled: the service retries a delivery without a response only
  // seconds later.
  const requests = on(server, 'request', { signal: io.stopped }) as AsyncIterable<
    [IncomingMessage, ServerResponse]
  >
  let forwarding = Promise.resolve()
  let id: number | undefined
  try {
    await once(server, 'listening', { signal: io.stopped })
    const here = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    const { availableEvents } = await api.get('/api/webhooks', { signal: io.stopped })
    const events = options.events?.split(',') ?? availableEvents
    const endpoint = await api.post('/api/webhooks', {
      body: { url: publicUrl ?? here, events: events as never, description: 'tasman webhooks listen' },
    })
    id = endpoint.id
    const secret = endpoint.secret ?? ''
    io.note(`Listening for ${events.length} event types at ${here}; press Ctrl-C to stop.`)
    for await (const [request, response] of requests) {
      const body = await bytesOf(request)
      const event = await verifyWebhook({ secret, headers: request.headers, body }).catch(
        (error: Error) => error,
      )
      response.writeHead(event instanceof Error ? 400 : 204).end()
      if (event instanceof Error) {
        io.note(`Refused: ${event.message}`)
        continue
      }
      io.out(
        options.json
          ? JSON.stringify(event)
          : `${event.createdAt}  ${event.type.padEnd(16)}  ${event.entity.type} ${event.entity.id}`,
      )
      if (target) forwarding = forwarding.then(async () => io.note(await forward(target, request, body)))
      left -= 1
      if (left <= 0) break
    }
    await forwarding
  } finally {
    server.closeAllConnections()
    server.close()
    if (id !== undefined) await api.delete('/api/webhooks/{webhook_id}', { path: { webhook_id: id } })
  }
}

/** Forwards the same bytes with the same signature, so the receiver can verify them. */
async function forward(
  url: string,
  { headers }: IncomingMessage,
  body: Uint8Array<ArrayBuffer>,
): Promise<string> {
  const kept = Object.entries(headers).filter(([name]) => /^(x-payroll-|webhook-|content-type)/.test(name))
  try {
    const response = await fetch(url, {
      method: 'POST',
      body,
      headers: Object.fromEntries(kept) as Record<string, string>,
    })
    return `  forwarded: ${response.status}`
  } catch {
    return `  no answer from ${url}`
  }
}

async function bytesOf(request: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return new Uint8Array(Buffer.concat(parts))
}
