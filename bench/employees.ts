import { request } from 'undici'
import { FIELD_NAMES } from '../src/features/employees/employees/fields.ts'
import type { Bench } from './bench.ts'
import { type BenchService, startBenchService } from './service.ts'

const CREATED = 1000
const LISTED = 10_000
const LISTED_AT_ONCE = 2500

let tasman: BenchService
let token: string
let companyId: number
let round = 0

const send = async (method: 'GET' | 'PUT', path: string, body?: unknown): Promise<string> => {
  const response = await request(`${tasman.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.body.text()
  if (response.statusCode >= 300)
    throw new Error(`${path} answered ${response.statusCode}: ${text.slice(0, 300)}`)
  return text
}

/** An employee with the fields that people usually fill in, and a unique number. */
const employee = (index: number) => ({
  first_name: `First${index % 97}`,
  middle_name: 'Jo',
  last_name: `Last${index}`,
  date_of_birth: '1991-05-17',
  number: `B${round}-${index}`,
  address1: `${index} Harbour Street`,
  city: 'Sydney',
  state: 'NSW',
  country: 'AU',
  postcode: '2000',
  email_address: `worker${index}@example.com`,
  phone_mobile: '0400 000 000',
  start_date: '2025-07-01',
  employment_status: 'Full-time',
  position: 'Barista',
  tax_file_number: '123456782',
  is_foreign_resident: false,
  has_claimed_tax_free_threshold: true,
  has_stsl_liability: false,
  is_closely_held: false,
  pay_rate_per_hour: '38.50',
  default_employee_fund_usi: 'STA0100AU',
  default_employee_fund_member_number: `M${index}`,
  primary_bank_bsb: '062-000',
  primary_bank_account_number: '12345678',
  primary_bank_account_name: 'Worker',
})

const employees = (count: number) => {
  round += 1
  return Array.from({ length: count }, (_, index) => employee(index))
}

async function setup(): Promise<void> {
  tasman = await startBenchService()
  token = await tasman.tokenFor('owner')
  companyId = JSON.parse(await send('PUT', '/api/company/create', { legal_name: 'Bench Pty Ltd' })).id
}
const create = (items: object[]) => send('PUT', `/api/company/${companyId}/employees/create`, items)
const perSecond = (rows: number, start: number) => (rows * 1000) / (performance.now() - start)

/** Creates a batch through the service and returns its stored rows. The caller gives them new employee numbers. */
async function storedRows(count: number): Promise<object[]> {
  await create(employees(count))
  const { rows } = await tasman.service.database.pool.query(
    'select to_json(e) as row from (select * from employees order by id desc limit $1) e',
    [count],
  )
  return rows.map(({ row }) => row)
}

/** The baseline: inserts the same rows into the same table in one statement and returns them as JSON. */
async function insertBare(rows: object[]): Promise<void> {
  const columns = ['company_id', 'customer_id', ...FIELD_NAMES, 'created_at', 'updated_at'].map(
    (name) => `"${name}"`,
  )
  const { rows: stored } = await tasman.service.database.pool.query(
    `insert into employees (${columns}) select ${columns} from json_populate_recordset(null::employees, $1::json) returning *`,
    [JSON.stringify(rows)],
  )
  JSON.stringify(stored)
}

/** Bulk employee calls through the whole service, compared with the same SQL through pg and JSON.stringify. */
export const benches: Bench[] = [
  {
    name: `create ${CREATED} employees in one call`,
    target: { ratio: 0.5 },
    async setup() {
      await setup()
      for (let i = 0; i < 3; i++) await create(employees(CREATED))
    },
    async run() {
      const items = employees(CREATED)
      const start = performance.now()
      await create(items)
      const ours = perSecond(CREATED, start)
      const rows = (await storedRows(CREATED)).map((row, index) => ({
        ...row,
        number: `bare${round}-${index}`,
      }))
      const bareStart = performance.now()
      await insertBare(rows)
      return { ours, bare: perSecond(CREATED, bareStart), unit: 'rows/s' }
    },
    teardown: () => tasman.close(),
  },
  {
    name: `list ${LISTED.toLocaleString('en')} employees`,
    target: { ratio: 0.5 },
    reason: '0.48 to 0.56 on one day: the bare rows are not decrypted, named or sent',
    async setup() {
      await setup()
      for (let i = 0; i < LISTED; i += LISTED_AT_ONCE) await create(employees(LISTED_AT_ONCE))
      await tasman.service.database.pool.query('analyze employees')
      await list()
    },
    async run() {
      const start = performance.now()
      const bytes = await list()
      const ours = perSecond(LISTED, start)
      const bareStart = performance.now()
      const { rows } = await tasman.service.database.pool.query(
        'select * from employees where company_id = $1 and not is_deleted order by lower(last_name), lower(first_name), id',
        [companyId],
      )
      JSON.stringify(rows)
      const bare = perSecond(LISTED, bareStart)
      return { ours, bare, unit: 'rows/s', note: `${Math.round(bytes / 1e6)} MB of JSON over HTTP` }
    },
    teardown: () => tasman.close(),
  },
]

/** Reads the whole list over HTTP, like a client without a cache. */
async function list(): Promise<number> {
  const response = await request(`${tasman.url}/api/company/${companyId}/employees`, {
    headers: { authorization: `Bearer ${token}` },
  })
  let bytes = 0
  for await (const piece of response.body) bytes += (piece as Buffer).length
  return bytes
}
