import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import type { AnyJson, TestClient } from '../support/app.ts'
import { employeeBody } from '../support/make.ts'

type Country = 'AU' | 'NZ'

/** The figures that a pay must show: its own members, or lists and balances by their short names. */
export type Wanted = Record<string, unknown>

/** One pay of a case. `earnings` is a plain sum for the period; `hours` as a number is paid at the employee's rate. */
export type HttpPay = {
  date: string
  earnings?: number
  hours?: number | AnyJson[]
  /** Pays with the same `together` go into one call with the previous one. */
  together?: boolean
  redistribute_tax_by_gross?: boolean
  workers_comp?: boolean
  expect: Wanted
} & Record<string, unknown>

export type HttpCase = {
  name: string
  employee: Record<string, unknown>
  standing?: Record<string, object[]>
  pays: HttpPay[]
  /** The expected values of the employee at the end. */
  after?: Record<string, unknown>
  /** False when a rebuild may give different figures. The story gives the reason. */
  keeps_on_rebuild?: boolean
  isTableRow: boolean
  /** Whether its pays can be rebuilt, and deleted one by one from the last. */
  isUndoable: boolean
}

/** A table of published figures: one new employee and one pay for each cell. */
type Table = {
  name: string
  source: string
  dates: string[]
  employee?: Record<string, unknown>
  /** The differences between columns. `paid_before` is paid a week earlier. */
  people: Record<string, Record<string, unknown> & { paid_before?: number }>
  figure: string
  rows: number[][]
}

type Story = Omit<HttpCase, 'isTableRow' | 'isUndoable'> & { source: string; working?: string }

/** The cases of a country: every cell of its tables, then its stories. */
export function readHttpCases(country: Country): HttpCase[] {
  const path = join(import.meta.dirname, `pays-http-${country.toLowerCase()}.yaml`)
  const file = parse(readFileSync(path, 'utf8')) as { tables: Table[]; stories: Story[] }
  const stories = file.stories.map((story) => ({
    ...story,
    isTableRow: false,
    isUndoable: !story.pays.some((pay) => pay.together || pay.workers_comp),
  }))
  return [...file.tables.flatMap(casesOf), ...stories]
}

function casesOf(table: Table): HttpCase[] {
  const people = Object.entries(table.people)
  return table.dates.flatMap((date) =>
    table.rows.flatMap(([earnings, ...figures]) => {
      if (figures.length !== people.length) throw new Error(`${table.name}: row ${earnings} has gaps`)
      return people.map(([person, { paid_before, ...fields }], index): HttpCase => {
        const pay = { date, earnings: earnings as number, expect: { [table.figure]: figures[index] } }
        return {
          name: `${table.name}, ${date}: ${earnings}, ${person}`,
          employee: { ...table.employee, ...fields },
          pays: paid_before
            ? [{ date: weekBefore(date), earnings: paid_before, expect: { gross: paid_before } }, pay]
            : [pay],
          isTableRow: true,
          isUndoable: false,
        }
      })
    }),
  )
}

function weekBefore(date: string): string {
  return new Date(Date.parse(date) - 7 * 86_400_000).toISOString().slice(0, 10)
}

export type Played = { employee: AnyJson; pays: AnyJson[]; requests: AnyJson[] }

type Move = { case: HttpCase; index: number; pay: HttpPay; call: string }

/**
 * Creates the employees with their items and pays them, date by date. One call contains the pays of all
 * cases.
 */
