import jpeg from 'jpeg-js'
import { PNG } from 'pngjs'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { sendDueMails, writeMail } from '../../../src/features/platform/mail/index.ts'
import type { Mail } from '../../../src/ports/mail/port.ts'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'
import { aWeek } from '../../support/pays.ts'
import { createVisitor } from '../../support/visitor.ts'
import { customerOf } from '../../webhooks/story.ts'
import { startTrial } from '../partner-checkout/support.ts'
import { aJpeg, aPng, aPngWithText } from './support.ts'

let tasman: TestApp
let owner: TestClient
let partner: TestClient
beforeAll(async () => {
  tasman = await startTestApp()
  owner = await tasman.clientFor('owner')
  partner = await tasman.clientFor('partner')
})
afterAll(() => tasman.close())

const BRAND = { name: 'Northside Payroll', primary_colour: '#7a1f5c', accent_colour: '#b4561b' }
const NOTHING = { name: null, primary_colour: null, accent_colour: null, logo_url: null, sign_in_url: null }
const upload = (bytes: Buffer, type = 'image/png', client = owner, path = '/api/branding/logo') =>
  client.put(path, bytes, { 'content-type': type })

describe('GET and PUT /api/branding', () => {
  it('is empty at first, takes name and colours, keeps what is left out, and clears with null', async () => {
    const other = await tasman.clientFor('other')
    expect((await other.get('/api/branding')).body).toEqual(NOTHING)
    const set = await other.put('/api/branding', { ...BRAND, primary_colour: '#7A1F5C' })
    expect(set).toMatchObject({ status: 200, body: { ...BRAND, logo_url: null } })
    await other.put('/api/branding', { accent_colour: null })
    expect((await other.get('/api/branding')).body).toMatchObject({ ...BRAND, accent_colour: null })
    expect((await owner.get('/api/branding')).body).toEqual(NOTHING)
  })

  it('can be sent back as it was read, without the members marked read-only', async () => {
    await owner.put('/api/branding', BRAND)
    const { logo_url, sign_in_url, ...rest } = (await owner.get('/api/branding')).body
    expect(await owner.put('/api/branding', rest)).toMatchObject({ status: 200, body: rest })
    expect((await owner.put('/api/branding', { logo_url })).body).toMatchObject({ error: expect.any(String) })
    expect(sign_in_url).toContain('/sign-in?brand=')
  })

  it.each([
    ['primary_colour', '#ffff00', /1\.07:1 on white and needs 4\.5:1/],
    ['primary_colour', '#777777', /4\.47:1/],
    ['accent_colour', '#bbbbbb', /needs 3:1/],
    ['primary_colour', 'red', /#0f5e63/],
    ['name', 'x'.repeat(61), /name/],
    ['name', ' ', /name/],
    ['colour', '#000000', /colour/],
  ])('refuses %s %s with {error}', async (member, value, sentence) => {
    const answer = await owner.put('/api/branding', { [member]: value })
    expect(answer.status).toBe(422)
    expect(answer.body).toMatchObject({ error: expect.stringMatching(sentence) })
  })

  it('answers every error as {error}', async () => {
    const answers = [
      await tasman.clientWith().get('/api/branding'),
      await (await tasman.clientFor('owner', { scope: 'openid payroll.read' })).put('/api/branding', BRAND),
      await owner.put('/api/branding', '{', { 'content-type': 'application/json' }),
      await owner.get('/api/partner-checkout/clients/1/branding'),
      await partner.get('/api/partner-checkout/clients/999999/branding'),
    ]
    expect(answers.map(({ status }) => status)).toEqual([401, 403, 422, 403, 404])
    for (const { body } of answers) expect(body).toMatchObject({ error: expect.any(String) })
    expect(answers[0]?.headers['www-authenticate']).toBe('Bearer')
  })
})

describe('the logo', () => {
  const served = async (url: string) => tasman.clientWith().get(new URL(url).pathname)

  it('is drawn again, served under its hash and cannot run', async () => {
    const answer = await upload(aPngWithText('a secret comment'))
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    expect(answer.body.logo_url).toMatch(/\/branding\/[0-9a-f]{32}\.png$/)
    const file = await served(answer.body.logo_url)
    expect(file.status).toBe(200)
    expect(file.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': expect.stringContaining('immutable'),
    })
    expect(file.raw.includes('secret comment')).toBe(false)
    const { width, height, data } = PNG.sync.read(file.raw)
    expect([width, height, ...data.subarray(0, 4)]).toEqual([120, 40, 200, 30, 30, 255])
    expect(data[119 * 4 + 3]).toBe(128)
    expect((await served(answer.body.logo_url.replace('.png', '.jpg'))).status).toBe(404)
  })

  it('is known by its bytes, whatever type is said', async () => {
    const answer = await upload(aJpeg(), 'application/octet-stream')
    expect(answer.body.logo_url).toMatch(/\.jpg$/)
    const { width, height } = jpeg.decode((await served(answer.body.logo_url)).raw)
    expect([width, height]).toEqual([120, 40])
  })

  it('has another address once it changes, and none once it is deleted', async () => {
    const first = (await upload(aPng(60, 60))).body.logo_url
    const second = (await upload(aPng(61, 60))).body.logo_url
    expect(second).not.toBe(first)
    expect((await served(first)).status).toBe(404)
    expect((await owner.delete('/api/branding/logo')).status).toBe(204)
    expect((await owner.get('/api/branding')).body.logo_url).toBeNull()
    expect((await served(second)).status).toBe(404)
  })

  const svg = Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')
  const REFUSED: [string, () => Buffer, string, number, RegExp][] = [
    ['SVG', () => svg, 'image/svg+xml', 422, /^SVG images are not accepted/],
    ['SVG that says PNG', () => svg, 'image/png', 422, /^SVG images are not accepted/],
    ['GIF', () => Buffer.from('GIF89a…'), 'image/gif', 422, /neither a PNG nor a JPEG/],
    ['nothing', () => Buffer.alloc(0), 'image/png', 422, /body of the request/],
    ['2,001 pixels', () => aPng(2001, 4), 'image/png', 422, /2001 by 4 pixels/],
    ['a JPEG of 2,001 pixels', () => aJpeg(4, 2001), 'image/jpeg', 422, /4 by 2001 pixels/],
    ['more than 1 MB', () => Buffer.concat([aPng(), Buffer.alloc(1024 * 1024)]), 'image/png', 413, /1 MB/],
    ['half a PNG', () => aPng(300, 300).subarray(0, 300), 'image/png', 422, /cannot be read/],
    ['half a JPEG', () => aJpeg().subarray(0, 30), 'image/jpeg', 422, /cannot be read/],
    ['a form', () => aPng(), 'application/x-www-form-urlencoded', 422, /Content-Type image/],
  ]
  it.each(REFUSED)('refuses %s', async (_what, bytes, type, status, sentence) => {
    const answer = await upload(bytes(), type)
    expect(answer.status).toBe(status)
    expect(answer.body).toMatchObject({ error: expect.stringMatching(sentence) })
  })
})

