import { Worker } from 'node:worker_threads'
import { request } from 'undici'
import { readArguments } from '../../scripts/read-arguments.mjs'
import { DEMO_PASSWORD } from '../../src/demo/people.ts'
import { addUpChangedPaydays } from '../../src/features/lodgements/obligations/index.ts'
import { PERSON } from '../person.ts'
import { startBenchService } from '../service.ts'
import { multiplyCompanies } from './companies.ts'

/*
 * `npm run bench:bureau [companies] [people] [callers]`: one account with thousands of companies, read by many payroll officers
 * at once.
 */

const { words, values } = readArguments({
  usage: 'npm run bench:bureau -- [--folder <folder>] [companies] [people] [callers]',
  options: { folder: { type: 'string', value: '<folder>' } },
  words: ['[companies]', '[people]', '[callers]'],
})
const [companies = 2000, people = 30, callers = 40] = words.map(Number)

const tasman = await startBenchService(
  { CLOCK: '2026-07-01T00:00:00', STATEMENT_TIMEOUT_MS: '600000' },
  values.folder,
)
const token = await tasman.tokenFor('owner')
const other = await tasman.tokenFor('other')

async function write(path: string, body: unknown) {
  const response = await request(`${tasman.url}${path}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await response.body.text()
  if (response.statusCode >= 300) throw new Error(`${path}: ${response.statusCode} ${text}`)
  return JSON.parse(text)
}

const BUREAU = 'Bureau Pty Ltd'

async function makeBureau(): Promise<number> {
  const company = { legal_name: BUREAU, jurisdiction: 'AU', abn: '51824753556' }
  const { id } = await write('/api/company/create', company)
  const [made] = await write(`/api/company/${id}/employees/create`, [PERSON])
  await write(`/api/company/${id}/pays/create?pay_date=2026-06-26`, [
    { employee_id: made.employee.id, hours: [{ description: 'Ordinary', units: 'hours', value: 38 }] },
  ])
  const start = performance.now()
  await multiplyCompanies(tasman.service.database.pool, id, { companies, people })
  console.log(
    `${companies} companies of ${people} people: ${Math.round((performance.now() - start) / 1000)} s`,
  )
  return id
}

const kept = await tasman.service.database.query
  .selectFrom('companies')
  .select('id')
  .where('legal_name', '=', BUREAU)
  .executeTakeFirst()
const id = kept?.id ?? (await makeBureau())

type Part = { path: string; ms: number }
type Measured = { visits: { ms: number; bytes: number; parts: Part[] }[]; probes: number[] }
type Asked = { groups: string[][]; people?: { emails: string[]; password: string } }

function measure(name: string, asked: Asked, at: number): Promise<void> {
  const probe = { token: other, path: '/api/employment-types' }
  const workerData = { url: tasman.url, token, callers: at, probe, ...asked }
  const worker = new Worker(new URL('./callers.ts', import.meta.url), { workerData })
  let largest = 0
  const timer = setInterval(() => {
    largest = Math.max(largest, process.memoryUsage().rss)
  }, 50)
  return new Promise((resolve, reject) => {
    worker.once('error', reject)
    worker.once('message', ({ visits, probes }: Measured) => {
      clearInterval(timer)
      console.log(
        `${name}, ${at} at once: ${spread(visits.map((visit) => visit.ms))}, ${Math.round((visits[0]?.bytes ?? 0) / 1000)} kB; ` +
          `others ${spread(probes)}; memory ${Math.round(largest / 1e6)} MB`,
      )
      const parts = Map.groupBy(
        visits.flatMap((visit) => visit.parts),
        ({ path }) => path,
      )
      if (parts.size > 1)
        for (const [path, own] of parts) console.log(`    ${spread(own.map(({ ms }) => ms))}  ${path}`)
      resolve()
    })
  })
}

const quantile = (values: number[], share: number) =>
  Math.round(values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? 0)
const spread = (values: number[]) =>
  `p50 ${quantile(values, 0.5)} ms, p95 ${quantile(values, 0.95)} ms, p99 ${quantile(values, 0.99)} ms`

/** Adds people who work for the account, with the password of the demo people. */
async function hireOfficers(count: number): Promise<string[]> {
  const emails = Array.from({ length: count }, (_, place) => `officer${place + 1}@bureau.example`)
  await tasman.service.database.pool.query(
    `insert into users (customer_id, email, name, role, password_hash, created_at)
     select customer_id, officer.email, 'Officer', 'member', password_hash, created_at
     from users owner, unnest($1::text[]) as officer (email)
     where owner.email = 'owner@demo.example' and not exists (select from users known where known.email = officer.email)`,
    [emails],
  )
  // Sign-in attempts counted in an interrupted run would make these people wait.
  await tasman.service.database.pool.query('delete from sign_in_tries')
  return emails
}

/** The reads of the web app: first those for the frame of the screen, then those that fill it. */
const FRAME = [`/api/company/${id}`]
const HOME = [
  `/api/company/${id}/requests?state=open`,
  '/api/meta/law',
  `/api/company/${id}/pay-runs?from_date=2025-06-30`,
  `/api/company/${id}/leave-calendar?from_date=2026-07-01&to_date=2026-07-14`,
  `/api/company/${id}/upcoming-pay-runs`,
  `/api/approvals?state=waiting&company_id=${id}`,
  '/api/mentions',
  `/api/company/${id}/happenings?limit=50`,
  `/api/company/${id}/obligations?to_date=2026-07-29`,
]
const WORK = { groups: [['/api/work?limit=100']] }
const EVERY = { groups: [['/api/company']] }
try {
  // Does the same as the job that the service runs every ten minutes.
  await addUpChangedPaydays(tasman.service)
  const people = { emails: await hireOfficers(callers), password: DEMO_PASSWORD }
  await measure('warm up', { groups: [FRAME, HOME] }, 2)
  await measure('first screen of people who are signed in', { groups: [FRAME, HOME] }, callers)
  await measure('sign-in and first screen', { groups: [['/own/session'], FRAME, HOME], people }, callers)
  await measure('a page of the company picker', { groups: [['/api/companies?limit=50']] }, callers)
  for (let round = 0; round < 5; round += 1) await measure('GET /api/work', WORK, 1)
  await measure('GET /api/work', WORK, 10)
  await measure('GET /api/work', WORK, callers)
  await measure('GET /api/company', EVERY, 1)
  await measure('GET /api/company', EVERY, callers)
} finally {
  await tasman.close()
}
