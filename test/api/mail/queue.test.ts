import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { forgetOldMail, sendDueMails, writeMail } from '../../../src/features/platform/mail/index.ts'
import type { Mail } from '../../../src/ports/mail/port.ts'
import { MailRefused } from '../../../src/ports/mail/port.ts'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { mailsTo, mailTo } from '../../support/mail.ts'
import { startSmtpServer } from '../../support/smtp-server.ts'
import { createVisitor } from '../../support/visitor.ts'
import { customerOf } from '../../webhooks/story.ts'
import { aClient, startTrial } from '../partner-checkout/support.ts'

const WAITS = '30,60,120'
let tasman: TestApp
let partner: TestClient
let owner: TestClient
let ownerId: number
beforeAll(async () => {
  // Nothing listens there: a mail server that is down.
  tasman = await startTestApp({ env: { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_RETRY_WAITS: WAITS } })
  partner = await tasman.clientFor('partner')
  owner = await tasman.clientFor('owner')
  ownerId = await customerOf(tasman, 'owner@demo.example')
})
afterAll(() => tasman.close())

const write = (to: string, more: Partial<Parameters<typeof writeMail>[2]> = {}) =>
  tasman.service.database.transaction((tx) =>
    writeMail(tasman.service, tx, { customerId: ownerId, to, subject: 'Hello', text: 'A text', ...more }),
  )

/** Replaces our mail server with another one for a while. */
async function withPort(send: (mail: Mail) => Promise<void>, work: () => Promise<unknown>): Promise<void> {
  const spy = vi.spyOn(tasman.service.ports, 'mail', 'get').mockReturnValue({ transport: 'smtp', send })
  await work()
  spy.mockRestore()
}

describe('a mail server that is down', () => {
  it('fails neither a trial nor an order, and the mail goes out once it is back', async () => {
    const client = aClient()
    const answer = await startTrial(partner, client)
    expect(answer.status).toBe(201)
    const { email } = client.customer
    expect(await mailTo(tasman.service, email)).toMatchObject({ state: 'queued', attempts: 0 })

    await sendDueMails(tasman.service)
    expect(await mailTo(tasman.service, email)).toMatchObject({
      state: 'queued',
      attempts: 1,
      error: expect.stringContaining('did not accept the mail'),
    })
    const sent: Mail[] = []
    await withPort(
      async (mail) => void sent.push(mail),
      async () => {
        await sendDueMails(tasman.service)
        expect(sent).toEqual([])
        tasman.clock.advance(31_000)
        await sendDueMails(tasman.service)
      },
    )
    expect(sent).toMatchObject([{ to: email, text: expect.stringContaining('/set-password/') }])
    expect(await mailTo(tasman.service, email)).toMatchObject({
      state: 'sent',
      transport: 'smtp',
      error: null,
    })
  })

  it('is tried again after each wait, and fails after the last', async () => {
    await write('waits@example.com')
    for (const [index, seconds] of WAITS.split(',').entries()) {
      await sendDueMails(tasman.service)
      expect(await mailTo(tasman.service, 'waits@example.com')).toMatchObject({
        state: 'queued',
        attempts: index + 1,
      })
      tasman.clock.advance((Number(seconds) + 1) * 1000)
    }
    await sendDueMails(tasman.service)
    expect(await mailTo(tasman.service, 'waits@example.com')).toMatchObject({ state: 'failed', attempts: 4 })
  })

  it('does not fail the request for a new password', async () => {
    const visitor = createVisitor(tasman)
    const page = await visitor.get('/forgot-password')
    expect((await visitor.post('/forgot-password', { email: 'lapsed@demo.example' }, page)).status).toBe(200)
    await expect
      .poll(async () => (await mailsTo(tasman.service, 'lapsed@demo.example')).length)
      .toBeGreaterThan(0)
  })
})

