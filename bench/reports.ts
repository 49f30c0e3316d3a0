import { request } from 'undici'
import type { Bench } from './bench.ts'
import { PERSON } from './person.ts'
import { processorSeconds } from './processor.ts'
import { multiplyHistory } from './reports/history.ts'
import { type BenchService, startBenchService } from './service.ts'

const LAST_PAY_DATE = '2026-06-26'

let tasman: BenchService
let token: string
let companyId: number

const call = async (method: 'GET' | 'PUT', path: string, body?: unknown) => {
  const response = await request(`${tasman.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (response.statusCode >= 300)
    throw new Error(`${path}: ${response.statusCode} ${await response.body.text()}`)
  return response.body
}

/** A company with a number of people, each paid every week. */
const withHistory = (people: number, weeks: number) => async () => {
  tasman = await startBenchService({ CLOCK: '2026-07-01T00:00:00', STATEMENT_TIMEOUT_MS: '600000' })
  token = await tasman.tokenFor('owner')
  const company = { legal_name: 'Long History Pty Ltd', jurisdiction: 'AU', abn: '51824753556' }
  companyId = JSON.parse(await (await call('PUT', '/api/company/create', company)).text()).id
  const person = { ...PERSON, start_date: '2023-07-01' }
  const made = JSON.parse(
    await (await call('PUT', `/api/company/${companyId}/employees/create`, [person])).text(),
  )
  await call('PUT', `/api/company/${companyId}/pays/create?pay_date=2024-06-14`, [
    {
      employee_id: made[0].employee.id,
      hours: [
        { description: 'Ordinary', units: 'hours', value: 30 },
        { description: 'Overtime', units: 'hours', value: 3, multiplier: 1.5, is_overtime: true },
      ],
      leave: [{ description: 'Holiday', leave_type: 'HOLIDAY', date: '2024-06-10', hours: 7.6 }],
      allowances: [{ description: 'Tools', amount: 18, allowance_category: 'TD' }],
      deductions: [{ description: 'Meals', amount: 20, classification: 'NORMAL' }],
    },
  ])
  await multiplyHistory(tasman.service.database.pool, companyId, {
    people,
    weeks,
    lastPayDate: LAST_PAY_DATE,
  })
}

const teardown = () => tasman.close()

/** Times a download: seconds to the last byte, processor seconds, number of lines, and memory growth of the process. */
async function timed(path: string) {
  const before = process.memoryUsage().rss
  let largest = before
  let lines = 0
  const worked = processorSeconds() ?? 0
  const start = performance.now()
  for await (const chunk of await call('GET', path)) {
    for (const byte of chunk as Buffer) if (byte === 10) lines += 1
    largest = Math.max(largest, process.memoryUsage().rss)
  }
  return {
    seconds: (performance.now() - start) / 1000,
    worked: (processorSeconds() ?? 0) - worked,
    lines,
    grownMb: (largest - before) / 1e6,
  }
}

export const benches: Bench[] = [
  {
    name: 'A year of 1,000 people (52,000 pays) as CSV',
    target: { atMost: 5 },
    rounds: 3,
    setup: withHistory(1000, 52),
    teardown,
    async run() {
      const path = `/api/company/${companyId}/reports/pay-run-detail?from_date=2025-07-01&format=csv`
      const { seconds, worked, lines, grownMb } = await timed(path)
      return {
        ours: seconds,
        unit: 's',
        note: `${lines - 1} rows; ${worked.toFixed(1)} s of processor time; the process grew by ${grownMb.toFixed(0)} MB`,
      }
    },
  },
  {
    name: 'Obligations with two years of 500 people',
    target: { atMost: 100 },
    rounds: 5,
    setup: async () => {
      await withHistory(500, 104)()
      await timed(`/api/company/${companyId}/obligations`)
    },
    teardown,
    async run() {
      const { seconds, worked } = await timed(`/api/company/${companyId}/obligations`)
      return {
        ours: seconds * 1000,
        unit: 'ms',
        note: `${(worked * 1000).toFixed(0)} ms of processor time; after the first read of an upgraded database`,
      }
    },
  },
]
