import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { aCompany } from '../support/make.ts'
import { type DocumentedOperation, membersOf } from '../support/members.ts'

/** Somebody who calls, and what they may do. */
type Who = {
  name: string
  client: TestClient
  /** Undefined: nobody is signed in. */
  scopes: string[] | undefined
  role: 'owner' | 'admin' | 'member'
  isApiAdmin: boolean
  isReseller: boolean
}

const PARTNER = ['partner.checkout.preview', 'partner.checkout.write', 'partner.checkout.cancel']
const PAYROLL = ['payroll.read', 'payroll.write']
const UNKNOWN = '999999'

let tasman: TestApp
let operations: DocumentedOperation[]
const callers: Who[] = []

beforeAll(async () => {
  tasman = await startTestApp()
  const owner = await tasman.clientFor('owner')
  operations = membersOf((await owner.get('/api/openapi.json')).body)
  const nobody = { scopes: undefined, role: 'owner', isApiAdmin: false, isReseller: false } as const
  callers.push({ name: 'nobody', client: tasman.clientWith(), ...nobody })
  callers.push({ name: 'a token that nobody has', client: tasman.clientWith('x'.repeat(40)), ...nobody })
  for (const role of ['owner', 'admin', 'member'] as const)
    for (const [person, isApiAdmin, isReseller] of [
      ['owner', true, false],
      ['other', false, false],
      ['partner', true, true],
    ] as const) {
      await tasman.service.database.query
        .updateTable('users')
        .set({ role })
        .where('email', '=', `${person}@demo.example`)
        .execute()
      for (const scopes of [[], ['payroll.read'], PAYROLL, ...(isReseller ? [PARTNER] : [])]) {
        const client = await tasman.clientFor(person, { scope: ['openid', ...scopes].join(' ') })
        callers.push({
          name: `${person}, ${role}, ${scopes.join(' ') || 'openid'}`,
          client,
          scopes,
          role,
          isApiAdmin,
          isReseller,
        })
      }
    }
}, 60_000)
afterAll(() => tasman.close())

/** What the specification says of this caller on this operation; undefined: let in. */
function refusal({ path, method, operation }: DocumentedOperation, who: Who): 401 | 403 | undefined {
  const isPublic = operation.security === undefined || operation.security.length === 0
  if (isPublic) return undefined
  if (!who.scopes) return 401
  const [scope] = operation.security[0].oauth2 as string[]
  const isHeld =
    scope === undefined ||
    who.scopes.includes(scope) ||
    (scope === 'payroll.read' && who.scopes.includes('payroll.write')) ||
    (scope === 'partner.checkout.preview' && who.scopes.includes('partner.checkout.write'))
  if (!isHeld) return 403
  if (path.includes('/partner-checkout/')) return who.isReseller ? undefined : 403
  if (/^\/api\/(webhooks|api-admin)/.test(path) && !who.isApiAdmin) return 403
  if (/^\/api\/api-admin/.test(path) && who.role === 'member') return 403
  if (path === '/api/audit-log' && who.role !== 'owner') return 403
  if (method === 'delete' && path === '/api/company/{company_id}' && who.role === 'member') return 403
  return undefined
}

it('every operation lets in whom the specification lets in, and nobody else', {
  timeout: 300_000,
}, async () => {
  const wrong: string[] = []
  let tried = 0
  for (const who of callers)
    for (const entry of operations) {
      const isRemoval = entry.method === 'delete' && entry.path === '/api/company/{company_id}'
      const own =
        isRemoval && who.scopes?.includes('payroll.write') ? (await aCompany(who.client)).id : UNKNOWN
      const path = entry.path.replaceAll(/\{(\w+)\}/g, (_all, name) =>
        name === 'company_id' ? own : name === 'file' ? 'x.json' : UNKNOWN,
      )
      // A body that no schema takes: whoever is let in is told so, and nothing happens.
      const { status } = await who.client[entry.method](
        path,
        ['get', 'delete'].includes(entry.method) ? undefined : 7,
      )
      tried++
      const expected = refusal(entry, who)
      const fits =
        expected === undefined ? status !== 401 && status !== 403 && status < 500 : status === expected
      if (!fits) wrong.push(`${entry.name} as ${who.name}: ${status}, expected ${expected ?? 'let in'}`)
    }
  expect(tried).toBe(callers.length * operations.length)
  expect(wrong).toEqual([])
})
