import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createProvider } from '../../../examples/provider/provider.ts'
import { sendDueFiles } from '../../../src/features/money/super-payments/index.ts'
import { type GatewayAnswer, GatewayDown } from '../../../src/ports/lodgement/gateway.ts'
import { createHttpsSuperGateway } from '../../../src/ports/super-gateway/https.ts'
import type { ReturnedRow, SuperGateway } from '../../../src/ports/super-gateway/port.ts'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { anEmployee } from '../../support/make.ts'
import { aPay, aPayer } from '../single-touch/story.ts'

/*
 * Contribution files sent to the funds, and the row-by-row answers of the funds: at once, late, twice, or
 * days later.
 */

let tasman: TestApp
let owner: TestClient
let simulated: SuperGateway | null
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-07-20T02:00:00' })
  owner = await tasman.clientFor('owner')
  simulated = tasman.service.ports.superGateway
})
beforeEach(() => {
  tasman.service.ports.superGateway = simulated
})
afterAll(() => tasman.close())

const bank = { bank_bsb: '062-000', bank_account_number: '12345678', bank_account_name: 'Kookaburra' }
const FUND = { fund_type: 'APRA', fund_name: 'Coral Super', usi: '60905115063001', percentage: 100 }
const OTHER = { ...FUND, fund_name: 'Reef Super', usi: 'STA0100AU' }

/** Funds that answer as the test sets them. Every message is kept. */
function funds(answers: (GatewayAnswer | 'down')[], returned: ReturnedRow[] = []) {
  const messages: AnyJson[] = []
  const next = (): GatewayAnswer => {
    const answer = answers.length > 1 ? answers.shift() : answers[0]
    if (answer === undefined || answer === 'down') throw new GatewayDown('down')
    return answer
  }
  const gateway: SuperGateway = {
    async send(message) {
      messages.push(message)
      return next()
    },
    collect: async () => next(),
    returned: async () => returned,
    verify: async () => ({ answer: 'unavailable', reason: null }),
  }
  tasman.service.ports.superGateway = gateway
  return messages
}
const accepted: GatewayAnswer = { state: 'accepted', receipt: 'R1', notes: [] }
const note = (document: number | null) => ({ code: 'E1', message: 'Member not found.', document })

/** Two members; the second one's super is split between two funds. The file has three rows. */
async function aFile() {
  const company = await aPayer(owner, bank)
  const [ann, bob] = [
    await anEmployee(owner, company.id, { first_name: 'Ann', start_date: '2026-07-01' }),
    await anEmployee(owner, company.id, { first_name: 'Bob', start_date: '2026-07-01' }),
  ]
  await owner.put(`/api/employees/${ann.id}/super-funds`, [{ ...FUND, member_number: 'A1' }])
  await owner.put(`/api/employees/${bob.id}/super-funds`, [
    { ...FUND, member_number: 'B1', percentage: 60 },
    { ...OTHER, member_number: 'B2', percentage: 40 },
  ])
  for (const { id } of [ann, bob]) await aPay(owner, company.id, id, '2026-07-10')
  const api = `/api/super-payments/${company.id}`
  const { body: file, status } = await owner.post(`${api}/files`, { all_open: true })
  expect([status, file.contribution_count, file.transmission]).toEqual([201, 3, null])
  /** The members with open contributions, by fund. */
  const open = async (): Promise<string[][]> => {
    const { body } = await owner.get(`${api}/contributions`)
    const rows = body.filter((row: AnyJson) => row.open_amount !== 0)
    return rows.map((row: AnyJson) => [row.format_name.split(' ')[0], row.fund.usi, row.status])
  }
  return { company, api, file, open, send: () => owner.post(`${api}/files/${file.id}/send`) }
}
const fileOf = async (api: string, id: number) =>
  (await owner.get(`${api}/files`)).body.find((row: AnyJson) => row.id === id)
const later = async (instant: string) => {
  tasman.clock.set(new Date(instant))
  owner = await tasman.clientFor('owner')
  await sendDueFiles(tasman.service)
}

