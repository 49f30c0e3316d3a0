import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { attachPayslip } from '../../../src/features/documents/payslips/index.ts'
import { sendDueMails } from '../../../src/features/platform/mail/index.ts'
import type { Mail, MailPort } from '../../../src/ports/mail/port.ts'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'
import { aPay, aWeek } from '../../support/pays.ts'
import { readTexts } from './read-pdf.ts'
import { readZip } from './read-zip.ts'

let tasman: TestApp
let owner: TestClient
let companyId: number
let run: string
let people: AnyJson[]
let pays: AnyJson[]

beforeAll(async () => {
  tasman = await startTestApp()
  owner = await tasman.clientFor('owner')
  companyId = (await aCompany(owner)).id
  people = [
    await anEmployee(owner, companyId, { last_name: 'Zielinski', email_address: 'z@x.example' }),
    await anEmployee(owner, companyId, {
      last_name: 'Ngāta',
      email_address: 'n@x.example',
      payslip_email: 'home@x.example',
    }),
    await anEmployee(owner, companyId, { last_name: 'O’Brien/Nguyễn' }),
    await anEmployee(owner, companyId, { last_name: 'Zielinski' }),
  ]
  pays = []
  for (const person of people) pays.push(await aPay(owner, companyId, '2026-10-04', aWeek(person.id)))
  run = `/api/company/${companyId}/pay-runs/${pays[0].pay_run_id}`
}, 60_000)

afterAll(() => tasman.close())

const NAMES = [
  '2026-10-04 Ngāta Mia payslip.pdf',
  '2026-10-04 O’Brien Nguyễn Mia payslip.pdf',
  '2026-10-04 Zielinski Mia payslip.pdf',
  '2026-10-04 Zielinski Mia payslip (2).pdf',
]

describe('the payslips of a run', () => {
  it('come as one document, by name, a page for each', async () => {
    const answer = await owner.get(`${run}/payslips`)
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toBe('application/pdf')
    expect(answer.headers['x-payslip-count']).toBe('4')
    const texts = readTexts(answer.raw)
    const named = texts.filter(({ text }) => text.startsWith('Mia '))
    const heads = named.filter(({ x }) => x < 100).map(({ text }) => text)
    expect([...new Set(heads)]).toEqual(['Mia Ngāta', 'Mia O’Brien/Nguyễn', 'Mia Zielinski'])
    expect(Math.max(...texts.map(({ page }) => page))).toBe(4)
  })

  it('come as a ZIP of single ones under names that people can read', async () => {
    const answer = await owner.get(`${run}/payslips?format=zip`)
    expect(answer.headers['content-type']).toBe('application/zip')
    const files = readZip(answer.raw)
    expect(files.map(({ name }) => name)).toEqual(NAMES)
    const alone = await owner.get(`/api/company/${companyId}/pays/${pays[1].id}/payslip`)
    expect(alone.headers['content-disposition']).toBe(
      'inline; filename="2026-10-04 Ngata Mia payslip.pdf"; filename*=UTF-8\'\'2026-10-04%20Ng%C4%81ta%20Mia%20payslip.pdf',
    )
    expect(files[0]?.bytes.equals(alone.raw)).toBe(true)
  })

  it('are refused for a run that has none, or that is not there', async () => {
    expect((await owner.get(`/api/company/${companyId}/pay-runs/999999/payslips`)).status).toBe(404)
    const { body } = await owner.post(`/api/company/${companyId}/pay-runs`, {
      pay_period: 'WEEKLY',
      pay_date: '2026-12-06',
    })
    const drafts = await owner.get(`/api/company/${companyId}/pay-runs/${body.pay_run_id}/payslips`)
    expect(drafts.status).toBe(409)
    expect(drafts.body.detail).toContain('no processed pays')
  })
})

