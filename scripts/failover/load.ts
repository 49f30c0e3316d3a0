import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { addDays, civilDate } from '../../src/kernel/values/dates.ts'
import { employeeBody } from '../../test/support/make.ts'

const TRY_AGAIN_MS = 100
const FIRST_PAY_DATE = civilDate('2025-10-03')

/** The acknowledged writes: pay calls by department, and employees by number. */
export type Acknowledged = { departments: Set<string>; numbers: Set<string>; times: number[] }

type Answer = { status: number; body: unknown }

/** A client that retries a call until it gets an answer, as our clients should. */
export function createCaller(baseUrl: string, token: string) {
  const once = async (
    method: string,
    path: string,
    body: unknown,
    key?: string,
  ): Promise<Answer | undefined> => {
    try {
      const response = await fetch(`${baseUrl}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          ...(key ? { 'idempotency-key': key } : {}),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(30_000),
      })
      return { status: response.status, body: await response.json().catch(() => null) }
    } catch {
      return undefined
    }
  }
  return async (method: string, path: string, body?: unknown, key?: string): Promise<Answer> => {
    for (;;) {
      const answer = await once(method, path, body, key)
      if (answer && answer.status >= 500 && answer.status !== 503)
        throw new Error(`${path}: ${answer.status}`)
      // 409 with a key: the same work is still running on a connection that has not been closed yet.
      if (answer && answer.status !== 503 && !(key && answer.status === 409)) return answer
      await sleep(TRY_AGAIN_MS)
    }
  }
}

export type Caller = ReturnType<typeof createCaller>

/** Hires and pays employees until stopped, and records the acknowledged writes. */
export async function writeUntil(
  call: Caller,
  companyId: number,
  employeeIds: readonly number[],
  acknowledged: Acknowledged,
  isOver: () => boolean,
): Promise<void> {
  while (!isOver()) {
    const key = randomUUID().replaceAll('-', '')
    const pays = employeeIds.map((employee_id) => ({
      employee_id,
      pay_department: key,
      hours: [{ description: 'Ordinary hours', units: 'hours', value: 38 }],
    }))
    // Spread over a year, so no week of one employee grows without limit.
    const payDate = addDays(FIRST_PAY_DATE, 7 * (acknowledged.times.length % 52))
    const paid = await call('PUT', `/api/company/${companyId}/pays/create?pay_date=${payDate}`, pays, key)
    if (paid.status !== 201 && paid.status !== 200)
      throw new Error(`pays/create: ${paid.status} ${JSON.stringify(paid.body)}`)
    acknowledged.departments.add(key)
    const number = key.slice(0, 8)
    const hired = await call('PUT', `/api/company/${companyId}/employees/create`, [employeeBody({ number })])
    // When the first attempt succeeded, the retry finds the number already in use.
    if (hired.status !== 201 && hired.status !== 207) throw new Error(`employees/create: ${hired.status}`)
    acknowledged.numbers.add(number)
    acknowledged.times.push(performance.now())
  }
}
