import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { employeeBody } from '../support/make.ts'
import type { ServiceProcess } from '../support/service-process.ts'

const EMPLOYEES = 5

/** An answer of the service, or status 0 when the connection was cut. */
export type ChaosAnswer = { status: number; body: string; retryAfter: string | null; ms: number }

/** Every request made under chaos, and its outcome. */
export type Load = {
  /** The number of responses for each status. */
  statuses: Map<number, number>
  /** Responses that must never occur, in words. */
  wrong: Set<string>
  slowestMs: number
  stop(): Promise<void>
  /**
   * Reads everything back: every acknowledged write is stored, and repeated writes with one key are stored
   * once.
   */
  expectNothingLost(): Promise<{ companies: number; pays: number }>
}

type Shop = { companyId: number; employeeIds: number[] }

export async function ask(
  service: Pick<ServiceProcess, 'baseUrl'>,
  token: string,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<ChaosAnswer> {
  const started = performance.now()
  const answer = await fetch(`${service.baseUrl}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch(() => undefined)
  const text = (await answer?.text().catch(() => undefined)) ?? ''
  return {
    status: answer?.status ?? 0,
    body: text,
    retryAfter: answer?.headers.get('retry-after') ?? null,
    ms: performance.now() - started,
  }
}

/** A company with employees, created before the trouble starts. */
export async function openShop(service: ServiceProcess, token: string): Promise<Shop> {
  const company = await ask(service, token, 'PUT', '/api/company/create', { legal_name: 'Chaos Pty Ltd' })
  const companyId = JSON.parse(company.body).id as number
  const people = Array.from({ length: EMPLOYEES }, () => employeeBody())
  const hired = await ask(service, token, 'PUT', `/api/company/${companyId}/employees/create`, people)
  const results = JSON.parse(hired.body) as { employee: { id: number } }[]
  return { companyId, employeeIds: results.map((result) => result.employee.id) }
}

/** Writers and readers that continue through every failure until they are stopped. */
export function startLoad(service: ServiceProcess, token: string, shop: Shop): Load {
  const statuses = new Map<number, number>()
  const wrong = new Set<string>()
  const companies: string[] = []
  const departments: string[] = []
  const sent = new Set<string>()
  const load = { slowestMs: 0 }
  let isStopped = false
  let next = 0

  const look = (what: string, answer: ChaosAnswer, isHealth = false): void => {
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
    load.slowestMs = Math.max(load.slowestMs, answer.ms)
    if (answer.status >= 200 && answer.status < 300) return
    const isRefusal =
      answer.status === 503 && (isHealth || (answer.retryAfter === '5' && 'error' in JSON.parse(answer.body)))
    if (!isRefusal) wrong.add(`${what}: ${answer.status} ${answer.body.slice(0, 200)}`)
  }
  const createCompany = async () => {
    const name = `Company ${++next} Pty Ltd`
    const answer = await ask(service, token, 'PUT', '/api/company/create', { legal_name: name })
    look('create company', answer)
    if (answer.status < 300) companies.push(name)
  }
  const pay = async () => {
    const department = `Call ${++next}`
    const body = shop.employeeIds.map((employee_id) => ({
      employee_id,
      pay_department: department,
      hours: [{ description: 'Ordinary hours', units: 'hours', value: 38 }],
    }))
    const path = `/api/company/${shop.companyId}/pays/create?pay_date=2026-10-02`
    sent.add(department)
    // A 503 leaves open whether the write was done. The same key makes a retry safe.
    for (let tries = 0; tries < 20 && !isStopped; tries += 1) {
      const answer = await ask(service, token, 'PUT', path, body, { 'idempotency-key': department })
      look('create pays', answer)
      if (answer.status < 300) return void departments.push(department)
      await sleep(20)
    }
  }
  const rename = async () => {
    const path = `/api/company/${shop.companyId}/employees/update`
    const people = shop.employeeIds.map((id) => ({ id, first_name: `Name ${++next}` }))
    look('update employees', await ask(service, token, 'PATCH', path, people))
  }
  const read = async () => {
    for (const path of [
      '/api/company',
      `/api/company/${shop.companyId}/employees`,
      `/api/company/${shop.companyId}/pays?from_date=2026-01-01&to_date=2026-01-02`,
    ])
      look(`GET ${path}`, await ask(service, token, 'GET', path))
    look('health', await ask(service, token, 'GET', '/api/health'), true)
  }
  const repeat = async (work: () => Promise<void>) => {
    while (!isStopped) {
      await work()
      await sleep(5)
    }
  }
  const loops = [createCompany, pay, pay, rename, read, read].map(repeat)

  return Object.assign(load, {
    statuses,
    wrong,
    async stop() {
      isStopped = true
      await Promise.all(loops)
    },
    async expectNothingLost() {
      const listed = JSON.parse((await ask(service, token, 'GET', '/api/company')).body)
      const names = new Set(listed.map((company: { legal_name: string }) => company.legal_name))
      expect(companies.filter((name) => !names.has(name))).toEqual([])
      const path = `/api/company/${shop.companyId}/pays?from_date=2026-10-01&to_date=2026-10-03`
      const pays = (await ask(service, token, 'GET', path)).body
      const count = (department: string) => pays.split(`"${department}"`).length - 1
      expect(departments.filter((department) => count(department) === 0)).toEqual([])
      const halves = [...sent].filter((department) => ![0, EMPLOYEES].includes(count(department)))
      expect(halves).toEqual([])
      return { companies: companies.length, pays: departments.length }
    },
  })
}
