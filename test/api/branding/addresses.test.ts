import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkAddresses } from '../../../src/features/platform/branding/index.ts'
import { sendDueMails, writeMail } from '../../../src/features/platform/mail/index.ts'
import type { Mail } from '../../../src/ports/mail/port.ts'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { startTrial } from '../partner-checkout/support.ts'

/* A sender address and a web address of a client's own. The DNS of the tests is a map. */

let tasman: TestApp
let partner: TestClient
let client: AnyJson
let url: string
const zone = new Map<string, string[] | null>()
const sent: Mail[] = []

beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-11-18T02:00:00', env: { OWN_ADDRESSES: 'on' } })
  const { ports } = tasman.service
  ports.domainRecords = { txt: async (host) => (zone.has(host) ? (zone.get(host) ?? null) : []) }
  ports.mail = {
    transport: 'smtp',
    async send(mail) {
      sent.push(mail)
    },
  }
  partner = await tasman.clientFor('partner')
  client = (await startTrial(partner)).body
  url = `/api/partner-checkout/clients/${client.customer_id}/branding/addresses`
  await partner.put(url.replace('/addresses', ''), { name: 'Northside' })
}, 60_000)
afterAll(() => tasman.close())

const read = async () => (await partner.get(url)).body
const verify = async () => (await partner.post(`${url}/verify`)).body
/** Sends a mail of the client and returns its sender. */
async function sender(): Promise<unknown> {
  await tasman.service.database.transaction((tx) =>
    writeMail(tasman.service, tx, {
      customerId: client.customer_id,
      to: 'mia@staff.example',
      subject: 'Payslip',
      text: 'Here it is.',
    }),
  )
  sent.length = 0
  await sendDueMails(tasman.service)
  return sent.at(-1)?.from
}
const visit = (host: string) => tasman.app.inject({ method: 'GET', url: '/', headers: { host } })

it('are used once a DNS record proves the domain, and no longer when it is gone', async () => {
  expect((await partner.post(`${url}/verify`)).status).toBe(409)
  const wish = { sender_address: 'Pay@Northside.example', web_host: 'pay.northside.example' }
  const { status, body } = await partner.put(url, wish)
  expect([status, body.sender_address, body.sender_verified_at]).toEqual([200, 'pay@northside.example', null])
  expect(body.records.map(({ name }: AnyJson) => name)).toEqual([
    '_tasman.northside.example',
    '_tasman.pay.northside.example',
  ])
  expect((await verify()).sender_verified_at).toBeNull()
  expect(await sender()).toBeUndefined()
  const value = body.records[0].value
  zone.set('_tasman.northside.example', ['v=spf1 -all', value])
  const half = await verify()
  expect([half.sender_verified_at, half.web_verified_at]).toEqual([expect.any(String), null])
  expect(await sender()).toEqual({ name: 'Northside', address: 'pay@northside.example' })
  expect((await visit('pay.northside.example')).headers.location).toBe('/app')
  zone.set('_tasman.pay.northside.example', [value])
  await verify()
  expect((await visit('pay.northside.example')).headers.location).toMatch(/\/sign-in\?brand=[\w-]{22}$/)
  // A resolver that does not answer changes nothing, but a deleted record does.
  zone.set('_tasman.northside.example', null)
  await checkAddresses(tasman.service)
  expect((await read()).sender_verified_at).not.toBeNull()
  zone.delete('_tasman.northside.example')
  await checkAddresses(tasman.service)
  expect((await read()).sender_verified_at).toBeNull()
  expect(await sender()).toBeUndefined()
})

it('must be verified again when they change, and belong to one account', async () => {
  zone.set('_tasman.pay.northside.example', [(await read()).records[0].value])
  expect((await verify()).web_verified_at).not.toBeNull()
  expect((await partner.put(url, { web_host: 'other.northside.example' })).body.web_verified_at).toBeNull()
  const owner = await tasman.clientFor('owner')
  expect((await owner.get(url)).status).toBe(403)
  for (const wish of [{ sender_address: 'no address' }, { web_host: 'https://pay.example' }])
    expect((await partner.put(url, wish)).status).toBe(422)
  const own = await owner.put('/api/branding/addresses', { web_host: 'pay.northside.example' })
  expect(own.status).toBe(200)
  zone.set('_tasman.pay.northside.example', [own.body.records[0].value, (await read()).records[0].value])
  expect((await owner.post('/api/branding/addresses/verify')).body.web_verified_at).not.toBeNull()
  await partner.put(url, { web_host: 'pay.northside.example' })
  expect((await partner.post(`${url}/verify`)).status).toBe(409)
})

it('are refused where the operator does not allow them, and then not used', async () => {
  tasman.service.settings.ownAddresses = false
  expect((await partner.put(url, { web_host: null })).status).toBe(409)
  expect((await read()).is_allowed).toBe(false)
  expect((await visit('pay.northside.example')).headers.location).toBe('/app')
  tasman.service.settings.ownAddresses = true
})