describe('a reseller', () => {
  it('sets the branding of its client, which the client sees', async () => {
    const { body: trial } = await startTrial(partner)
    const path = `/api/partner-checkout/clients/${trial.customer_id}/branding`
    expect(await partner.put(path, BRAND)).toMatchObject({ status: 200, body: BRAND })
    const answer = await upload(aPng(), 'image/png', partner, `${path}/logo`)
    expect(answer.body.logo_url).toMatch(/\.png$/)
    expect((await partner.get(path)).body).toEqual(answer.body)
    expect((await partner.delete(`${path}/logo`)).status).toBe(204)
    const preview = await tasman.clientFor('partner', { scope: 'openid partner.checkout.preview' })
    expect((await preview.get(path)).status).toBe(200)
    expect((await preview.put(path, BRAND)).status).toBe(403)
  })

  it('does not reach another customer', async () => {
    const ownerId = await customerOf(tasman, 'owner@demo.example')
    const answer = await partner.put(`/api/partner-checkout/clients/${ownerId}/branding`, BRAND)
    expect(answer.status).toBe(404)
  })
})

describe('it shows', () => {
  beforeAll(async () => {
    await owner.put('/api/branding', BRAND)
    await upload(aPng())
  })

  it('on sign-in by its address, and afterwards by the browser’s memory', async () => {
    const { sign_in_url, logo_url } = (await owner.get('/api/branding')).body
    const address = new URL(sign_in_url)
    const visitor = createVisitor(tasman)
    const page = await visitor.get(address.pathname + address.search)
    for (const part of ['Northside Payroll', new URL(logo_url).pathname, '--accent:#7a1f5c'])
      expect(page.text).toContain(part)
    expect((await visitor.get('/sign-in')).text).toContain('Northside Payroll')
    expect((await createVisitor(tasman).get('/sign-in')).text).not.toContain('Northside Payroll')
    expect((await visitor.get('/sign-in?brand=nobody')).text).not.toContain('Northside Payroll')
  })

  it('on consent, on the account page and in the web app’s session', async () => {
    const visitor = createVisitor(tasman)
    await visitor.signIn('owner@demo.example')
    const query = new URLSearchParams({
      client_id: 'demo-partner',
      redirect_uri: `${tasman.service.settings.publicUrl}/demo/callback`,
      scope: 'openid',
    })
    for (const path of [`/consent?${query}`, '/account/security'])
      expect((await visitor.get(path)).text).toContain('Northside Payroll')
    const session = await visitor.get('/app/own/session', { 'x-tasman-app': '1' })
    expect(JSON.parse(session.text).brand).toMatchObject({
      name: 'Northside Payroll',
      logo: expect.stringMatching(/^\/branding\//),
      css: expect.stringContaining('#7a1f5c'),
    })
  })

  it('in mail, with the logo inside', async () => {
    const customerId = await customerOf(tasman, 'owner@demo.example')
    await tasman.service.database.transaction((tx) =>
      writeMail(tasman.service, tx, {
        customerId,
        to: 'somebody@example.com',
        subject: 'x',
        text: ['Hello <you>,', { link: 'https://example.com/a?b=1&c=2' }, 'https://elsewhere.example'],
      }),
    )
    const sent: Mail[] = []
    const port = { transport: 'smtp' as const, send: async (mail: Mail) => void sent.push(mail) }
    vi.spyOn(tasman.service.ports, 'mail', 'get').mockReturnValue(port)
    await sendDueMails(tasman.service)
    const mail = sent.find(({ to }) => to === 'somebody@example.com')
    expect(mail?.html).toContain('cid:logo')
    expect(mail?.html).toContain('#7a1f5c')
    expect(mail?.html).toContain('Hello &lt;you&gt;')
    expect(mail?.html).toContain('href="https://example.com/a?b=1&amp;c=2"')
    // Only links issued by the service become links.
    expect(mail?.html).not.toContain('href="https://elsewhere.example')
    expect(mail?.attachments).toMatchObject([{ contentId: 'logo', mediaType: 'image/png' }])
  })

  it('on payslips, as it was when the pay was made', async () => {
    const company = await aCompany(owner)
    const mia = await anEmployee(owner, company.id)
    const [pay] = (await owner.put(`/api/company/${company.id}/pays/create`, [aWeek(mia.id)])).body
    const pdf = await owner.get(`/api/company/${company.id}/pays/${pay.id}/payslip`)
    expect(pdf.status).toBe(200)
    expect(pdf.raw.includes('/Subtype /Image')).toBe(true)
    await owner.delete('/api/branding/logo')
    const kept = await owner.get(`/api/company/${company.id}/pays/${pay.id}/payslip`)
    expect(kept.raw.equals(pdf.raw)).toBe(true)
    const [next] = (await owner.put(`/api/company/${company.id}/pays/create`, [aWeek(mia.id)])).body
    const without = await owner.get(`/api/company/${company.id}/pays/${next.id}/payslip`)
    expect(without.raw.includes('/Subtype /Image')).toBe(false)
  })
})
