import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendDueSubmissions } from '../../../src/features/lodgements/lodgements/index.ts'
import { GatewayDown } from '../../../src/ports/lodgement/gateway.ts'
import { chooseTransports } from '../../../src/ports/transports.ts'
import { readSettings } from '../../../src/settings/index.ts'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aPaidEmployee } from './story.ts'

let tasman: TestApp
let owner: TestClient
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-07-20T02:00:00' })
  owner = await tasman.clientFor('owner')
})
afterAll(() => tasman.close())

const SECRETS = { NODE_ENV: 'production', ENCRYPTION_KEY: '0'.repeat(64), SESSION_SECRET: 'x'.repeat(64) }
const use = (transport: 'manual' | 'https' | 'simulator' | null) => {
  tasman.service.ports.transports = { ATO: transport, IR: transport }
}
const act = (companyId: number, id: number, verb: string, body: object = {}) =>
  owner.post(`/api/single-touch/${companyId}/submissions/${id}/${verb}`, body)
const payOf = async (companyId: number, id: number) =>
  (await owner.get(`/api/company/${companyId}/pays/${id}`)).body

describe('which transport', () => {
  const choose = (env: Record<string, string>) => {
    const settings = readSettings(env)
    settings.mode = env.NODE_ENV === 'production' ? 'production' : 'demo'
    return chooseTransports(settings)
  }

  it('is chosen by settings; a simulator never in production unless that is allowed', () => {
    expect(choose({})).toEqual({ ATO: 'simulator', IR: 'simulator' })
    expect(choose({ STP_GATEWAY_URL: 'https://p.example', PAYDAY_TRANSPORT: 'manual' })).toEqual({
      ATO: 'https',
      IR: 'manual',
    })
    const settings = readSettings({})
    settings.mode = 'production'
    expect(chooseTransports(settings)).toEqual({ ATO: null, IR: null })
    settings.allowSimulators = true
    expect(chooseTransports(settings)).toEqual({ ATO: 'simulator', IR: 'simulator' })
  })

  it('needs what belongs to it, and the start says so in one line', () => {
    const lines: [Record<string, string>, RegExp][] = [
      [{ STP_TRANSPORT: 'https' }, /STP_GATEWAY_URL/],
      [{ STP_TRANSPORT: 'as4', STP_GATEWAY_URL: 'https://a.example' }, /STP_CERT_FILE/],
      [{ PAYDAY_TRANSPORT: 'gateway-services' }, /PAYDAY_GATEWAY_URL/],
      [{ STP_CERT_FILE: '/c.pem' }, /set together/],
      [{ STP_TRANSPORT: 'pigeon' }, /must be one of/],
    ]
    for (const [env, words] of lines) expect(() => readSettings(env)).toThrow(words)
    expect(() => readSettings({ ...SECRETS, STP_TRANSPORT: 'simulator' })).toThrow(
      /ALLOW_SIMULATORS|must be set/,
    )
  })
})

describe('without a transport', () => {
  it('lodging answers 409 with what to set, and a dry run still works', async () => {
    const { company, pay, submit } = await aPaidEmployee(owner)
    use(null)
    const { status, body } = await submit({ pay_ids: [pay.id] })
    expect({ status, detail: body.detail }).toEqual({
      status: 409,
      detail: expect.stringContaining('STP_TRANSPORT'),
    })
    expect((await submit({ pay_ids: [pay.id], dry_run: true })).body).toMatchObject({ is_valid: true })
    expect((await owner.post(`/api/single-touch/${company.id}/update`, {})).status).toBe(409)
    use('simulator')
  })
})

describe('by hand', () => {
  it('a file waits to be lodged, and its receipt makes it lodged', async () => {
    const { company, pay, submit } = await aPaidEmployee(owner)
    use('manual')
    const { body } = await submit({ pay_ids: [pay.id] })
    expect(body).toMatchObject({ status: 'queued', transport: 'manual', attempts: 0 })
    await sendDueSubmissions(tasman.service)
    expect((await owner.get(`/api/single-touch/${company.id}/submissions/${body.id}/xml`)).status).toBe(200)
    expect((await act(company.id, body.id, 'record', { outcome: 'accepted' })).status).toBe(422)
    const done = await act(company.id, body.id, 'record', { outcome: 'accepted', receipt: 'ATO-1' })
    expect(done).toMatchObject({
      status: 200,
      body: { status: 'lodged-by-hand', receipt: 'ATO-1', attempts: 0 },
    })
    expect(await payOf(company.id, pay.id)).toMatchObject({ stp_status: 'accepted', stp_needs_update: false })
    expect((await act(company.id, body.id, 'record', { outcome: 'rejected' })).status).toBe(409)
    expect((await submit({ pay_ids: [pay.id] })).status).toBe(200)
    use('simulator')
  })

  it('errors are recorded, too: what was refused is open again', async () => {
    const { company, employee, pay, submit } = await aPaidEmployee(owner)
    use('manual')
    const { body } = await submit({ pay_ids: [pay.id] })
    const notes = [{ code: 'CMN.ATO.GEN.402043', message: 'TFN', employee_id: employee.id }]
    expect((await act(company.id, body.id, 'record', { outcome: 'partial', receipt: 'R' })).status).toBe(422)
    const refused = await act(company.id, body.id, 'record', { outcome: 'rejected', notes })
    expect(refused.body).toMatchObject({ status: 'rejected', notes: [{ employee_id: employee.id }] })
    expect(await payOf(company.id, pay.id)).toMatchObject({ stp_status: 'rejected' })
    use('simulator')
    const again = await act(company.id, body.id, 'resend')
    expect(again).toMatchObject({ status: 201, body: { status: 'accepted', pay_ids: [pay.id] } })
  })
})

