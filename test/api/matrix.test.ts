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

beforeAll(async () => {
  tasman = await startTestApp()
  const owner = await tasman.clientFor('owner')
  operations = membersOf((await owner.get('/api/openapi.json')).body)
}, 60_000)
afterAll(() => tasman.close())

function strangers(): Who[] {
  const nobody = { scopes: undefined, role: 'owner', isApiAdmin: false, isReseller: false } as const
  return [
    { name: 'nobody', client: tasman.clientWith(), ...nobody },
    { name: 'a token that nobody has', client: tasman.clientWith('x'.repeat(40)), ...nobody },
  ]
}

/** The demo people, all of them in this role from now on, with every set of scopes. */
async function peopleAs(role: Who['role']): Promise<Who[]> {
  await tasman.service.database.query.updateTable('users').set({ role }).execute()
  const found: Who[] = []
  for (const [person, isApiAdmin, isReseller] of [
    ['owner', true, false],
    ['other', false, false],
    ['partner', true, true],
  ] as const)
    for (const scopes of [[], ['payroll.read'], PAYROLL, ...(isReseller ? [PARTNER] : [])]) {
      const client = await tasman.clientFor(person, { scope: ['openid', ...scopes].join(' ') })
      const name = `${person}, ${role}, ${scopes.join(' ') || 'openid'}`
      found.push({ name, client, scopes, role, isApiAdmin, isReseller })
    }
  return found
}

/** What the specification says of this caller on this operation; undefined: let in. */
function refusal({ path, method, operation }: DocumentedOperation, who: Who): 401 | 403 | undefined {
  const isPublic = operation.security === undefined || operation.security.length === 0
  if (isPublic) return undefined
  if (!who.scopes) return 401
  const [scope] = operation.security[0].oauth2 as string[]
  const isHeld =
    scope === undefined ||
    // Every token holds it.
    scope === 'openid' ||
    who.scopes.includes(scope) ||
    (scope === 'payroll.read' && who.scopes.includes('payroll.write')) ||
    (scope === 'partner.checkout.preview' && who.scopes.includes('partner.checkout.write'))
  if (!isHeld) return 403
  if (path.includes('/partner-checkout/')) return who.isReseller ? undefined : 403
  if (/^\/api\/(webhooks|api-admin)/.test(path) && !who.isApiAdmin) return 403
  if (/^\/api\/api-admin/.test(path) && who.role === 'member') return 403
  if (/^\/api\/outbox|\/branding\/logo$/.test(path) && who.role === 'member') return 403
  // None of these people has a sandbox; a body that no schema takes is refused before that is asked.
  if (path.startsWith('/api/sandbox') && !operation.requestBody) return 403
  if (path === '/api/audit-log' && who.role !== 'owner') return 403
  if (method === 'delete' && path === '/api/company/{company_id}' && who.role === 'member') return 403
  return undefined
}

const GROUPS = {
  strangers: async () => strangers(),
  owners: () => peopleAs('owner'),
  admins: () => peopleAs('admin'),
  members: () => peopleAs('member'),
}

it.each(Object.entries(GROUPS))(
  'every operation lets in whom the specification lets in, and nobody else: %s',
  async (_group, gather) => {
    const wrong: string[] = []
    for (const who of await gather())
      for (const entry of operations) {
        const status = await knock(entry, who)
        const expected = refusal(entry, who)
        const isIn = status !== 401 && status !== 403 && status < 500
        if (expected === undefined ? !isIn : status !== expected)
          wrong.push(`${entry.name} as ${who.name}: ${status}, expected ${expected ?? 'let in'}`)
      }
    expect(wrong).toEqual([])
  },
  200_000,
)

/** Sends a body that no schema takes, to ids that nobody has: whoever is let in is told so, and nothing happens. */
async function knock(entry: DocumentedOperation, { client, scopes }: Who): Promise<number> {
  // The role is asked only once the company is known.
  const isRemoval = entry.method === 'delete' && entry.path === '/api/company/{company_id}'
  const company = isRemoval && scopes?.includes('payroll.write') ? (await aCompany(client)).id : UNKNOWN
  const ids: Record<string, string> = { company_id: company, file: 'x.json' }
  const path = entry.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => ids[name] ?? UNKNOWN)
  const hasBody = entry.method !== 'get' && entry.method !== 'delete'
  return (await client[entry.method](path, hasBody ? 7 : undefined)).status
}
