import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { aCompany, anEmployee, employeeBody } from '../../support/make.ts'
import {
  type DocumentedOperation,
  type Member,
  membersOf,
  typesOf,
  withMember,
} from '../../support/members.ts'
import { isForPeople, readOperations } from '../../support/operations.ts'
import { isThorough } from '../../support/thorough.ts'

let tasman: TestApp
let owner: TestClient
let partner: TestClient
let operations: DocumentedOperation[]
let examples: Map<string, AnyJson>
let companyId: number
let employeeId: number

beforeAll(async () => {
  tasman = await startTestApp()
  owner = await tasman.clientFor('owner')
  partner = await tasman.clientFor('partner')
  companyId = (await aCompany(owner)).id
  employeeId = (await anEmployee(owner, companyId)).id
  operations = membersOf((await owner.get('/api/openapi.json')).body).filter(
    ({ path }) => !path.includes('/oauth/'),
  )
  const listed = await readOperations(owner)
  examples = new Map(listed.map(({ method, path, body }) => [`${method.toUpperCase()} ${path}`, body]))
}, 60_000)
afterAll(() => tasman.close())

const TEXTS = {
  'half of a character': 'a\\ud800b',
  NUL: 'a\\u0000b',
  'a bell': 'a\\u0007b',
  'an escape': 'a\\u001bb',
  'a delete': 'a\\u007fb',
  'a C1 control': 'a\\u0085b',
  'a right-to-left override': 'a\\u202eb',
  'an isolate': 'a\\u2066b',
}

/** Values that no member of this kind accepts, as they appear in the JSON text. */
function badValues(schemas: AnyJson[]): [string, string][] {
  const types = new Set(schemas.flatMap(typesOf))
  const isDate = schemas.some(({ format }) => format === 'date')
  const bad: [string, string][] = []
  if (types.has('string')) for (const [what, text] of Object.entries(TEXTS)) bad.push([what, `"${text}"`])
  if (isDate)
    for (const date of ['0000-01-01', '0001-01-01', '1899-12-31', '2200-01-01', '2026-02-30', '20260-01-01'])
      bad.push([date, `"${date}"`])
  if (types.has('number') || types.has('integer')) {
    const bounded = schemas.find((schema) =>
      typesOf(schema).some((type) => type === 'number' || type === 'integer'),
    )
    const { minimum, maximum, exclusiveMinimum } = bounded
    // A string without a pattern is a name, which may be sent in place of an id.
    const isText = schemas.some((schema) => typesOf(schema).includes('string') && schema.pattern)
    bad.push(['more than a double', '1e309'], ['less than a double', '-1e309'])
    for (const [bound, step] of [
      [maximum, 1],
      [minimum, -1],
    ] as const) {
      if (bound === undefined) continue
      const beyond = Math.abs(bound) > 1e15 ? `${step < 0 ? '-' : ''}9007199254740993` : String(bound + step)
      bad.push([`beyond ${bound}`, beyond])
      if (isText) bad.push([`"beyond ${bound}"`, `"${beyond}"`])
    }
    if (exclusiveMinimum !== undefined) {
      bad.push(['the bound itself', String(exclusiveMinimum)])
      if (isText) bad.push(['the bound itself as text', `"${exclusiveMinimum}.00"`])
    }
    if (isText) for (const text of ['Infinity', '1e3', '0x1', 'NaN', '1e309']) bad.push([text, `"${text}"`])
  }
  return bad
}

/** The first word of a path's closed list, or an id. */
const firstWord = (entry: DocumentedOperation, name: string): string =>
  entry.members
    .find(({ part, loc }) => part === 'path' && loc[0] === name)
    ?.schemas.flatMap((schema) => schema?.enum ?? schema?.const ?? [])[0] ?? '1'

function send(entry: DocumentedOperation, member: Member, json: string) {
  const client = entry.path.includes('partner-checkout') ? partner : owner
  const text = json.startsWith('"') ? JSON.parse(json) : json
  const path = entry.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    member.part === 'path' && member.loc[0] === name
      ? encodeURIComponent(text)
      : name === 'company_id'
        ? String(companyId)
        : name === 'employee_id'
          ? String(employeeId)
          : name === 'file'
            ? 'x.json'
            : name === 'year'
              ? '2026'
              : firstWord(entry, name),
  )
  const query = member.part === 'query' ? `?${member.loc[0]}=${encodeURIComponent(text)}` : ''
  const example = examples.get(entry.name)
  const marker = '@@bad@@'
  const body = member.part === 'body' ? withMember(example, member.loc, marker) : example
  const payload = body === undefined ? undefined : JSON.stringify(body).replace(`"${marker}"`, () => json)
  const isRead = entry.method === 'get' || payload === undefined
  return client[entry.method](
    path + query,
    isRead ? undefined : payload,
    isRead ? {} : { 'content-type': 'application/json' },
  )
}