describe('a mail', () => {
  it('belongs to its transaction', async () => {
    const broken = tasman.service.database.transaction(async (tx) => {
      await writeMail(tasman.service, tx, {
        customerId: null,
        to: 'never@example.com',
        subject: 'x',
        text: 'x',
      })
      throw new Error('rolled back')
    })
    await expect(broken).rejects.toThrow('rolled back')
    expect(await mailsTo(tasman.service, 'never@example.com')).toEqual([])
  })

  it('is encrypted where it lies, with its attachments, and leaves whole', async () => {
    const content = Buffer.from('%PDF-1.7 payslip')
    const attachments = [{ name: 'payslip.pdf', mediaType: 'application/pdf', content }]
    await write('sealed@example.com', { text: 'one-time-link', attachments })
    const { rows } = await tasman.service.database.pool.query(
      `select o.text, a.content from outbox o join outbox_attachments a on a.mail_id = o.id`,
    )
    expect(JSON.stringify(rows)).not.toContain('one-time-link')
    expect(JSON.stringify(rows)).not.toContain(content.toString('base64').slice(0, 12))
    const sent: Mail[] = []
    await withPort(
      async (mail) => void sent.push(mail),
      () => sendDueMails(tasman.service),
    )
    expect(sent.find((mail) => mail.to === 'sealed@example.com')).toMatchObject({
      text: 'one-time-link',
      attachments: [{ name: 'payslip.pdf', content }],
    })
  })

  it('that the server refuses for good is not tried again', async () => {
    await write('refused@example.com')
    await withPort(
      async () => {
        throw new MailRefused('The mail server refused this mail (EENVELOPE, status 550)', true)
      },
      () => sendDueMails(tasman.service),
    )
    expect(await mailTo(tasman.service, 'refused@example.com')).toMatchObject({
      state: 'failed',
      attempts: 1,
    })
  })

  it('is not sent once its link has run out', async () => {
    await write('late@example.com', { goodUntil: new Date(tasman.clock.now().getTime() + 1000) })
    tasman.clock.advance(2000)
    const sent: Mail[] = []
    await withPort(
      async (mail) => void sent.push(mail),
      () => sendDueMails(tasman.service),
    )
    expect(sent.some((mail) => mail.to === 'late@example.com')).toBe(false)
    expect(await mailTo(tasman.service, 'late@example.com')).toMatchObject({ state: 'failed' })
  })

  it('that a process was sending when it died is sent by another', async () => {
    const id = await write('died@example.com')
    await tasman.service.database.pool.query(
      `update outbox set state = 'sending', attempts = 1, leased_until = $2 where id = $1`,
      [id, new Date(tasman.clock.now().getTime() + 60_000)],
    )
    const sent: Mail[] = []
    await withPort(
      async (mail) => void sent.push(mail),
      async () => {
        await sendDueMails(tasman.service)
        expect(sent.some((mail) => mail.to === 'died@example.com')).toBe(false)
        tasman.clock.advance(61_000)
        await sendDueMails(tasman.service)
      },
    )
    expect(sent.filter((mail) => mail.to === 'died@example.com')).toHaveLength(1)
  })
})

describe('the outbox', () => {
  it('lists the customer’s mail with its state and without its text', async () => {
    await write('listed@example.com', { text: 'one-time-link' })
    const mine = await owner.get('/api/outbox?limit=1')
    expect(mine.body).toMatchObject([{ to_address: 'listed@example.com', state: 'queued', attempts: 0 }])
    expect(JSON.stringify(mine.body)).not.toContain('one-time-link')
    const other = await (await tasman.clientFor('other')).get('/api/outbox')
    expect(other.body).toEqual([])
  })

  it('sends a mail that failed once more, and no other', async () => {
    const id = await write('again@example.com')
    expect((await owner.post(`/api/outbox/${id}/resend`)).status).toBe(409)
    await tasman.service.database.query
      .updateTable('outbox')
      .set({ state: 'failed', attempts: 4, error: 'x' })
      .where('id', '=', id)
      .execute()
    const other = await tasman.clientFor('other')
    expect((await other.post(`/api/outbox/${id}/resend`)).status).toBe(404)
    expect(await owner.post(`/api/outbox/${id}/resend`)).toMatchObject({
      status: 200,
      body: { state: 'queued', attempts: 0 },
    })
  })

  it('forgets mail after 90 days', async () => {
    const id = await write('old@example.com')
    await tasman.service.database.pool.query(
      `update outbox set state = 'sent', created_at = created_at - interval '91 days' where id = $1`,
      [id],
    )
    await forgetOldMail(tasman.service)
    expect(await mailsTo(tasman.service, 'old@example.com')).toEqual([])
  })
})

it('reaches a real mail server with text and attachment', async () => {
  const { url, received } = await startSmtpServer()
  const other = await startTestApp({ env: { SMTP_URL: url } })
  try {
    await other.service.database.transaction((tx) =>
      writeMail(other.service, tx, {
        customerId: null,
        to: 'someone@example.com',
        subject: 'Your payslip',
        text: 'It is attached.',
        attachments: [{ name: 'payslip.pdf', mediaType: 'application/pdf', content: Buffer.from('%PDF') }],
      }),
    )
    await sendDueMails(other.service)
    expect(await mailTo(other.service, 'someone@example.com')).toMatchObject({
      state: 'sent',
      transport: 'smtp',
    })
    const mail = received.join('')
    expect(mail).toContain('Subject: Your payslip')
    expect(mail).toContain('It is attached.')
    expect(mail).toContain('filename=payslip.pdf')
  } finally {
    await other.close()
  }
})
