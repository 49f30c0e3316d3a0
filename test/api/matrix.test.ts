import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ROLES, type Role } from '../../src/database/tables/customers.ts'
import { startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { aCompany, anEmployee } from '../support/make.ts'
import { type DocumentedOperation, membersOf } from '../support/members.ts'

/** A caller and the caller's permissions. */
type Who = {
  name: string
  client: TestClient
  /** Undefined when no one is signed in. */
  scopes: string[] | undefined
  role: Role
  /** The web app's own token rather than an application's. */
  isWebApp: boolean
  isApiAdmin: boolean
  isReseller: boolean
}

const PARTNER = ['partner.checkout.preview', 'partner.checkout.write', 'partner.checkout.cancel']
const PAYROLL = ['payroll.read', 'payroll.write']
const UNKNOWN = '999999'
const METHODS: Record<string, string> = { get: 'read' }

/** A row of docs/roles.md: the paths it is about, and what each role may do there. */
type Line = { method: string | undefined; path: string; isPrefix: boolean; cells: Record<Role, string> }

const LINES = readFileSync(join(import.meta.dirname, '../../docs/roles.md'), 'utf8')
  .split('\n')
  .flatMap((text): Line[] => {
    const [, pattern, rest] = /^\|[^|]+\| `([^`]+)` \|((?:[^|]+\|){5})$/.exec(text) ?? []
    const [, method, path, stars] = /^(?:([A-Z]+) )?(\/api.*?)(\/\*\*)?$/.exec(pattern ?? '') ?? []
    if (!path || !rest) return []
    const cells = rest.split('|').map((cell) => cell.trim())
    const byRole = Object.fromEntries(ROLES.map((role, index) => [role, cells[index] ?? '']))
    return [
      { method: method?.toLowerCase(), path, isPrefix: stars !== undefined, cells: byRole as Line['cells'] },
    ]
  })

/** What this role may do with the operation, by the most specific row of docs/roles.md. */
function isOpenTo({ path, method }: DocumentedOperation, { role, isWebApp }: Who): boolean {
  const fits = (line: Line) =>
    (line.method === undefined || line.method === method) &&
    (path === line.path || (line.isPrefix && path.startsWith(`${line.path}/`)))
  const [line] = LINES.filter(fits).sort(
    (a, b) => Number(Boolean(b.method)) - Number(Boolean(a.method)) || b.path.length - a.path.length,
  )
  if (!line) throw new Error(`docs/roles.md says nothing of ${path}`)
  const words = line.cells[role].split(', ')
  const asked = METHODS[method] ?? 'change'
  return words.includes(asked) || (isWebApp && words.includes(`${asked} in the web app`))
}

let tasman: TestApp
let operations: DocumentedOperation[]

beforeAll(async () => {
  tasman = await startTestApp()
  const owner = await tasman.clientFor('owner')
  operations = membersOf((await owner.get('/api/openapi.json')).body)
}, 60_000)
afterAll(() => tasman.close())

function strangers(): Who[] {
  const nobody = {
    scopes: undefined,
    role: 'owner',
    isWebApp: false,
    isApiAdmin: false,
    isReseller: false,
  } as const
  return [
    { name: 'nobody', client: tasman.clientWith(), ...nobody },
    { name: 'a token that nobody has', client: tasman.clientWith('x'.repeat(40)), ...nobody },
  ]
}

/** The demo people, all of them in this role from now on, with every set of scopes. */
async function peopleAs(role: Role): Promise<Who[]> {
  if (role === 'employee') await becomeEmployees()
  await tasman.service.database.query.updateTable('users').set({ role }).execute()
  const found: Who[] = []
  // The first three show that scopes are enforced. The limits of a role are shown with all scopes.
  const few = role === 'reader' || role === 'employee' ? [] : [[], ['payroll.read']]
  for (const [person, isApiAdmin, isReseller] of [
    ['owner', true, false],
    ['other', false, false],
    ['partner', true, true],
  ] as const)
    for (const scopes of [...few, PAYROLL, ...(isReseller ? [PARTNER] : [])]) {
      const client = await tasman.clientFor(person, { scope: ['openid', ...scopes].join(' ') })
      const name = `${person}, ${role}, ${scopes.join(' ') || 'openid'}`
      found.push({ name, client, scopes, role, isWebApp: false, isApiAdmin, isReseller })
    }
  const client = await tasman.clientFor('owner', { clientId: 'tasman-web' })
  const web = { scopes: PAYROLL, role, isWebApp: true, isApiAdmin: true, isReseller: false }
  found.push({ name: `owner, ${role}, in the web app`, client, ...web })
  return found
}

/** Gives each of the demo people their own employee record, with every switch of self-service on. */
async function becomeEmployees(): Promise<void> {
  const { query } = tasman.service.database
  const switches = {
    employee_portal_active: true,
    allow_view_payslips: true,
    allow_edit_leave_requests: true,
    allow_edit_account_details: true,
  }
  await query.updateTable('users').set({ role: 'owner' }).execute()
  for (const [person, email] of [
    ['owner', 'owner@demo.example'],
    ['other', 'other@demo.example'],
    ['partner', 'partner@demo.example'],
  ] as const) {
    const client = await tasman.clientFor(person)
    const { id } = await anEmployee(client, (await aCompany(client)).id, switches)
    await query.updateTable('users').set({ employee_id: id }).where('email', '=', email).execute()
  }
}

/**
 * The response that the specification requires for this caller and operation. Undefined when access is
 * allowed.
 */
function refusal(entry: DocumentedOperation, who: Who): 401 | 403 | undefined {
  const { path, operation } = entry
  const isPublic = operation.security === undefined || operation.security.length === 0
  if (isPublic) return undefined
  if (!who.scopes) return 401
  const [scope] = operation.security[0].oauth2 as string[]
  const isHeld =
    scope === undefined ||
    // Every token has it.
    scope === 'openid' ||
    who.scopes.includes(scope) ||
    (scope === 'payroll.read' && who.scopes.includes('payroll.write')) ||
    (scope === 'partner.checkout.preview' && who.scopes.includes('partner.checkout.write'))
  if (!isHeld || !isOpenTo(entry, who)) return 403
  if (path.includes('/partner-checkout/')) return who.isReseller ? undefined : 403
  if (/^\/api\/(webhooks|api-admin)/.test(path) && !who.isApiAdmin) return 403
  // None of these people has a sandbox, but an invalid body is refused before that is checked.
  if (path.startsWith('/api/sandbox') && !operation.requestBody) return 403
  return undefined
}

const GROUPS = {
  strangers: async () => strangers(),
  owners: () => peopleAs('owner'),
  admins: () => peopleAs('admin'),
  members: () => peopleAs('member'),
  readers: () => peopleAs('reader'),
  employees: () => peopleAs('employee'),
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

/** Sends an invalid body to unknown ids. A caller with access gets an error, and nothing happens. */
async function knock(entry: DocumentedOperation, { client, scopes, role }: Who): Promise<number> {
  // The role is checked only after the company has been found.
  const isRemoval = entry.method === 'delete' && entry.path === '/api/company/{company_id}'
  const mayMake = scopes?.includes('payroll.write') && ['owner', 'admin', 'member'].includes(role)
  const company = isRemoval && mayMake ? (await aCompany(client)).id : UNKNOWN
  const ids: Record<string, string> = { company_id: company, file: 'x.json' }
  const path = entry.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => ids[name] ?? UNKNOWN)
  const hasBody = entry.method !== 'get' && entry.method !== 'delete'
  return (await client[entry.method](path, hasBody ? 7 : undefined)).status
}
