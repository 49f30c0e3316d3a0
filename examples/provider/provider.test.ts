import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createAccess, NO_ACCESS } from '../../src/ports/lodgement/access.ts'
import { createHttpsGateway } from '../../src/ports/lodgement/https.ts'
import { checkProvider, checkSuperProvider } from './conformance.ts'
import { type Answer, createProvider, type Message } from './provider.ts'

const TOKEN = 'secret-of-the-test'
const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

async function started(
  judge: (message: Message) => Answer | null,
  signing: { signingSecret?: string } = {},
): Promise<string> {
  const server = createProvider({ token: TOKEN, judge, ...signing })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  stops.push(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const ACCEPTED: Answer = { state: 'accepted', receipt: 'R1', notes: [] }
const PARTIAL: Answer = {
  state: 'partial',
  receipt: 'R2',
  notes: [{ code: '134', message: 'Not a valid IRD number.', document: 2 }],
}
const failed = async (url: string) =>
  (await checkProvider({ url, token: TOKEN })).filter(({ isGood }) => !isGood).map(({ check }) => check)

describe('the reference provider', () => {
  it.each([
    ['accepts', () => ACCEPTED],
    ['accepts in part', () => PARTIAL],
    ['answers later', () => null],
  ])('conforms when it %s', async (_, judge) => {
    expect(await failed(await started(judge))).toEqual([])
  })

  it('is found out where it names no line, or changes its answer', async () => {
    const silent = await started(() => ({ ...PARTIAL, notes: [] }))
    expect(await failed(silent)).toContain('200 carries an answer with a state, and notes by line.')
  })

  it('refuses what is not signed, signed wrongly or long ago', async () => {
    const signed = { signingSecret: 'agreed on' }
    const url = await started(() => ACCEPTED, signed)
    const findings = await checkProvider({ url, token: TOKEN, ...signed })
    expect(findings.filter(({ isGood }) => !isGood)).toEqual([])
    expect(findings).toHaveLength(12)
    // The kit detects a provider that does not check signatures.
    const careless = await checkProvider({ url: await started(() => ACCEPTED), token: TOKEN, ...signed })
    expect(careless.filter(({ check, isGood }) => !isGood && /sign/.test(check))).toHaveLength(4)
  })

  it('takes the signed requests of the service', async () => {
    const url = await started(() => ACCEPTED, { signingSecret: 'agreed on' })
    const access = createAccess({ ...NO_ACCESS, token: TOKEN })
    const message = { messageId: randomUUID(), file: 'HEI2' }
    const gateway = createHttpsGateway<Message>(url, access, { secret: 'agreed on', now: Date.now })
    expect(await gateway.send(message)).toEqual(ACCEPTED)
    expect(await gateway.collect(message.messageId)).toEqual(ACCEPTED)
    const other = createHttpsGateway<Message>(url, access, { secret: 'another', now: Date.now })
    expect(await other.send({ ...message, messageId: randomUUID() })).toMatchObject({ state: 'rejected' })
  })

  it('talks to the transport of the service: by line, late, and twice', async () => {
    const answers: (Answer | null)[] = [null, PARTIAL]
    let judged = 0
    const url = await started(() => {
      judged += 1
      return answers[judged - 1] ?? null
    })
    const gateway = createHttpsGateway<Message>(url, createAccess({ ...NO_ACCESS, token: TOKEN }))
    const message = { messageId: randomUUID(), file: 'HEI2' }
    expect(await gateway.collect(message.messageId)).toBeNull()
    expect(await gateway.send(message)).toEqual({ state: 'received' })
    expect(await gateway.collect(message.messageId)).toEqual(PARTIAL)
    expect(await gateway.send(message)).toEqual(PARTIAL)
    expect(judged).toBe(2)
  })

  it('conforms for super, and is found out where it loses a row or knows no members', async () => {
    const rows = [{ document: 1, returnedOn: '2026-07-22', reason: 'Account closed' }]
    const listen = async (more: Partial<Parameters<typeof createProvider>[0]>) => {
      const server = createProvider({ token: TOKEN, judge: () => ACCEPTED, ...more })
      await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
      stops.push(() => server.close())
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      const findings = await checkSuperProvider({ url, token: TOKEN })
      return findings.filter(({ isGood }) => !isGood).map(({ check }) => check)
    }
    const verify = () => ({ answer: 'matched' as const, reason: null })
    expect(await listen({ returned: () => rows, verify })).toEqual([])
    let reads = 0
    const forgetful = () => (reads++ === 0 ? rows : [])
    expect(await listen({ returned: forgetful })).toEqual([
      'A row that came back stays in the list.',
      'A question about a member is answered with one of the three answers.',
    ])
  })
})
