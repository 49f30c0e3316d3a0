import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { GatewayDown } from '../../src/ports/lodgement/gateway.ts'
import { createHttpsGateway } from '../../src/ports/lodgement/https.ts'

/* A transmission provider on this machine; the settings ask for HTTPS, the port itself speaks to any address. */

type Seen = { method: string | undefined; url: string | undefined; body: string }

let server: Server
let url: string
let reply: { status: number; body: string }
const seen: Seen[] = []

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      seen.push({ method: request.method, url: request.url, body: Buffer.concat(chunks).toString() })
      response.writeHead(reply.status, { 'content-type': 'application/json' }).end(reply.body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

const gateway = () => createHttpsGateway<{ messageId: string; xml: string }>(url)
const message = { messageId: 'm-1', xml: '<a/>' }

describe('a transmission provider', () => {
  it('takes the message under its id and answers', async () => {
    const answer = {
      state: 'partial',
      receipt: 'R1',
      notes: [{ code: 'CMN.ATO.GEN.402043', message: 'TFN', document: 2 }],
    }
    reply = { status: 200, body: JSON.stringify(answer) }
    expect(await gateway().send(message)).toEqual(answer)
    expect(seen.at(-1)).toEqual({ method: 'PUT', url: '/messages/m-1', body: JSON.stringify(message) })
  })

  it('may answer later, and may not know the message', async () => {
    reply = { status: 202, body: '' }
    expect(await gateway().send(message)).toEqual({ state: 'received' })
    expect(await gateway().collect('m-1')).toEqual({ state: 'received' })
    reply = { status: 404, body: '{}' }
    expect(await gateway().collect('m-1')).toBeNull()
  })

  it('counts as down when it fails, answers in another shape or is not there', async () => {
    reply = { status: 503, body: '' }
    await expect(gateway().send(message)).rejects.toBeInstanceOf(GatewayDown)
    reply = { status: 200, body: '{"state":"maybe"}' }
    await expect(gateway().send(message)).rejects.toBeInstanceOf(GatewayDown)
    reply = { status: 200, body: 'not json' }
    await expect(gateway().send(message)).rejects.toBeInstanceOf(GatewayDown)
    const nowhere = createHttpsGateway<typeof message>('http://127.0.0.1:1')
    await expect(nowhere.send(message)).rejects.toBeInstanceOf(GatewayDown)
  })
})
