import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import type { AnyJson, TestClient } from '../support/app.ts'
import { employeeBody } from '../support/make.ts'

type Country = 'AU' | 'NZ'

/*
 * Whole employments in YAML: one employee and the calls made for it, in order. Each call gives the expected
 * answer. The files are test/golden/stories/{au,nz}/*.yaml, with `source` and `stories` at the top.
 */

/** The expected values of an answer by path: `tax: 305`, `affected_pays.0.pay_id: 1`. */
export type Wanted = Record<string, unknown>

/** One call. A step without one of the named verbs is a pay. */
export type StoryCall = {
  /** The payment date of a pay. */
  date?: string
  period_end_date?: string
  /** A plain sum for the period. */
  earnings?: number
  /** A number is paid at the employee's rate. */
  hours?: number | AnyJson[]
  /** The number of pays, one per period. Only the last one is checked. */
  repeat?: number
  /** Sent in one call with the previous pay. */
  together?: boolean
  workers_comp?: boolean
  terminate?: AnyJson
  /** The number of a pay in the story, from 1. The final pay of a termination counts. */
  delete?: number
  /** A pay by its number, with its new items. */
  rebuild?: number
  recalculate?: number[]
  dry_run?: boolean
  reinstate?: AnyJson
  /** Changes the employee's record. */
  change?: AnyJson
  /** Reads the employee. */
  employee?: true
  /** Reads a sub-resource of the employee, such as `entitlements?termination_date=2026-08-31`. */
  read?: string
  /** Requests back pay. With `pay_date` it is paid, and that pay gets the next number. */
  back_pay?: AnyJson
  /** The expected status. 200, 201 or 204 when omitted. */
  status?: number
  expect?: Wanted
  /** Amounts of the pay's explanation by step name; the last step of that name. */
  steps?: Record<string, number>
  /** The due date of the pay's super, from its explanation. */
  due?: string
  /** Texts that a warning of the answer must contain. */
  warns?: string[]
} & Record<string, unknown>

export type Story = {
  name: string
  /** The source of the rule and the figures. The file's source when omitted. */
  source: string
  /** How the expected figures were calculated. */
  working: string
  employee?: Record<string, unknown>
  company?: Record<string, unknown>
  /** Items that are added to pays automatically. */
  standing?: Record<string, object[]>
  calls: StoryCall[]
}

export type StoryFile = {
  file: string
  subject: string
  source: string
  /** Set when the stories follow one pattern and were not calculated one by one. */
  pattern?: string
  stories: Story[]
}

export function readStories(country: Country): StoryFile[] {
  const folder = join(import.meta.dirname, 'stories', country.toLowerCase())
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.endsWith('.yaml'))
    .sort()
    .map((file) => {
      const read = parse(readFileSync(join(folder, file), 'utf8')) as Omit<StoryFile, 'file'>
      return {
        ...read,
        file,
        stories: read.stories.map((story) => ({ ...story, source: story.source ?? read.source })),
      }
    })
}

/** A call with several pays has one entry for each of them. */
export type Answered = { call: StoryCall; status: number; body: AnyJson; payId: number | null }

/** Creates the employee and runs the calls. Returns the answers in order. */
export async function playStory(
  client: TestClient,
  companyId: number,
  country: Country,
  story: Story,
): Promise<Answered[]> {
  const [employee] = await sent(
    story,
    client.put(`/api/company/${companyId}/employees/create`, [
      employeeBody({ country, pay_rate_per_hour: '40.00', pay_period: 'WEEKLY', ...story.employee }),
    ]),
  )
  const { id } = employee.employee
  for (const [kind, items] of Object.entries(story.standing ?? {}))
    for (const item of items)
      await sent(story, client.post(`/api/employees/${id}/${kind}`, { auto_apply_to_pay: true, ...item }))
  const answers: Answered[] = []
  const pays: number[] = []
  for (const group of callsOf(
    story.calls.flatMap((call) => repeated(call, String(story.employee?.pay_period ?? 'WEEKLY'))),
  )) {
    const made = await play(client, companyId, id, group, pays)
    for (const { payId } of made) if (payId !== null) pays.push(payId)
    answers.push(...made)
  }
  return answers
}

/** Repeats a call as often as it says, one period after the other. Month ends stay month ends. */
export function repeated(call: StoryCall, payPeriod: string): StoryCall[] {
  const { repeat = 1, expect: _, steps: __, warns: ___, due: ____, ...plain } = call
  if (repeat <= 1 || !call.date) return [call]
  return Array.from({ length: repeat }, (_each, index) => ({
    ...(index === repeat - 1 ? call : plain),
    date: dateAfter(call.date as string, payPeriod, index),
  }))
}

function dateAfter(first: string, payPeriod: string, periods: number): string {
  const day = new Date(`${first}T00:00:00Z`)
  if (payPeriod === 'MONTHLY') day.setUTCMonth(day.getUTCMonth() + periods + 1, 0)
  else day.setUTCDate(day.getUTCDate() + periods * (DAYS[payPeriod] ?? 7))
  return day.toISOString().slice(0, 10)
}