export async function playCases(
  client: TestClient,
  companyId: number,
  country: Country,
  cases: readonly HttpCase[],
): Promise<Map<HttpCase, Played>> {
  const played = new Map<HttpCase, Played>()
  for (let from = 0; from < cases.length; from += 200) {
    const part = cases.slice(from, from + 200)
    const { status, body } = await client.put(
      `/api/company/${companyId}/employees/create`,
      part.map((each) => employeeBody({ country, pay_rate_per_hour: '40.00', ...each.employee })),
    )
    if (status !== 201) throw new Error(`employees: ${status} ${firstErrors(body, part)}`)
    for (const [index, each] of part.entries())
      played.set(each, { employee: body[index].employee, pays: [], requests: [] })
  }
  for (const each of cases) await addStanding(client, each, played.get(each)?.employee.id)
  for (const moves of callsOf(cases)) await play(client, companyId, moves, played)
  for (const each of cases.filter((one) => one.after)) {
    const known = played.get(each) as Played
    known.employee = (await client.get(`/api/employees/${known.employee.id}`)).body
  }
  return played
}

function firstErrors(body: AnyJson, part: readonly HttpCase[]): string {
  if (!Array.isArray(body)) return JSON.stringify(body)
  const index = body.findIndex((entry) => !entry.employee)
  return `${part[index]?.name}: ${JSON.stringify(body[index])}`
}

async function addStanding(client: TestClient, each: HttpCase, employeeId: number): Promise<void> {
  for (const [kind, items] of Object.entries(each.standing ?? {}))
    for (const item of items) {
      const path = `/api/employees/${employeeId}/${kind}`
      const { status, body } = await client.post(path, { auto_apply_to_pay: true, ...item })
      if (status !== 201) throw new Error(`${each.name}, ${kind}: ${status} ${JSON.stringify(body)}`)
    }
}

/** The calls in date order. A case's later pay on the same day is in a later call. */
function callsOf(cases: readonly HttpCase[]): Move[][] {
  const calls = new Map<string, Move[]>()
  for (const each of cases) {
    let round = 0
    let last: HttpPay | undefined
    for (const [index, pay] of each.pays.entries()) {
      if (last && pay.date < last.date) throw new Error(`${each.name}: pays out of order`)
      if (last && pay.date !== last.date) round = 0
      else if (last && !pay.together) round += 1
      const shares = pay.redistribute_tax_by_gross ?? true
      const call = `${pay.date} ${round} ${pay.workers_comp ? 'workers-comp-' : ''}${shares}`
      const moves = calls.get(call) ?? []
      calls.set(call, [...moves, { case: each, index, pay, call }])
      last = pay
    }
  }
  return [...calls].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, moves]) => moves)
}

async function play(
  client: TestClient,
  companyId: number,
  moves: readonly Move[],
  played: ReadonlyMap<HttpCase, Played>,
): Promise<void> {
  const [first] = moves
  if (!first) return
  const { date, workers_comp, redistribute_tax_by_gross } = first.pay
  const path = `${workers_comp ? 'workers-comp-pays' : 'pays'}/create?pay_date=${date}`
  const shares = `redistribute_tax_by_gross=${redistribute_tax_by_gross ?? true}`
  const requests = moves.map(({ case: each, pay }) => requestOf(pay, played.get(each)?.employee.id))
  const { status, body } = await client.put(`/api/company/${companyId}/${path}&${shares}`, requests)
  if (status !== 201) {
    const named = moves[Number(/Pay (\d+)/.exec(JSON.stringify(body))?.[1])]
    throw new Error(`${first.call}: ${status} ${JSON.stringify(body)} ${named?.case.name}`)
  }
  for (const [index, { case: each }] of moves.entries()) {
    played.get(each)?.pays.push(body[index])
    played.get(each)?.requests.push(requests[index])
  }
}

function requestOf(pay: HttpPay, employeeId: number): AnyJson {
  const { date, earnings, hours, together, redistribute_tax_by_gross, workers_comp, expect, ...items } = pay
  const rows: AnyJson[] = []
  if (earnings !== undefined)
    rows.push({ description: 'Pay of the period', units: 'period', value: 1, rate: earnings })
  if (typeof hours === 'number') rows.push({ description: 'Ordinary hours', units: 'hours', value: hours })
  return { employee_id: employeeId, hours: Array.isArray(hours) ? hours : rows, ...items }
}
