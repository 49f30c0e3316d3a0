import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendDueMails } from '../../../src/features/platform/mail/index.ts'
import { sweepDeliveries } from '../../../src/features/platform/webhooks/index.ts'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'
import { aPay, aWeek } from '../../support/pays.ts'
import { type Receiver, startReceiver } from '../../webhooks/receiver.ts'
import { anEndpoint, LOCAL, logOf } from '../../webhooks/story.ts'
import { aPayer, aPay as stpPay } from '../single-touch/story.ts'

let tasman: TestApp
let receiver: Receiver
let sandbox: TestClient
beforeAll(async () => {
  receiver = await startReceiver()
  tasman = await startTestApp({ env: LOCAL })
  sandbox = await tasman.clientFor('sandbox')
})
afterAll(async () => {
  await tasman.close()
  await receiver.close()
})

/** Work of a job, done for the sandbox in the same way. */
async function asSandbox(work: () => Promise<unknown>): Promise<void> {
  const { customer_id } = (await sandbox.get('/api/oauth/userinfo')).body
  const row = await tasman.service.database.query
    .selectFrom('sandboxes')
    .selectAll()
    .where('customer_id', '=', customer_id)
    .executeTakeFirstOrThrow()
  const own = { customerId: customer_id, leadMs: row.lead_ms, faults: row.faults }
  await tasman.service.actFor({ customerId: customer_id, cell: 'main', sandbox: own }, work)
}

describe('data sets', () => {
  it.each([
    ['cafe', 6, 12],
    ['construction', 12, 24],
    ['nz-school', 15, 30],
    ['thousand', 1000, 1000],
  ])(
    '%s has %i people and %i pays, and reset takes all of it away',
    async (data_set, people, pays) => {
      const loaded = await sandbox.post('/api/sandbox/data', { data_set })
      expect([loaded.status, loaded.body]).toEqual([
        201,
        { company_id: expect.any(Number), employees: people, pays },
      ])
      const again = await sandbox.post('/api/sandbox/data', { data_set })
      expect(again.status).toBe(409)
      expect((await sandbox.post('/api/sandbox/reset')).status).toBe(204)
      expect((await sandbox.get('/api/company')).body).toEqual([])
    },
    120_000,
  )
})

describe('faults', () => {
  it('let the gateway be down for the sandbox alone', async () => {
    const { company_id } = (await sandbox.post('/api/sandbox/data', { data_set: 'cafe' })).body
    await sandbox.put('/api/sandbox/faults', { stp_gateway: 'down' })
    const { body: pays } = await sandbox.get(`/api/company/${company_id}/pays`)
    const lodged = await sandbox.post(`/api/single-touch/${company_id}/submit-stp-pays`, {
      pay_ids: [pays[0].id],
    })
    expect(lodged.status).toBe(201)
    const [submission] = (await sandbox.get(`/api/single-touch/${company_id}/submissions`)).body
    expect(submission).toMatchObject({ status: 'queued' })
    expect((await (await tasman.clientFor('owner')).get('/api/demo/gateways')).body.stp).toBe('accept')
    expect((await sandbox.put('/api/sandbox/faults', {})).body.faults).toEqual({})
  })

  it('let the gateway lose an answer, or answer in part later', async () => {
    const company = await aPayer(sandbox)
    const [ann, bob] = [await anEmployee(sandbox, company.id), await anEmployee(sandbox, company.id)]
    const path = `/api/single-touch/${company.id}`
    const lodge = async (stp_gateway: string, day: string) => {
      await sandbox.put('/api/sandbox/faults', { stp_gateway })
      const pays = [
        await stpPay(sandbox, company.id, ann.id, day),
        await stpPay(sandbox, company.id, bob.id, day),
      ]
      const { body } = await sandbox.post(`${path}/submit-stp-pays`, { pay_ids: pays.map(({ id }) => id) })
      await sandbox.put('/api/sandbox/faults', {})
      return body
    }
    const lost = await lodge('lost', '2026-10-23')
    expect(lost).toMatchObject({ status: 'queued', last_error: 'The answer was lost.' })
    const again = () => sandbox.post(`${path}/submissions/${lost.id}/resend`)
    expect((await again()).body).toMatchObject({ status: 'accepted', receipt: expect.any(String) })
    expect((await again()).status).toBe(409)
    const late = await lodge('delay-partial', '2026-10-30')
    expect(late.status).toBe('sent')
    tasman.clock.advance(120_000)
    const { body } = await sandbox.post(`${path}/submissions/${late.id}/resend`)
    expect(body.status).toBe('partial')
    const { lines } = (await sandbox.get(`${path}/submissions/${late.id}`)).body
    expect(lines.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['accepted', 'rejected'])
  })

  it('let the fund registry refuse', async () => {
    const company = await aCompany(sandbox)
    await sandbox.put('/api/sandbox/faults', { fund_registry: 'refuse' })
    await expect(
      anEmployee(sandbox, company.id, { default_employee_fund_usi: 'STA0100AU' }),
    ).rejects.toThrow()
    await sandbox.put('/api/sandbox/faults', {})
    await anEmployee(sandbox, company.id, { default_employee_fund_usi: 'STA0100AU' })
  })

  it('let the mail server be down: a mail waits, and leaves when it is back', async () => {
    const company = await aCompany(sandbox)
    const person = await anEmployee(sandbox, company.id, { email_address: 'mia@people.example' })
    const paid = await aPay(sandbox, company.id, '2026-10-30', aWeek(person.id))
    await sandbox.put('/api/sandbox/faults', { mail_server: 'down' })
    await sandbox.post(`/api/company/${company.id}/pay-runs/${paid.pay_run_id}/payslips/emails`, {})
    await asSandbox(() => sendDueMails(tasman.service))
    const [waiting] = (await sandbox.get('/api/outbox')).body
    expect(waiting).toMatchObject({ state: 'queued', attempts: 1, error: 'The mail server did not respond' })
    await sandbox.put('/api/sandbox/faults', {})
  })

  it('let the receiver of webhooks be slow', async () => {
    const endpoint = await anEndpoint(sandbox, receiver.url('/slow'), { events: ['company.created'] })
    await sandbox.put('/api/sandbox/faults', { webhook_receiver: 'slow' })
    await aCompany(sandbox)
    await asSandbox(() => sweepDeliveries(tasman.service))
    const [row] = await logOf(sandbox, endpoint.id)
    expect(row).toMatchObject({ attempts: 1, error: 'No answer within 10 seconds' })
    expect(receiver.at('/slow')).toHaveLength(0)
  })
})