const DAYS: Readonly<Record<string, number>> = { WEEKLY: 7, FORTNIGHTLY: 14, FOUR_WEEKLY: 28 }

async function sent(story: Story, call: Promise<{ status: number; body: AnyJson }>): Promise<AnyJson> {
  const { status, body } = await call
  if (status !== 201) throw new Error(`${story.name}: ${status} ${JSON.stringify(body)}`)
  return body
}

export function callsOf(calls: readonly StoryCall[]): StoryCall[][] {
  const groups: StoryCall[][] = []
  for (const call of calls) {
    if (call.together) groups.at(-1)?.push(call)
    else groups.push([call])
  }
  return groups
}

async function play(
  client: TestClient,
  companyId: number,
  employeeId: number,
  group: readonly StoryCall[],
  pays: readonly number[],
): Promise<Answered[]> {
  const [call] = group as [StoryCall]
  const company = `/api/company/${companyId}`
  const idOf = (place: number) => pays[place - 1] ?? 0
  const one = ({ status, body }: { status: number; body: AnyJson }, payId: number | null = null) => [
    { call, status, body, payId },
  ]
  if (call.terminate) {
    const answer = await client.post(`/api/employees/${employeeId}/terminate`, call.terminate)
    return one(answer, answer.body.pay_id ?? null)
  }
  if (call.delete) return one(await client.delete(`${company}/pays/${idOf(call.delete)}`))
  if (call.rebuild) {
    const dry = call.dry_run ? '?dry_run=true' : ''
    const path = `${company}/pays/${idOf(call.rebuild)}${dry}`
    return one(await client.put(path, requestOf(call, employeeId)))
  }
  if (call.recalculate) {
    const body = { pay_ids: call.recalculate.map(idOf), dry_run: call.dry_run ?? false }
    return one(await client.post(`${company}/pays/recalculate`, body))
  }
  if (call.reinstate) return one(await client.post(`/api/employees/${employeeId}/reinstate`, call.reinstate))
  if (call.change)
    return one(await client.patch(`${company}/employees/update`, [{ id: employeeId, ...call.change }]))
  if (call.employee) return one(await client.get(`/api/employees/${employeeId}`))
  if (call.read) return one(await client.get(`/api/employees/${employeeId}/${call.read}`))
  if (call.back_pay) {
    const answer = await client.post(`/api/employees/${employeeId}/back-pay`, call.back_pay)
    return one(answer, answer.body.pay_id ?? null)
  }
  return createPays(client, company, employeeId, group)
}

async function createPays(
  client: TestClient,
  company: string,
  employeeId: number,
  group: readonly StoryCall[],
): Promise<Answered[]> {
  const [{ date, period_end_date, workers_comp, dry_run }] = group as [StoryCall]
  const query = new URLSearchParams({
    pay_date: date ?? '',
    ...(period_end_date ? { period_end_date } : {}),
    ...(dry_run ? { dry_run: 'true' } : {}),
  })
  const path = `${company}/${workers_comp ? 'workers-comp-pays' : 'pays'}/create?${query}`
  const { status, body } = await client.put(
    path,
    group.map((pay) => requestOf(pay, employeeId)),
  )
  return group.map((call, index) => ({
    call,
    status,
    body: Array.isArray(body) ? body[index] : body,
    payId: status === 201 ? body[index].id : null,
  }))
}

const WORDS = new Set([
  'date',
  'repeat',
  'period_end_date',
  'earnings',
  'hours',
  'together',
  'workers_comp',
  'rebuild',
  'dry_run',
  'status',
  'expect',
  'steps',
  'due',
  'warns',
])

export function requestOf(call: StoryCall, employeeId: number): AnyJson {
  const { earnings, hours } = call
  const rows: AnyJson[] = []
  if (earnings !== undefined)
    rows.push({ description: 'Pay of the period', units: 'period', value: 1, rate: earnings })
  if (typeof hours === 'number') rows.push({ description: 'Ordinary hours', units: 'hours', value: hours })
  const items = Object.fromEntries(Object.entries(call).filter(([name]) => !WORDS.has(name)))
  return { employee_id: employeeId, hours: Array.isArray(hours) ? hours : rows, ...items }
}

/** The values of the answer at each path that the call names. Lists are read by `leave_type` or by index. */
export function shownFor(wanted: Wanted, body: AnyJson): Wanted {
  return Object.fromEntries(Object.keys(wanted).map((path) => [path, memberOf(body, path)]))
}

function memberOf(body: AnyJson, path: string): unknown {
  return path.split('.').reduce((node: AnyJson, name) => {
    if (name === 'length') return node?.length
    if (!Array.isArray(node) || /^\d+$/.test(name)) return node?.[name]
    return node.find((each: AnyJson) => each.leave_type === name)
  }, body)
}
