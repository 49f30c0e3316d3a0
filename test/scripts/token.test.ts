import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ALL_PARTNER, startTestApp, type TestApp } from '../support/app.ts'

let tasman: TestApp
let base: string
beforeAll(async () => {
  tasman = await startTestApp({ env: { RATE_LIMITS: 'on' } })
  base = await tasman.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => tasman.close())

const SCRIPT = join(import.meta.dirname, '../../scripts/token.ts')
const run = (args: string[], env: Record<string, string> = {}) =>
  new Promise<{ code: number; out: string; err: string }>((resolve) => {
    const options = { env: { ...process.env, BASE_URL: base, ...env } }
    execFile(process.execPath, [SCRIPT, ...args], options, (error, out, err) =>
      resolve({ code: Number(error?.code ?? 0), out, err }),
    )
  })

describe('npm run -s token', () => {
  it('prints one access token and nothing else, for each of the demo people, with the limits on', async () => {
    for (const person of ['owner', 'other', 'lapsed', 'partner']) {
      const { code, out } = await run(['--as', person, '--scope', 'openid payroll.read payroll.write'])
      expect([code, out]).toEqual([0, expect.stringMatching(/^[\w-]{43}\n$/)])
      const { status } = await tasman.clientWith(out.trim()).get('/api/company')
      expect(status).toBe(200)
    }
  })

  it('gives the scopes asked for', async () => {
    const { out } = await run(['--as', 'partner', '--scope', ALL_PARTNER])
    const partner = tasman.clientWith(out.trim())
    expect((await partner.get('/api/partner-checkout/products')).status).toBe(200)
    expect((await partner.get('/api/audit-log')).status).toBe(403)
  })

  it('says on the error output what is wrong, and fails', async () => {
    for (const [args, env, sentence] of [
      [['--as', 'nobody'], {}, /--as takes owner, other, lapsed, partner/],
      [['--scope', 'payroll.read'], {}, /invalid_scope: The scope must include openid/],
      [
        ['--as', 'other', '--scope', 'openid partner.checkout.write'],
        {},
        /Partner scopes are for resellers only/,
      ],
      [[], { BASE_URL: 'http://127.0.0.1:2' }, /No service answers at http:\/\/127\.0\.0\.1:2/],
    ] as const) {
      const { code, out, err } = await run([...args], env)
      expect([code, out]).toEqual([1, ''])
      expect(err).toMatch(sentence)
    }
  })
})
