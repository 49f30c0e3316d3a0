import { randomUUID } from 'node:crypto'
import { employeeBody } from '../../test/support/make.ts'
import type { Caller } from '../failover/load.ts'

/** The median milliseconds of a call that creates pays, and of a read of one pay. */
export type Speed = { pays: number; read: number }

export const PEOPLE = 50
const ROUNDS = 7
const WARM_UP = 2
const READS = 60

/** Pays a company's people for weeks and reads pays one by one. */
export async function measure(call: Caller): Promise<Speed> {
  const company = await expectCreated(call, '/api/company/create', {
    legal_name: 'Measured Pty Ltd',
    jurisdiction: 'AU',
    abn: '51824753556',
  })
  const companyId = (company as { id: number }).id
  const people = Array.from({ length: PEOPLE }, () => employeeBody())
  const hired = (await expectCreated(call, `/api/company/${companyId}/employees/create`, people)) as {
    employee: { id: number }
  }[]
  const pays = hired.map(({ employee }) => ({
    employee_id: employee.id,
    hours: [{ description: 'Ordinary hours', units: 'hours', value: 38 }],
  }))
  const times: number[] = []
  let payId = 0
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
    const date = new Date(Date.UTC(2026, 0, 2 + 7 * round)).toISOString().slice(0, 10)
    const startMs = performance.now()
    const made = await expectCreated(call, `/api/company/${companyId}/pays/create?pay_date=${date}`, pays)
    if (round >= WARM_UP) times.push(performance.now() - startMs)
    payId = (made as { id: number }[])[0]?.id ?? 0
  }
  const reads: number[] = []
  for (let read = 0; read < READS; read += 1) {
    const startMs = performance.now()
    const { status } = await call('GET', `/api/company/${companyId}/pays/${payId}`)
    if (status !== 200) throw new Error(`reading a pay: ${status}`)
    reads.push(performance.now() - startMs)
  }
  return { pays: median(times), read: median(reads) }
}

async function expectCreated(call: Caller, path: string, body: unknown): Promise<unknown> {
  const answer = await call('PUT', path, body, randomUUID())
  if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
