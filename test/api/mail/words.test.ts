import { afterAll, beforeAll, expect, it } from 'vitest'
import { textOf } from '../../../src/features/platform/mail/index.ts'
import { apiWordsIn } from '../../support/api-words.ts'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { mailTo } from '../../support/mail.ts'
import { aCompany, anEmployee } from '../../support/make.ts'
import { aPay, aWeek } from '../../support/pays.ts'
import { acceptInvitation, callApp, createVisitor, enterAs, type Visitor } from '../../support/visitor.ts'
import { aPay as aNewZealandPay, anEmployer, aWorker } from '../payday-filing/story.ts'
import { readTexts } from '../payslips/read-pdf.ts'
import { personOfAccount } from '../trust/two-people.ts'

/* Every e-mail and document for people, in both countries: in plain words, without names from the API. */

type Story = { company: AnyJson; person: AnyJson; pay: AnyJson }

let tasman: TestApp
let owner: TestClient
let officer: Visitor
const stories: Record<'AU' | 'NZ', Story | undefined> = { AU: undefined, NZ: undefined }

const SELF_SERVICE = {
  employee_portal_active: true,
  allow_edit_leave_requests: true,
  allow_edit_leave_requests_when_negative: true,
  allow_edit_account_details: true,
}

async function makeStories(): Promise<void> {
  const au = await aCompany(owner)
  const mia = await anEmployee(owner, au.id, { email_address: 'mia@client.example', ...SELF_SERVICE })
  stories.AU = { company: au, person: mia, pay: await aPay(owner, au.id, '2026-10-23', aWeek(mia.id)) }
  const nz = await anEmployer(owner)
  const tama = await aWorker(owner, nz.id, {
    first_name: 'Tama',
    email_address: 'tama@client.example',
    ...SELF_SERVICE,
  })
  stories.NZ = { company: nz, person: tama, pay: await aNewZealandPay(owner, nz.id, tama.id, '2026-10-23') }
}

beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-10-26T02:00:00' })
  owner = await tasman.clientFor('owner')
  officer = await enterAs(tasman, 'owner@demo.example')
  await makeStories()
}, 120_000)
afterAll(() => tasman.close())

const storyOf = (country: 'AU' | 'NZ') => stories[country] as Story

it.each(['AU', 'NZ'] as const)(
  'e-mails of a company in %s',
  async (country) => {
    const { company, person, pay } = storyOf(country)
    await personOfAccount(tasman, `kim-${country.toLowerCase()}@demo.example`, 'member')
    const address = String(person.email_address)
    await callApp(tasman, officer, 'POST', `/app/api/employees/${person.id}/self-service`)
    const visitor = createVisitor(tasman)
    await acceptInvitation(visitor, (await mailTo(tasman.service, address)).text)
    const leaveType = country === 'NZ' ? 'ANNUAL_HOLIDAYS' : 'HOLIDAY'
    const request = await callApp(tasman, visitor, 'POST', '/app/api/me/leave-requests', {
      leave_type: leaveType,
      start_date: '2026-11-23',
      end_date: '2026-11-24',
    })
    expect(request.status, JSON.stringify(request.body)).toBe(201)
    const decided = await owner.post(`/api/company/${company.id}/requests/${request.body.id}/approve`, {})
    expect(decided.status).toBe(200)
    const run = `/api/company/${company.id}/pay-runs/${pay.pay_run_id}`
    expect((await owner.post(`${run}/payslips/emails`, { message: 'Thank you.' })).status).toBeLessThan(300)
    await owner.post(`/api/company/${company.id}/notes`, {
      employee_id: person.id,
      text: `@kim-${country.toLowerCase()} please look.`,
    })
    const mails = await tasman.service.database.query.selectFrom('outbox').selectAll().execute()
    expect(mails.length).toBeGreaterThanOrEqual(country === 'AU' ? 5 : 9)
    const wrong = mails.flatMap((mail) => {
      const text = `${mail.subject}\n${textOf(tasman.service, mail)}`
      // Dates are written out too: a person does not read 2026-11-23.
      const dates = text.replaceAll(/https?:\/\/\S+/g, '').match(/\b\d{4}-\d\d-\d\d\b/g) ?? []
      return [...apiWordsIn(text), ...dates].map((word) => `${mail.subject}: ${word}`)
    })
    expect(wrong).toEqual([])
  },
  60_000,
)

it.each(['AU', 'NZ'] as const)(
  'documents of a company in %s',
  async (country) => {
    const { company, person, pay } = storyOf(country)
    const reports = ((await owner.get(`/api/company/${company.id}/reports`)).body as AnyJson[]).map(
      ({ name }) => `/api/company/${company.id}/reports/${name}?format=pdf`,
    )
    const documents = [
      `/api/company/${company.id}/pays/${pay.id}/payslip`,
      `/api/employees/${person.id}/year-to-date-statement`,
      `/api/employees/${person.id}/certificate-of-earnings`,
      ...reports,
    ]
    const wrong: string[] = []
    let read = 0
    for (const path of documents) {
      const answer = await owner.get(path)
      if (answer.headers['content-type'] !== 'application/pdf') continue
      read += 1
      const text = readTexts(answer.raw)
        .map((drawn) => drawn.text)
        .join('\n')
      wrong.push(...apiWordsIn(text).map((word) => `${path}: ${word}`))
    }
    expect(read).toBeGreaterThan(15)
    expect(wrong).toEqual([])
  },
  120_000,
)