describe('by e-mail', () => {
  const sent: Mail[] = []
  const deliver = async () => {
    sent.length = 0
    const port: MailPort = { transport: 'smtp', send: async (mail) => void sent.push(mail) }
    const spy = vi.spyOn(tasman.service.ports, 'mail', 'get').mockReturnValue(port)
    await sendDueMails(tasman.service, undefined, attachPayslip).finally(() => spy.mockRestore())
    // They are sent at the same time, so in any order.
    sent.sort((a, b) => (a.to < b.to ? -1 : 1))
  }

  it('each goes to its employee, once, and those without an address are named', async () => {
    const queued = await owner.post(`${run}/payslips/emails`, { message: 'Holiday on Monday.' })
    expect(queued.status, JSON.stringify(queued.body)).toBe(202)
    expect(queued.body.queued).toBe(2)
    expect(queued.body.without_address.map((row: AnyJson) => row.format_name)).toEqual([
      'Mia O’Brien/Nguyễn',
      'Mia Zielinski',
    ])
    expect(queued.body.warnings[0]).toContain('No e-mail address on record for Mia O’Brien/Nguyễn')
    await deliver()
    expect(sent.map((mail) => [mail.to, mail.attachments.map(({ name }) => name)])).toEqual([
      ['home@x.example', [NAMES[0]]],
      ['z@x.example', [NAMES[2]]],
    ])
    expect(sent[0]?.text).toContain('Holiday on Monday.')
    const alone = await owner.get(`/api/company/${companyId}/pays/${pays[1].id}/payslip`)
    expect(sent[0]?.attachments[0]?.content.equals(alone.raw)).toBe(true)
    const { body } = await owner.get(`${run}/payslips/emails`)
    expect(body.map((row: AnyJson) => [row.pay_id, row.state, row.to_address])).toEqual([
      [pays[1].id, 'sent', 'home@x.example'],
      [pays[0].id, 'sent', 'z@x.example'],
    ])
    const outbox = (await owner.get('/api/outbox?limit=2')).body
    expect(outbox.map((mail: AnyJson) => mail.attachments)).toEqual([[NAMES[2]], [NAMES[0]]])
    const second = await owner.post(`${run}/payslips/emails`, {})
    expect(second.body.queued).toBe(0)
    expect(second.body.warnings[1]).toContain('2 payslips were already mailed')
  })

  it('a password locks the document; the mail says which', async () => {
    const body = { pay_ids: [pays[0].id], password: 'DATE_OF_BIRTH', resend: true }
    expect((await owner.post(`${run}/payslips/emails`, body)).body.queued).toBe(1)
    await deliver()
    expect(sent[0]?.text).toContain('date of birth as eight digits')
    expect(sent[0]?.text).not.toContain('1994')
    const folder = mkdtempSync(join(tmpdir(), 'tasman-locked-'))
    const file = join(folder, 'locked.pdf')
    writeFileSync(file, sent[0]?.attachments[0]?.content ?? '')
    expect(readFileSync(file, 'latin1')).toContain('/Encrypt')
    const read = (password: string) =>
      execFileSync('pdftotext', ['-upw', password, file, '-'], {
        stdio: ['ignore', 'pipe', 'ignore'],
      }).toString()
    if (hasPdftotext()) {
      expect(read('21031994')).toContain('Mia Zielinski')
      expect(() => read('01011990')).toThrow()
    }
    expect(readdirSync(folder)).toHaveLength(1)
    rmSync(folder, { recursive: true })
  })

  it('refuses pays of another run, and queues nothing', async () => {
    const other = await aPay(owner, companyId, '2026-10-11', aWeek(people[0].id))
    const refused = await owner.post(`${run}/payslips/emails`, { pay_ids: [other.id] })
    expect(refused.status).toBe(400)
    expect(refused.body.detail).toContain(`no processed pay ${other.id}`)
  })

  it('a pay that is deleted meanwhile sends nothing and says so', async () => {
    const late = await aPay(owner, companyId, '2026-10-18', aWeek(people[0].id))
    const path = `/api/company/${companyId}/pay-runs/${late.pay_run_id}/payslips/emails`
    const { body } = await owner.post(path, {})
    await owner.delete(`/api/company/${companyId}/pays/${late.id}`)
    await deliver()
    expect(sent).toEqual([])
    const mail = (await owner.get('/api/outbox')).body.find(
      (row: AnyJson) => row.id === body.mails[0].mail_id,
    )
    expect(mail).toMatchObject({
      state: 'failed',
      error: 'The pay was deleted, so there is no payslip to send',
    })
  })
})

function hasPdftotext(): boolean {
  try {
    execFileSync('pdftotext', ['-v'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
