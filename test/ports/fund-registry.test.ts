import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findUnknownFunds } from '../../src/features/employees/employees/index.ts'
import { createHttpsFundRegistry } from '../../src/ports/fund-registry/https.ts'
import type { FundRegistry } from '../../src/ports/fund-registry/port.ts'
import { createFundRegistrySimulator } from '../../src/ports/fund-registry/simulator.ts'

const STATUSES: Record<string, number> = { GOOD: 200, GONE: 404, BROKEN: 500, MOVED: 302 }
const silent = pino({ level: 'silent' })
let server: Server
let registry: FundRegistry
beforeAll(async () => {
  server = createServer((request, response) => {
    const usi = (request.url ?? '').split('/').at(-1) ?? ''
    const body = usi === 'GOOD' ? '{"name":"Coral Super","abn":"51 824 753 556"}' : '{}'
    response.writeHead(STATUSES[usi] ?? 400, { location: '/usi/GOOD' }).end(body)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  registry = createHttpsFundRegistry(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, silent)
})
afterAll(() => new Promise((done) => server.close(done)))

describe('a fund registry over HTTP', () => {
  it.each([
    ['GOOD', 'known'],
    ['GONE', 'unknown'],
    ['BROKEN', 'unavailable'],
    ['MOVED', 'unavailable'],
    ['../secret', 'unavailable'],
  ])('%s is %s', async (usi, answer) => {
    expect(await registry.look(usi)).toMatchObject({ answer })
  })

  it('tells the name and the ABN of a fund', async () => {
    expect(await registry.look('GOOD')).toEqual({ answer: 'known', name: 'Coral Super', abn: '51824753556' })
  })

  it('is unavailable, and does not throw, when no one listens', async () => {
    expect(await createHttpsFundRegistry('http://127.0.0.1:9', silent).look('GOOD')).toEqual({
      answer: 'unavailable',
    })
  })
})

describe('the simulator', () => {
  it('knows identifiers of a good form, unless it is down', async () => {
    const settings = { gatewaySimulation: 'accept' as 'accept' | 'down' }
    const simulator = createFundRegistrySimulator(settings)
    expect(await simulator.look('STA0100AU')).toMatchObject({ answer: 'known' })
    expect(await simulator.look('STA0100NZ')).toMatchObject({ answer: 'unknown' })
    settings.gatewaySimulation = 'down'
    expect(await simulator.look('STA0100NZ')).toMatchObject({ answer: 'unavailable' })
  })
})

describe('a batch', () => {
  it('asks for each fund once, and stops asking a registry that is down', async () => {
    const asked: string[] = []
    const ports = (isDown: boolean) => ({
      ports: {
        fundRegistry: {
          look: async (usi: string) => {
            asked.push(usi)
            return { answer: isDown ? ('unavailable' as const) : ('unknown' as const) }
          },
        },
      } as never,
      database: undefined as never,
      clock: undefined as never,
    })
    const many = Array.from({ length: 100 }, (_, index) => `USI${index % 50}`)
    expect((await findUnknownFunds(ports(false), [...many, null])).size).toBe(50)
    expect(asked).toHaveLength(50)
    asked.length = 0
    expect((await findUnknownFunds(ports(true), many)).size).toBe(0)
    expect(asked.length).toBeLessThanOrEqual(8)
  })
})