describe('a contribution file', () => {
  it('is sent once, and accepted by the built-in funds', async () => {
    const { api, file, send, open } = await aFile()
    const { status, body } = await send()
    expect([file.can_send, status, body.transmission, body.can_send]).toEqual([true, 200, 'accepted', false])
    expect(body.receipt).toMatch(/^SIMULATED-FUNDS-/)
    expect((await send()).status).toBe(409)
    expect((await owner.post(`${api}/files/${file.id}/cancel`)).status).toBe(409)
    expect(await open()).toEqual([])
  })

  it('opens exactly the row that one fund of a split refused', async () => {
    const { send, open } = await aFile()
    const messages = funds([{ state: 'partial', receipt: 'R', notes: [note(3)] }])
    const { body } = await send()
    expect([body.transmission, body.answer_notes]).toEqual(['partial', [note(3)]])
    expect(await open()).toEqual([['Bob', 'STA0100AU', 'returned']])
    expect(messages).toMatchObject([{ contributions: 3, file: expect.stringContaining('STA0100AU') }])
  })

  it('counts as unanswered while a partial answer names no row, or one it does not have', async () => {
    for (const notes of [[], [note(null)], [note(0)], [note(1), note(99)]]) {
      const { send, open } = await aFile()
      funds([{ state: 'partial', receipt: 'R', notes }])
      expect((await send()).body.transmission).toBe('queued')
      expect(await open()).toEqual([])
    }
    funds([accepted])
    await later('2026-07-20T02:20:00Z')
  })

  it('is cancelled when it is refused as a whole, and can be made again', async () => {
    const { api, file, send, open } = await aFile()
    funds([{ state: 'rejected', receipt: null, notes: [note(null)] }])
    await send()
    const after = await fileOf(api, file.id)
    expect([after.transmission, after.cancelled_at]).toEqual(['rejected', expect.any(String)])
    expect((await open()).map(([, , status]) => status)).not.toContain('returned')
    expect((await owner.post(`${api}/files`, { all_open: true })).status).toBe(201)
  })

  it('waits for funds that are down or answer late, under one message id', async () => {
    const { api, file, send, open } = await aFile()
    const messages = funds(['down', { state: 'received' }, accepted])
    expect((await send()).body.transmission).toBe('queued')
    await later('2026-07-20T02:30:00Z')
    expect((await fileOf(api, file.id)).transmission).toBe('sent')
    await later('2026-07-20T03:00:00Z')
    expect((await fileOf(api, file.id)).transmission).toBe('accepted')
    expect(new Set(messages.map(({ messageId }) => messageId)).size).toBe(1)
    expect(await open()).toEqual([])
  })

  it('takes back a contribution that a fund returns days later, once', async () => {
    const { api, file, send, open } = await aFile()
    funds([accepted], [{ document: 1, returnedOn: '2026-07-22', reason: 'Account closed' }])
    await send()
    await owner.patch(`${api}/files/${file.id}`, { paid_on: '2026-07-20' })
    await later('2026-07-23T02:00:00Z')
    await later('2026-07-25T02:00:00Z')
    expect(await open()).toEqual([['Ann', '60905115063001', 'returned']])
    const { body: lines } = await owner.get(`${api}/files/${file.id}/lines`)
    expect(lines.filter((line: AnyJson) => line.returned_on)).toMatchObject([
      { returned_on: '2026-07-22', return_reason: 'Account closed' },
    ])
  })

  it('cannot be sent where there is no provider, nor by another customer', async () => {
    const { api, file, send } = await aFile()
    tasman.service.ports.superGateway = null
    expect(await send()).toMatchObject({ status: 409, body: { detail: expect.stringContaining('by hand') } })
    const other = await tasman.clientFor('other')
    expect((await other.post(`${api}/files/${file.id}/send`)).status).toBe(403)
  })
})

describe('a member', () => {
  it('is known to the fund, unknown, or has left it', async () => {
    const company = await aPayer(owner, bank)
    const { id } = await anEmployee(owner, company.id)
    const verify = () => owner.post(`/api/employees/${id}/super-funds/verify`)
    expect((await verify()).status).toBe(409)
    const answers: string[] = []
    for (const member_number of ['A1', 'A0', null]) {
      await owner.put(`/api/employees/${id}/super-funds`, [{ ...FUND, member_number }])
      answers.push((await verify()).body[0].answer)
    }
    expect(answers).toEqual(['matched', 'closed', 'not-matched'])
  })
})

describe('the reference provider', () => {
  it('takes files, lists what came back and answers about members', async () => {
    const server = createProvider({
      token: 'of the test',
      signingSecret: 'agreed on',
      judge: () => ({ state: 'partial', receipt: 'R9', notes: [note(2)] }),
      returned: () => [{ document: 1, returnedOn: '2026-07-28', reason: 'Account closed' }],
      verify: ({ memberNumber }) => ({ answer: memberNumber ? 'matched' : 'not-matched', reason: null }),
    })
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
    const { port } = server.address() as AddressInfo
    const settings = { token: 'of the test', signingSecret: 'agreed on' }
    const gateway = createHttpsSuperGateway(`http://127.0.0.1:${port}`, settings)
    tasman.service.ports.superGateway = gateway
    tasman.clock.set(new Date('2026-07-27T02:00:00Z'))
    owner = await tasman.clientFor('owner')
    const { send, open } = await aFile()
    expect((await send()).body).toMatchObject({ transmission: 'partial', receipt: 'R9' })
    await later('2026-07-29T02:00:00Z')
    expect((await open()).map(([name, usi]) => [name, usi])).toEqual([
      ['Ann', '60905115063001'],
      ['Bob', '60905115063001'],
    ])
    const question = { abn: '51824753556', fund: 'STA0100AU', taxFileNumber: null, dateOfBirth: null }
    const person = { requestId: crypto.randomUUID(), firstName: 'Ann', lastName: 'Lee' }
    expect(await gateway.verify({ ...question, ...person, memberNumber: 'A1' })).toEqual({
      answer: 'matched',
      reason: null,
    })
    server.close()
    expect((await gateway.verify({ ...question, ...person, memberNumber: null })).answer).toBe('unavailable')
  })
})

describe('a file of which something came back before it was sent', () => {
  it('is not sent: the fund would get that contribution again', async () => {
    const messages = funds([accepted])
    const { api, file, send } = await aFile()
    const today = file.created_at.slice(0, 10)
    await owner.patch(`${api}/files/${file.id}`, { paid_on: today })
    const [first] = (await owner.get(`${api}/files/${file.id}/lines`)).body
    const body = { returned_on: today, reason: 'Member unknown', items: [{ pay_id: first.pay_id }] }
    expect((await owner.post(`${api}/files/${file.id}/returns`, body)).status).toBe(201)
    expect(await send()).toMatchObject({
      ...{ status: 409, body: { detail: expect.stringContaining('were already returned') } },
    })
    expect(messages).toEqual([])
  })
})
