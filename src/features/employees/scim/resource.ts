import { textProblem } from '../../../http/bounded-schema.ts'
import { isRecord } from '../../../kernel/is-record.ts'
import type { ScimFilter, ScimRow } from './queries.ts'
import { ScimProblem } from './scim-error.ts'

export const USER = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const LIST = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'

/** The attributes of a user that SCIM can change. */
export type Wanted = { userName: string; name: string; externalId: string | null; isActive: boolean }

export function viewUser(row: ScimRow, base: string) {
  const [family = '', ...given] = row.name.split(' ').reverse()
  return {
    schemas: [USER],
    id: String(row.id),
    ...(row.scim_external_id === null ? {} : { externalId: row.scim_external_id }),
    userName: row.email,
    displayName: row.name,
    name: { formatted: row.name, givenName: given.reverse().join(' '), familyName: family },
    emails: [{ value: row.email, type: 'work', primary: true }],
    active: row.is_active,
    roles: [{ value: row.role, primary: true }],
    meta: {
      resourceType: 'User',
      created: row.created_at.toISOString(),
      location: `${base}/Users/${row.id}`,
    },
  }
}

const NAME_MAX = 100
const ID_MAX = 200

export const invalidValue = (detail: string) => new ScimProblem(400, detail, 'invalidValue')

/** Attribute names are case-insensitive (RFC 7643, 2.1). */
function member(record: Record<string, unknown>, name: string): unknown {
  const key = Object.keys(record).find((each) => each.toLowerCase() === name.toLowerCase())
  return key === undefined ? undefined : record[key]
}

function readText(value: unknown, what: string, most: number): string | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string') throw invalidValue(`${what} must be a string.`)
  const text = value.trim()
  const wrong = textProblem(text)
  if (wrong) throw invalidValue(`${what} ${wrong}.`)
  if (text.length > most) throw invalidValue(`${what} must not have more than ${most} characters.`)
  return text
}

/** Entra ID sends "True" and "False". */
function readActive(value: unknown): boolean {
  if (typeof value === 'boolean') return value
  if (typeof value === 'string' && /^(true|false)$/i.test(value)) return value.toLowerCase() === 'true'
  throw invalidValue('active must be true or false.')
}

/** Reads the full user of a create or replace request. */
export function readUser(body: unknown): Wanted {
  if (!isRecord(body)) throw new ScimProblem(400, 'Send a user as a JSON object.', 'invalidSyntax')
  const userName = readText(member(body, 'userName'), 'userName', 320)?.toLowerCase() ?? ''
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(userName)) throw invalidValue('userName must be an e-mail address.')
  const active = member(body, 'active')
  return {
    userName,
    name: nameOf(body) || userName,
    externalId: readText(member(body, 'externalId'), 'externalId', ID_MAX) || null,
    isActive: active === undefined || active === null ? true : readActive(active),
  }
}

function nameOf(body: Record<string, unknown>): string {
  const name = member(body, 'name')
  const parts = isRecord(name) ? name : {}
  const text = (value: unknown, what: string) => readText(value, what, NAME_MAX) ?? ''
  const whole = [
    text(member(parts, 'givenName'), 'name.givenName'),
    text(member(parts, 'familyName'), 'name.familyName'),
  ]
    .filter(Boolean)
    .join(' ')
  const shown =
    text(member(body, 'displayName'), 'displayName') ||
    text(member(parts, 'formatted'), 'name.formatted') ||
    whole
  return shown.slice(0, NAME_MAX)
}

/**
 * Applies a PATCH to a user. Attributes that this service does not store are ignored, as RFC 7643, 2.2 allows for
 * unassigned ones.
 */
export function patchUser(now: Wanted, body: unknown): Wanted {
  const operations = isRecord(body) ? member(body, 'Operations') : undefined
  if (!Array.isArray(operations) || operations.length === 0 || operations.length > 100)
    throw new ScimProblem(400, 'Operations must be a list of 1 to 100 operations.', 'invalidSyntax')
  return operations.reduce(applyOperation, now)
}

function applyOperation(now: Wanted, operation: unknown): Wanted {
  if (!isRecord(operation)) throw new ScimProblem(400, 'An operation must be an object.', 'invalidSyntax')
  const op = String(member(operation, 'op') ?? '').toLowerCase()
  if (!['add', 'replace', 'remove'].includes(op))
    throw new ScimProblem(400, 'op must be add, replace or remove.', 'invalidSyntax')
  const path = member(operation, 'path')
  const value = op === 'remove' ? null : member(operation, 'value')
  if (path !== undefined && typeof path !== 'string')
    throw new ScimProblem(400, 'path must be a string.', 'invalidPath')
  if (path) return assign(now, path, value)
  if (!isRecord(value))
    throw new ScimProblem(400, 'An operation without path needs an object as value.', 'invalidSyntax')
  return Object.entries(value).reduce((user, [name, inner]) => assignMember(user, name, inner), now)
}

function assignMember(now: Wanted, name: string, value: unknown): Wanted {
  if (name.toLowerCase() !== 'name' || !isRecord(value)) return assign(now, name, value)
  return Object.entries(value).reduce((user, [part, inner]) => assign(user, `name.${part}`, inner), now)
}

function assign(now: Wanted, path: string, value: unknown): Wanted {
  const text = (most: number) => readText(value, path, most)
  const [given, family] = [now.name.split(' ').slice(0, -1).join(' '), now.name.split(' ').at(-1) ?? '']
  switch (path.toLowerCase().replace(`${USER.toLowerCase()}:`, '')) {
    case 'active':
      return { ...now, isActive: readActive(value) }
    case 'username':
      return { ...now, userName: text(320)?.toLowerCase() ?? '' }
    case 'externalid':
      return { ...now, externalId: text(ID_MAX) || null }
    case 'displayname':
    case 'name.formatted':
      return { ...now, name: text(NAME_MAX) || now.name }
    case 'name.givenname':
      return { ...now, name: [text(NAME_MAX) ?? '', family].filter(Boolean).join(' ').slice(0, NAME_MAX) }
    case 'name.familyname':
      return {
        ...now,
        name: [given || family, text(NAME_MAX) ?? ''].filter(Boolean).join(' ').slice(0, NAME_MAX),
      }
    default:
      return now
  }
}

const FILTER =
  /^\s*(userName|externalId|id|emails\.value|emails\[type eq "work"\]\.value)\s+eq\s+("(?:[^"\\]|\\.)*")\s*$/i

/** Supports the comparisons that providers use to find a user. */
export function readFilter(text: string): ScimFilter {
  if (text === '') return {}
  const [, name = '', quoted = ''] = FILTER.exec(text) ?? []
  if (name === '')
    throw new ScimProblem(
      400,
      'Only userName, emails.value, externalId and id can be filtered, with eq.',
      'invalidFilter',
    )
  const value: string = JSON.parse(quoted)
  if (name.toLowerCase() === 'externalid') return { externalId: value }
  if (name.toLowerCase() === 'id') return { id: /^\d{1,9}$/.test(value) ? Number(value) : 0 }
  return { userName: value.trim().toLowerCase() }
}
