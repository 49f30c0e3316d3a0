import { createSocket } from 'node:dgram'
import { Resolver } from 'node:dns'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Agent, request } from 'undici'
import { expect, it, onTestFinished } from 'vitest'
import { AddressRefused, createAddressGuard, type ResolveAll } from '../../src/security/public-address.ts'

const PUBLIC = '93.184.215.14'
const PRIVATE = '127.0.0.1'

/** A real name server on loopback that answers each query with its next answer, valid for no time (TTL 0). */
async function startNameServer(answers: readonly string[][]) {
  const socket = createSocket('udp4')
  let asked = 0
  socket.on('message', (question, from) => {
    const addresses = answers[Math.min(asked, answers.length - 1)] ?? []
    asked += 1
    const end = question.indexOf(0, 12) + 5
    const header = Buffer.from(question.subarray(0, 12))
    header.writeUInt16BE(0x8180, 2)
    header.writeUInt16BE(addresses.length, 6)
    header.writeUInt32BE(0, 8)
    const records = addresses.map((address) =>
      Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)]),
    )
    socket.send(Buffer.concat([header, question.subarray(12, end), ...records]), from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  onTestFinished(() => void socket.close())
  const resolver = new Resolver()
  resolver.setServers([`127.0.0.1:${socket.address().port}`])
  const resolveAll: ResolveAll = (hostname, callback) =>
    resolver.resolve4(hostname, (error, found) =>
      callback(
        error,
        (found ?? []).map((address) => ({ address, family: 4 })),
      ),
    )
  return { resolveAll, asked: () => asked }
}

/** The attacker's target: a service that only this machine can reach. */
async function startInside() {
  let connections = 0
  const server = createServer((_request, response) => response.end('inside'))
  server.on('connection', () => {
    connections += 1
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { port: (server.address() as AddressInfo).port, connections: () => connections }
}

it.each([
  ['turns private after the check', [[PUBLIC], [PRIVATE]]],
  ['hides a private address behind a public one', [[PUBLIC], [PUBLIC, PRIVATE]]],
  ['is private from the first connection on', [[PRIVATE]]],
])('a name that %s reaches nothing inside', async (_what, answers) => {
  const inside = await startInside()
  const names = await startNameServer(answers)
  const guard = createAddressGuard([], names.resolveAll)
  if (answers[0]?.[0] === PUBLIC) expect(await guard.lookUpRefusal('rebind.example')).toBeNull()
  const agent = new Agent({ connect: guard.connector })
  onTestFinished(() => agent.destroy())
  for (let call = 0; call < 3; call += 1)
    await expect(
      request(`http://rebind.example:${inside.port}/`, { dispatcher: agent }),
    ).rejects.toBeInstanceOf(AddressRefused)
  expect(inside.connections()).toBe(0)
  // Every connection resolves the name again, so an earlier good answer is not trusted.
  expect(names.asked()).toBeGreaterThanOrEqual(3)
})

it('the same name server reaches an allowed host, so the test itself would notice', async () => {
  const inside = await startInside()
  const names = await startNameServer([[PRIVATE]])
  const agent = new Agent({ connect: createAddressGuard(['rebind.example'], names.resolveAll).connector })
  onTestFinished(() => agent.destroy())
  const { body } = await request(`http://rebind.example:${inside.port}/`, { dispatcher: agent })
  expect(await body.text()).toBe('inside')
})
