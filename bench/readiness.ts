import type { Bench } from './bench.ts'
import { PERSON } from './person.ts'
import { type BenchService, startBenchService } from './service.ts'

/* The readiness check of a pay run with a thousand employees who can all be paid. */

const PEOPLE = 1000
const COMPANY = {
  legal_name: 'Wattle Foods Pty Ltd',
  jurisdiction: 'AU',
  abn: '51824753556',
  address1: '1 Rocks Lane',
  city: 'Sydney',
  state: 'NSW',
  country: 'AU',
  postcode: '2000',
  phone: '+61 2 5550 1234',
  email_address: 'pay@wattle.example',
  contact_name: 'Kim Payroll',
  bank_bsb: '062-000',
  bank_account_number: '12345678',
  bank_account_name: 'Wattle',
  bank_name_code: 'CBA',
  direct_entry_user_id: '301500',
}

let bench: BenchService
let path = ''
let headers: Record<string, string> = {}

async function send(method: string, where: string, body: unknown): Promise<Record<string, unknown>> {
  const answer = await fetch(bench.url + where, { method, headers, body: JSON.stringify(body) })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${where}: ${answer.status} ${text.slice(0, 300)}`)
  return JSON.parse(text)
}

async function start(): Promise<void> {
  bench = await startBenchService()
  headers = {
    authorization: `Bearer ${await bench.tokenFor('owner')}`,
    'content-type': 'application/json',
  }
  const company = await send('PUT', '/api/company/create', COMPANY)
  const people = Array.from({ length: PEOPLE }, (_, index) => ({
    ...PERSON,
    first_name: `Person${String.fromCharCode(97 + (index % 26))}`,
    email_address: `person${index}@example.com`,
    primary_bank_bsb: '062-000',
    primary_bank_account_number: String(10_000_000 + index),
    primary_bank_account_name: 'Person',
    default_employee_fund_usi: '60905115063001',
    default_employee_fund_member_number: `A${index}`,
  }))
  await send('PUT', `/api/company/${company.id}/employees/create`, people)
  const run = await send('POST', `/api/company/${company.id}/pay-runs`, {
    pay_period: 'WEEKLY',
    pay_date: '2026-07-12',
  })
  path = `/api/company/${company.id}/pay-runs/${run.pay_run_id}/readiness`
}

async function check(): Promise<{ ms: number; bytes: number }> {
  const from = performance.now()
  const answer = await fetch(bench.url + path, { headers })
  const { byteLength } = await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`readiness: ${answer.status}`)
  return { ms: performance.now() - from, bytes: byteLength }
}

export const benches: Bench[] = [
  {
    name: `Check of a run of ${PEOPLE.toLocaleString('en')} before it is processed`,
    target: { atMost: 700 },
    async setup() {
      await start()
      await check()
    },
    async run() {
      const { ms, bytes } = await check()
      return { ours: ms, unit: 'ms', note: `${Math.round(bytes / 1000)} kB` }
    },
    teardown: () => bench.close(),
  },
]