describe('an update that is withdrawn', () => {
  it('leaves the pay lodged, and due', async () => {
    const { company, pay, submit } = await aPaidEmployee(owner)
    await submit({ pay_ids: [pay.id] })
    await owner.put(`/api/company/${company.id}/pays/${pay.id}`, {
      hours: [{ description: 'Ordinary hours', units: 'hours', value: 20 }],
    })
    use('manual')
    const { body } = await owner.post(`/api/single-touch/${company.id}/update`, {})
    expect(await payOf(company.id, pay.id)).toMatchObject({ stp_status: 'queued', stp_needs_update: false })
    await act(company.id, body.id, 'withdraw')
    expect(await payOf(company.id, pay.id)).toMatchObject({ stp_status: 'accepted', stp_needs_update: true })
    use('simulator')
  })
})

describe('a provider', () => {
  const real = () => tasman.service.ports.lodgement

  it('that refuses gives its words; the next event is not held up, and the pays can be sent again', async () => {
    const lodgement = real()
    const { company, pay, submit } = await aPaidEmployee(owner)
    const words = { code: 'HTTP-400', message: 'SSID is not nominated', document: null }
    tasman.service.ports.lodgement = {
      ...lodgement,
      send: async () => ({ state: 'rejected', receipt: null, notes: [words] }),
    }
    const { body } = await submit({ pay_ids: [pay.id] })
    expect(body).toMatchObject({ status: 'rejected', notes: [{ code: 'HTTP-400', message: words.message }] })
    tasman.service.ports.lodgement = lodgement
    expect(await submit({ pay_ids: [pay.id] })).toMatchObject({ status: 201, body: { status: 'accepted' } })
    expect((await act(company.id, body.id, 'resend')).status).toBe(200)
  })

  it('that is down holds no one else up; a message is withdrawn when it surely did not arrive', async () => {
    const lodgement = real()
    const [stuck, other] = [await aPaidEmployee(owner), await aPaidEmployee(owner)]
    tasman.service.ports.lodgement = {
      ...lodgement,
      send: async () => {
        throw new GatewayDown('The gateway does not respond')
      },
    }
    const first = await stuck.submit({ pay_ids: [stuck.pay.id] })
    const second = await other.submit({ pay_ids: [other.pay.id] })
    expect([first.body.status, second.body.status]).toEqual(['queued', 'queued'])
    // One waits for its full timeout, and the other is sent meanwhile.
    let release = () => {}
    const wait = new Promise<void>((resolve) => {
      release = resolve
    })
    tasman.service.ports.lodgement = {
      ...lodgement,
      async send(message) {
        if (message.messageId !== first.body.message_id) return lodgement.send(message)
        await wait
        throw new GatewayDown('The gateway does not respond')
      },
    }
    tasman.clock.advance(60_000)
    const sweep = sendDueSubmissions(tasman.service)
    const statusOf = async (companyId: number, id: number) =>
      (await owner.get(`/api/single-touch/${companyId}/submissions/${id}`)).body.status
    await expect.poll(() => statusOf(other.company.id, second.body.id), { timeout: 10_000 }).toBe('accepted')
    release()
    await sweep
    tasman.service.ports.lodgement = lodgement
    // It was tried and may have arrived. Neither call continues without certainty.
    const byHand = { outcome: 'accepted', receipt: 'R-9' }
    expect((await act(stuck.company.id, first.body.id, 'record', byHand)).status).toBe(409)
    expect((await act(stuck.company.id, first.body.id, 'withdraw')).status).toBe(409)
    const withdrawn = await act(stuck.company.id, first.body.id, 'withdraw', { is_certain: true })
    expect(withdrawn).toMatchObject({ status: 200, body: { status: 'withdrawn' } })
    expect(await payOf(stuck.company.id, stuck.pay.id)).toMatchObject({ stp_status: null })
    expect((await act(stuck.company.id, first.body.id, 'withdraw')).status).toBe(409)
    expect(await act(stuck.company.id, first.body.id, 'resend')).toMatchObject({
      status: 201,
      body: { status: 'accepted' },
    })
    expect((await act(stuck.company.id, 999_999, 'resend')).status).toBe(404)
  })

  it('gets the software id, the product id, the BMS id and the service action', async () => {
    const lodgement = real()
    const { company, pay, submit } = await aPaidEmployee(owner)
    const path = `/api/single-touch/${company.id}/sender`
    expect((await owner.put(path, { ssid: 'not one!' })).status).toBe(422)
    expect(await owner.put(path, { ssid: '1234567890' })).toMatchObject({
      status: 200,
      body: { ssid: '1234567890', bms_id: expect.any(String), transport: 'simulator' },
    })
    const sent: unknown[] = []
    tasman.service.settings.stpProductId = 'TASMAN-1'
    tasman.service.ports.lodgement = {
      ...lodgement,
      send(message) {
        sent.push(message)
        return lodgement.send(message)
      },
    }
    await submit({ pay_ids: [pay.id] })
    tasman.service.ports.lodgement = lodgement
    const { bms_id } = (await owner.get(path)).body
    expect(sent).toMatchObject([
      { ssid: '1234567890', productId: 'TASMAN-1', bmsId: bms_id, serviceAction: 'Submit.004.00' },
    ])
  })
})
