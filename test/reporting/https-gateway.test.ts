import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAccess, NO_ACCESS } from '../../src/ports/lodgement/access.ts'
import { GatewayDown } from '../../src/ports/lodgement/gateway.ts'
import { createHttpsGateway } from '../../src/ports/lodgement/https.ts'
import { makeCertificate } from '../support/certificate.ts'

/* A transmission provider on this machine. The settings require HTTPS, but the port itself accepts any URL. */

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

  it('is believed when it refuses: its words are kept, and nothing is sent again', async () => {
    for (const [status, body, words] of [
      [400, '{"message":"SSID 123 is not nominated"}', 'SSID 123 is not nominated'],
      [403, 'Not your payer', 'Not your payer'],
      [422, '', 'no words'],
    ] as const) {
      reply = { status, body }
      expect(await gateway().send(message)).toEqual({
        state: 'rejected',
        receipt: null,
        notes: [{ code: `HTTP-${status}`, message: words, document: null }],
      })
    }
    for (const status of [408, 425, 429, 500, 502]) {
      reply = { status, body: '{}' }
      await expect(gateway().send(message)).rejects.toBeInstanceOf(GatewayDown)
    }
  })
})

describe('access to a provider', () => {
  /** A provider that accepts the right token, and its token endpoint. */
  const serve = async (tokens: string[]) => {
    const asked: string[] = []
    const guard = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        if (request.url === '/token') {
          asked.push(`${request.headers.authorization} ${Buffer.concat(chunks)}`)
          const token = tokens[asked.length - 1]
          return response.writeHead(200).end(JSON.stringify({ access_token: token, expires_in: 3600 }))
        }
        const isIn = request.headers.authorization === `Bearer ${tokens.at(-1)}`
        return response.writeHead(isIn ? 202 : 401).end('{"error":"invalid_token"}')
      })
    })
    await new Promise<void>((resolve) => guard.listen(0, '127.0.0.1', resolve))
    return {
      url: `http://127.0.0.1:${(guard.address() as AddressInfo).port}`,
      asked,
      close: () => guard.close(),
    }
  }

  it('is by a bearer token', async () => {
    const { url, close } = await serve(['right'])
    const send = (token: string) =>
      createHttpsGateway<typeof message>(url, createAccess({ ...NO_ACCESS, token })).send(message)
    expect(await send('right')).toEqual({ state: 'received' })
    expect(await send('wrong')).toMatchObject({ state: 'rejected', notes: [{ code: 'HTTP-401' }] })
    close()
  })

  it('is by client credentials: a token is kept while it holds, and asked for again when it is refused', async () => {
    const { url, asked, close } = await serve(['ended early', 'right'])
    const settings = {
      oauthUrl: `${url}/token`,
      oauthClientId: 'id:1',
      oauthClientSecret: 's',
      oauthScope: 'lodge',
    }
    const provider = createHttpsGateway<typeof message>(url, createAccess({ ...NO_ACCESS, ...settings }))
    expect(await provider.send(message)).toEqual({ state: 'received' })
    expect(await provider.send(message)).toEqual({ state: 'received' })
    const basic = `Basic ${Buffer.from('id%3A1:s').toString('base64')}`
    expect(asked).toEqual(Array(2).fill(`${basic} grant_type=client_credentials&scope=lodge`))
    close()
  })

  it('is by a client certificate', async () => {
    const [theirs, ours] = [makeCertificate(), makeCertificate('tasman')]
    const folder = mkdtempSync(join(tmpdir(), 'mtls-'))
    const file = (name: string, text: string) => {
      writeFileSync(join(folder, name), text)
      return join(folder, name)
    }
    const guard = createTlsServer(
      { cert: theirs.cert, key: theirs.key, ca: ours.cert, requestCert: true, rejectUnauthorized: true },
      (_request, response) => response.writeHead(202).end(),
    )
    await new Promise<void>((resolve) => guard.listen(0, '127.0.0.1', resolve))
    const address = `https://127.0.0.1:${(guard.address() as AddressInfo).port}`
    const caFile = file('ca.pem', theirs.cert)
    const certified = { caFile, certFile: file('cert.pem', ours.cert), keyFile: file('key.pem', ours.key) }
    const send = (files: Partial<typeof certified>) =>
      createHttpsGateway<typeof message>(address, createAccess({ ...NO_ACCESS, ...files })).send(message)
    expect(await send(certified)).toEqual({ state: 'received' })
    await expect(send({ caFile })).rejects.toBeInstanceOf(GatewayDown)
    guard.close()
    rmSync(folder, { recursive: true })
  })

  it('refuses a server whose certificate no known authority vouches for', async () => {
    const { cert, key } = makeCertificate()
    let requests = 0
    const server = createTlsServer({ cert, key }, (_request, response) => {
      requests += 1
      response.writeHead(202).end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
    const provider = createHttpsGateway<typeof message>(address, createAccess(NO_ACCESS))
    await expect(provider.send(message)).rejects.toBeInstanceOf(GatewayDown)
    expect(requests).toBe(0)
    server.close()
  })
})