describe('texts', () => {
  it('names of every script are kept as they are', async () => {
    for (const [first_name, last_name] of [
      ['محمد', 'الأحمد'],
      ['שרה', 'כהן'],
      ['Zoë', 'Ngūgī'],
      ['李', '小龍'],
      ['👩\u200d🔬', 'O’Brien'],
    ]) {
      const employee = await anEmployee(owner, companyId, { first_name, last_name })
      const { body } = await owner.get(`/api/employees/${employee.id}`)
      expect([body.first_name, body.last_name]).toEqual([first_name, last_name])
    }
  })

  it('equal numbers are equal however they were typed: NFC and NFD', async () => {
    const [nfc, nfd] = ['Zoë-1'.normalize('NFC'), 'Zoë-1'.normalize('NFD')]
    expect(nfc).not.toBe(nfd)
    const employee = await anEmployee(owner, companyId, { number: nfd, first_name: nfd })
    expect([employee.number, employee.first_name]).toEqual([nfc, nfc])
    const twice = await owner.put(`/api/company/${companyId}/employees/create`, [
      employeeBody({ number: nfc }),
    ])
    expect([twice.status, Object.keys(twice.body[0].errors)]).toEqual([207, ['number']])
    const update = `/api/company/${companyId}/employees/update?identifier_type=employee_number`
    const changed = await owner.patch(update, `[{"number":"Zoe\\u0308-1","position":"Baker"}]`, {
      'content-type': 'application/json',
    })
    expect(changed.body[0].employee).toMatchObject({ id: employee.id, position: 'Baker' })
    const create = `/api/company/${companyId}/pays/create?dry_run=true&identifier_type=employee_number`
    const pays = await owner.put(create, [{ employee_number: nfd, hours: [] }])
    expect([pays.status, pays.body[0]?.employee_id]).toEqual([200, employee.id])
  })

  it('a query is read in the same form', async () => {
    await owner.post(`/api/company/${companyId}/pay-rates`, {
      description: 'Sunday',
      award_name: 'Café',
      rate: 30,
    })
    const path = `/api/company/${companyId}/pay-rates?award=${encodeURIComponent('Café'.normalize('NFD'))}`
    const { status, body } = await owner.get(path)
    expect([status, body.length]).toEqual([200, 1])
  })
})

describe('every member of every operation', () => {
  it('has bounds in the served document: numbers, lists and texts', () => {
    const unbounded: string[] = []
    for (const { name, members } of operations)
      for (const { loc, schemas } of members)
        for (const schema of schemas) {
          const types = typesOf(schema)
          if (schema?.enum || schema?.const !== undefined) continue
          const isOpenNumber =
            (types.includes('number') || types.includes('integer')) &&
            (schema.maximum === undefined || (schema.minimum ?? schema.exclusiveMinimum) === undefined)
          const isOpen =
            (types.includes('string') && schema.maxLength === undefined) ||
            (types.includes('array') && schema.maxItems === undefined)
          if (isOpenNumber || isOpen) unbounded.push(`${name} ${loc.join('.')}`)
        }
    expect(unbounded).toEqual([])
  })

  it('takes no whole number in a body or a query that no column holds', () => {
    const beyond = operations.flatMap(({ name, members }) =>
      members
        .filter(({ part }) => part === 'body' || part === 'query')
        .filter(({ schemas }) =>
          schemas.some(
            (schema) =>
              typesOf(schema).includes('integer') &&
              (schema.maximum > 2_147_483_647 || schema.minimum < -2_147_483_648),
          ),
        )
        .map(({ loc }) => `${name} ${loc.join('.')}`),
    )
    // These respond to an unknown id as the specification says: an item that fails, a list of the unknown
    // ids, or 404. Ids of audit log entries have a wider column.
    const own =
      /audit-log before$|happenings before$|api-admin\/requests before$|employees\/update 0\.id$|company\/.*allowances.* employee_ids\.0$|partner-checkout.* (\w+\.)?\w+_id$/
    expect(beyond.filter((member) => !own.test(member))).toEqual([])
  })

  it('an id beyond a column is named where it stands', async () => {
    const { status, body } = await owner.put(`/api/company/${companyId}/pays/create?dry_run=true`, [
      { employee_id: 2_147_483_648, hours: [] },
    ])
    expect([status, body.data[0].loc]).toEqual([422, ['body', 0, 'employee_id']])
    const query = await owner.get(`/api/company/${companyId}/pays?employee_id=2147483648`)
    expect([query.status, query.body.data?.[0]?.loc]).toEqual([422, ['query', 'employee_id']])
  })

  it('refuses with 422, naming the member, what no text, number or date may be', {
    timeout: 300_000,
  }, async () => {
    const accepted: string[] = []
    let tried = 0
    // An application is refused here before anything is read, because these operations are for people who
    // signed in themselves.
    const reached = operations.filter(({ name }) => !isForPeople(name))
    for (const entry of reached)
      for (const [place, member] of entry.members.filter(({ part }) => part !== 'header').entries())
        for (const [index, [what, json]] of badValues(member.schemas).entries()) {
          // Tries every member. Outside a thorough run, each gets every fourth of its values in turn.
          if (!isThorough && (place + index) % 4 !== 0) continue
          // An id that no row can have is an unknown id in a path (queries.test.ts).
          if (member.part === 'path' && /^-?9007199254740993$/.test(json)) continue
          // Half of a character and NUL cannot be part of a URL.
          if (member.part !== 'body' && /ud800/.test(json)) continue
          tried++
          const { status, body } = await send(entry, member, json)
          const named = body?.data?.some?.((place: AnyJson) =>
            place.loc.join().startsWith([member.part, ...member.loc].join()),
          )
          // A rule about the characters of a company allowance's description gives 400 (specification 4.1).
          const isRule =
            /company.*allowances/.test(entry.path) && member.loc[0] === 'description' && status === 400
          if (isRule) continue
          // Branding errors have the specification's short format, whose sentence names the member (7.1).
          const isSaid = typeof body?.error === 'string' && body.error.includes(String(member.loc.at(-1)))
          if (status !== 422 || !(named || isSaid))
            accepted.push(
              `${entry.name} ${member.loc.join('.')} ${what} → ${status} ${JSON.stringify(body).slice(0, 150)}`,
            )
        }
    expect(tried).toBeGreaterThan(isThorough ? 3000 : 750)
    expect(accepted).toEqual([])
  })
})
