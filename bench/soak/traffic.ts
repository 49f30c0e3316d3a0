import { Agent, request } from 'undici'
import { addDays, civilDate } from '../../src/kernel/values/dates.ts'
import { type Employer, nextRenewalMs } from './customers.ts'

export type Call = (
  token: string,
  method: 'GET' | 'PUT' | 'PATCH' | 'POST',
  path: string,
  body?: unknown,
) => Promise<{ status: number; text: string }>

/** The kind of a call, its duration, and the failure if there was one. */
export type Sample = { kind: string; atMs: number; tookMs: number; failure: string | null }

const FIRST_PAY_DATE = civilDate('2025-10-02')
const WEEKS = 52
const FORM = 'application/x-www-form-urlencoded'

export function createCall(baseUrl: string): Call {
  const agent = new Agent({ connections: 64, pipelining: 1 })
  return async (token, method, path, body) => {
    const isForm = body instanceof URLSearchParams
    const answer = await request(`${baseUrl}${path}`, {
      method,
      dispatcher: agent,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': isForm ? FORM : 'application/json' }),
      },
      body: body === undefined ? null : isForm ? body.toString() : JSON.stringify(body),
    })
    return { status: answer.statusCode, text: await answer.body.text() }
  }
}

type Act = (call: Call, employer: Employer) => ReturnType<Call>
const anyOf = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T

const week = (employer: Employer) =>
  employer.employeeIds.map((employee_id) => ({
    employee_id,
    hours: [
      { description: 'Ordinary hours', units: 'hours', value: 38 },
      { description: 'Saturday', units: 'hours', value: 2 },
    ],
  }))

const payDate = (employer: Employer) => addDays(FIRST_PAY_DATE, 7 * (employer.week % WEEKS))

/** The traffic mix by kind of call: its share in an ordinary hour and on a payday. */
const ACTS: Record<string, { usual: number; payday: number; act: Act }> = {
  'GET company': {
    usual: 20,
    payday: 8,
    act: (call, { token, companyId }) => call(token, 'GET', `/api/company/${companyId}`),
  },
  'GET employees': {
    usual: 20,
    payday: 12,
    act: (call, { token, companyId }) => call(token, 'GET', `/api/company/${companyId}/employees`),
  },
  'GET employee': {
    usual: 25,
    payday: 10,
    act: (call, { token, employeeIds }) => call(token, 'GET', `/api/employees/${anyOf(employeeIds)}`),
  },
  'GET obligations': {
    usual: 4,
    payday: 4,
    act: (call, { token, companyId }) => call(token, 'GET', `/api/company/${companyId}/obligations`),
  },
  'PATCH employee': {
    usual: 6,
    payday: 2,
    act: (call, { token, companyId, employeeIds }) =>
      call(token, 'PATCH', `/api/company/${companyId}/employees/update`, [
        { id: anyOf(employeeIds), position: `Cook ${Math.floor(Math.random() * 1000)}` },
      ]),
  },
  'dry run of a pay run': {
    usual: 10,
    payday: 24,
    act: (call, employer) =>
      call(
        employer.token,
        'PUT',
        `/api/company/${employer.companyId}/pays/create?dry_run=true&pay_date=${payDate(employer)}`,
        week(employer),
      ),
  },
  'pay run': {
    usual: 15,
    payday: 40,
    act: (call, employer) => {
      const path = `/api/company/${employer.companyId}/pays/create?pay_date=${payDate(employer)}`
      employer.week += 1
      return call(employer.token, 'PUT', path, week(employer))
    },
  },
}

/** Exchanges the refresh token for a new pair. Calls under way keep the old access token until it expires. */
const RENEWAL = 'POST token'
const renew: Act = async (call, employer) => {
  employer.renewAtMs = nextRenewalMs()
  const form = new URLSearchParams({
    grant_type: 'refresh_token',
    refresh_token: employer.refreshToken,
    client_id: 'demo-client',
    client_secret: 'demo-secret',
  })
  const answer = await call(employer.token, 'POST', '/api/oauth/token', form)
  if (answer.status !== 200) return answer
  const { access_token, refresh_token } = JSON.parse(answer.text)
  employer.token = access_token
  employer.refreshToken = refresh_token
  return answer
}

function choose(isPayday: boolean): [string, Act] {
  const weights = Object.values(ACTS).map(({ usual, payday }) => (isPayday ? payday : usual))
  let left = Math.random() * weights.reduce((a, b) => a + b, 0)
  for (const [kind, { usual, payday, act }] of Object.entries(ACTS)) {
    left -= isPayday ? payday : usual
    if (left <= 0) return [kind, act]
  }
  throw new Error('no act was chosen')
}

/** Makes one random call for a random employer and records the result. */
export async function actOnce(
  call: Call,
  employers: readonly Employer[],
  isPayday: boolean,
  samples: Sample[],
): Promise<void> {
  const atMs = performance.now()
  const employer = anyOf(employers)
  const [kind, act] = employer.renewAtMs < atMs ? ([RENEWAL, renew] as const) : choose(isPayday)
  let failure: string | null = null
  try {
    const { status, text } = await act(call, employer)
    if (status >= 400) failure = `${status} ${text.slice(0, 200)}`
  } catch (error) {
    failure = String(error)
  }
  samples.push({ kind, atMs, tookMs: performance.now() - atMs, failure })
}
