import { Worker } from 'node:worker_threads'
import { request } from 'undici'
import { readArguments } from '../../scripts/read-arguments.mjs'
import { addUpChangedPaydays } from '../../src/features/lodgements/obligations/index.ts'
import { PERSON } from '../person.ts'
import { startBenchService } from '../service.ts'
import { multiplyCompanies } from './companies.ts'

/*
 * `npm run bench:bureau [companies] [people] [callers]`: one account with thousands of companies, read by many payroll officers
 * at once.
 */

const { words } = readArguments({
  usage: 'npm run bench:bureau -- [companies] [people] [callers]',
  words: ['[companies]', '[people]', '[callers]'],
})
const [companies = 2000, people = 30, callers = 40] = words.map(Number)

type Measured = { visits: { ms: number; bytes: number }[]; probes: number[] }

const tasman = await startBenchService({ CLOCK: '2026-07-01T00:00:00', STATEMENT_TIMEOUT_MS: '600000' })
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

const company = { legal_name: 'Bureau Pty Ltd', jurisdiction: 'AU', abn: '51824753556' }
const { id } = await write('/api/company/create', company)
const [made] = await write(`/api/company/${id}/employees/create`, [PERSON])
await write(`/api/company/${id}/pays/create?pay_date=2026-06-26`, [
  { employee_id: made.employee.id, hours: [{ description: 'Ordinary', units: 'hours', value: 38 }] },
])
const start = performance.now()
await multiplyCompanies(tasman.service.database.pool, id, { companies, people })
console.log(`${companies} companies of ${people} people: ${Math.round((performance.now() - start) / 1000)} s`)

function measure(name: string, paths: string[], at: number): Promise<void> {
  const probe = { token: other, path: '/api/employment-types' }
  const workerData = { url: tasman.url, token, callers: at, paths, probe }
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
        `${name}, ${at} at once: p50 ${ms(visits, 0.5)}, p99 ${ms(visits, 0.99)}, ${Math.round((visits[0]?.bytes ?? 0) / 1000)} kB; ` +
          `others p50 ${quantile(probes, 0.5)} ms, p99 ${quantile(probes, 0.99)} ms; memory ${Math.round(largest / 1e6)} MB`,
      )
      resolve()
    })
  })
}

const quantile = (values: number[], share: number) =>
  Math.round(values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? 0)
const ms = (visits: Measured['visits'], share: number) =>
  `${quantile(
    visits.map((visit) => visit.ms),
    share,
  )} ms`

const LIGHT = ['/api/companies?limit=50', `/api/company/${id}`, `/api/company/${id}/obligations`]
try {
  // Does the same as the job that the service runs every ten minutes.
  await addUpChangedPaydays(tasman.service)
  await measure('first screen', LIGHT, callers)
  for (let round = 0; round < 5; round += 1) await measure('GET /api/work', ['/api/work?limit=100'], 1)
  await measure('GET /api/work', ['/api/work?limit=100'], 10)
  await measure('GET /api/company', ['/api/company'], 1)
  await measure('GET /api/company', ['/api/company'], callers)
} finally {
  await tasman.close()
}
