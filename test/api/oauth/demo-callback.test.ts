import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { authorize, createVisitor } from '../../support/visitor.ts'

let tasman: TestApp
beforeAll(async () => {
  tasman = await startTestApp()
})
afterAll(() => tasman.close())

describe('/demo/callback', () => {
  for (const [client_id, email] of [
    ['demo-client', 'owner@demo.example'],
    ['demo-partner', 'partner@demo.example'],
  ] as const)
    it(`shows the code that ${client_id} got, and exchanges it when asked`, async () => {
      const visitor = createVisitor(tasman)
      const redirect_uri = `${tasman.service.settings.publicUrl}/demo/callback`
      const back = await authorize(visitor, { client_id, redirect_uri }, { email })
      const page = await visitor.get(`/demo/callback?${back}`)
      expect(page.text).toContain(back.get('code'))
      const tokens = await visitor.post('/demo/callback', {}, page)
      expect(tokens.text).toContain('answered 200')
      expect(tokens.text).toContain('&quot;expires_in&quot;: 1800')
    })

  it('shows an error as text, escaped', async () => {
    const page = await createVisitor(tasman).get('/demo/callback?error=%3Cscript%3E&error_description=no')
    expect(page.text).toContain('&lt;script&gt;: no')
    expect(page.text).not.toContain('<script>')
  })
})
