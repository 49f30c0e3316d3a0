import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'

/* The simulator finds a fund for a tax file number that ends in an even digit, and none for the others. */

let tasman: TestApp
let owner: TestClient
let company: number
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-11-18T02:00:00' })
  owner = await tasman.clientFor('owner')
  company = (await aCompany(owner)).id
})
afterAll(() => tasman.close())

const at = (employee: number) => `/api/employees/${employee}/super-choice`
const request = (employee: number) => owner.post(`${at(employee)}/stapled-fund`, {})
const offer = (employee: number) => owner.patch(at(employee), { offered_on: '2026-11-02', is_chosen: false })
const person = async (more: Record<string, unknown> = {}) => (await anEmployee(owner, company, more)).id

describe('choice of fund', () => {
  it('begins with the form, and ends with the fund that the tax office names', async () => {
    const id = await person()
    expect((await owner.get(at(id))).body).toMatchObject({
      offered_on: null,
      answer: null,
      next_step: expect.stringContaining('choice form'),
    })
    expect((await request(id)).status).toBe(409)
    const offered = await offer(id)
    expect([offered.status, offered.body.next_step]).toEqual([200, expect.stringContaining('stapled fund')])
    const { status, body } = await request(id)
    expect([status, body.answer, body.fund_usi]).toEqual([200, 'found', 'STA0100AU'])
    expect(body.warnings).toEqual([expect.stringContaining('from now on')])
    const { body: funds } = await owner.get(`/api/employees/${id}/super-funds`)
    expect(funds).toMatchObject([{ usi: 'STA0100AU', member_number: '1029384756', percentage: 100 }])
    expect((await owner.get(at(id))).body.next_step).toContain('Pay super to Simulated stapled fund')
  })

  it('takes POST for PATCH, and says that it is deprecated', async () => {
    const id = await person()
    const { status, body, headers } = await owner.post(at(id), { offered_on: '2026-11-02' })
    expect([status, body.offered_on, body.is_chosen]).toEqual([200, '2026-11-02', null])
    expect([headers.deprecation, headers.sunset]).toEqual(['@1794960000', 'Thu, 18 Nov 2027 00:00:00 GMT'])
  })

  it('leaves a fund that is entered already, and says so', async () => {
    const id = await person()
    await owner.put(`/api/employees/${id}/super-funds`, [
      { fund_type: 'APRA', fund_name: 'Own fund', usi: 'AMP0195AU', percentage: 100 },
    ])
    await offer(id)
    expect((await request(id)).body.warnings).toEqual([expect.stringContaining('already goes to Own fund')])
    expect((await owner.get(`/api/employees/${id}/super-funds`)).body).toMatchObject([{ usi: 'AMP0195AU' }])
  })

  it('says where there is no stapled fund', async () => {
    const id = await person({ tax_file_number: '565051603' })
    await offer(id)
    const { body } = await request(id)
    expect([body.answer, body.fund_usi, body.next_step]).toEqual([
      'none',
      null,
      expect.stringContaining('the employer’s own fund'),
    ])
  })

  it('records a refusal, and a tax office that cannot be asked', async () => {
    const id = await person()
    await offer(id)
    const { ports } = tasman.service
    const asked: object[] = []
    const answers = [{ answer: 'refused', reason: 'They do not match.' }, { answer: 'unavailable' }] as const
    const real = ports.stapledFunds.ask
    ports.stapledFunds.ask = async (question) => answers[asked.push(question) - 1] ?? { answer: 'none' }
    try {
      const refused = (await request(id)).body
      expect([refused.answer, refused.reason, refused.fund_usi]).toEqual([
        'refused',
        'They do not match.',
        null,
      ])
      const away = (await request(id)).body
      expect([away.answer, away.reason]).toEqual(['unavailable', null])
      expect(away.next_step).toContain('online services')
    } finally {
      ports.stapledFunds.ask = real
    }
    expect(asked[0]).toMatchObject({ abn: '51824753556', lastName: 'Nguyen', dateOfBirth: '1994-03-21' })
  })

  it('is not asked for without a tax file number, after a choice, or in New Zealand', async () => {
    const none = await person({ tax_file_number: '000000000' })
    await offer(none)
    expect((await request(none)).status).toBe(400)
    const chose = await person()
    await owner.post(at(chose), { offered_on: '2026-11-02', is_chosen: true })
    expect((await request(chose)).status).toBe(409)
    const nz = (await aCompany(owner, { jurisdiction: 'NZ' })).id
    const other = await anEmployee(owner, nz, { country: 'NZ' })
    expect((await owner.get(at(other.id))).status).toBe(400)
    expect((await owner.get(at(999_999))).status).toBe(404)
  })
})
