import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { aCompany, employeeBody } from '../support/make.ts'

/*
 * Years with dated changes of terms, entered in the order of their days and in any other order. Recalculating what affected_pays listed,
 * and nothing else, leaves the same figures. `npm run test:terms` plays 20,000 years; TERMS_SEED repeats a run.
 *
 * The people of many years share their calls: the first entry of everyone, then the second, and so on. One person's pays and
 * changes never touch another's, so each year is as if it were entered alone.
 */

const YEARS = Number(process.env.TERMS_YEARS ?? 6)
const SEED = Number(
  process.env.TERMS_SEED ?? (process.env.TERMS_YEARS === undefined ? 20_261_118 : Date.now() % 1e9),
)
/** The years of one company. A call for 200 pays would run in a worker. */
const AT_ONCE = 60

let tasman: TestApp
let owner: TestClient
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-11-17T02:00:00' })
  owner = await tasman.clientFor('owner')
})
afterAll(() => tasman.close())

const value = (field: string, ...values: (string | boolean)[]) =>
  fc.constantFrom(...values).map((to) => ({ field, to: to as unknown }))
const shared = [
  value('pay_rate_per_hour', '28.50', '33.33', '47.10', '61.00'),
  value('standard_hours_per_day', '6', '7.6', '8'),
]
const CHANGES = {
  AU: fc.oneof(
    ...shared,
    value('has_claimed_tax_free_threshold', true, false),
    value('has_stsl_liability', true, false),
    value('is_foreign_resident', true, false),
    value('super_rate', '0.12', '0.13', '0.155'),
    value('accrue_holiday_leave_per_hour', '0.0769', '0.1'),
    value('leave_loading_percentage', '0', '0.175'),
  ),
  NZ: fc.oneof(
    ...shared,
    value('nz_tax_code', 'M', 'S', 'SH'),
    value('has_student_loan', true, false),
    value('kiwisaver_employee_rate', '0.035', '0.06', '0.1'),
  ),
}

const FIRST_FRIDAY = Date.UTC(2026, 6, 3)
const WEEKS = 16
const dayOf = (offset: number) => new Date(FIRST_FRIDAY + offset * 86_400_000).toISOString().slice(0, 10)

type Change = { field: string; to: unknown; day: number }
type Pay = { week: number; hours: number; overtime: number; leave: number }
type Country = 'AU' | 'NZ'
type Year = { country: Country; changes: Change[]; pays: Pay[]; order: number[] }

const pay = fc.record({
  week: fc.nat(WEEKS - 1),
  hours: fc.integer({ min: 5, max: 38 }),
  overtime: fc.constantFrom(0, 0, 3),
  leave: fc.constantFrom(0, 0, 8),
})
const yearOf = (country: Country): fc.Arbitrary<Year> =>
  fc.record({
    country: fc.constant(country),
    changes: fc.uniqueArray(
      fc
        .record({ change: CHANGES[country], day: fc.nat(WEEKS * 7) })
        .map(({ change, day }) => ({ ...change, day })),
      { minLength: 1, maxLength: 6, selector: ({ field, day }) => `${field} ${day}` },
    ),
    pays: fc.uniqueArray(pay, { minLength: 2, maxLength: 6, selector: ({ week }) => week }),
    order: fc.array(fc.nat(1000), { minLength: 12, maxLength: 12 }),
  })

function rowsOf({ country }: Year, { week, hours, overtime, leave }: Pay) {
  const leaveRow = {
    description: 'Leave',
    leave_type: country === 'AU' ? 'HOLIDAY' : 'SICK',
    date: dayOf(week * 7 - 3),
    hours: leave,
  }
  return {
    hours: [
      { description: 'Ordinary hours', units: 'hours', value: hours },
      ...(overtime
        ? [{ description: 'Overtime', units: 'hours', value: overtime, multiplier: 1.5, is_overtime: true }]
        : []),
    ],
    ...(leave ? { leave: [leaveRow] } : {}),
  }
}

type Entry = { at: number; change: Change } | { at: number; pay: Pay }

/** One person and the entries of their year. */
type Life = { id: number; year: Year; entries: readonly Entry[]; weeks: Map<number, number> }

// The terms of a period are those of its end, so in order means: changes up to the end of the week first.
const inOrder = (entries: readonly Entry[]) =>
  entries.toSorted((a, b) => a.at - ('change' in a ? 3 : 0) - (b.at - ('change' in b ? 3 : 0)))

const anyhow = (entries: readonly Entry[], { order }: Year) =>
  entries
    .map((entry, index) => ({ entry, place: order[index % 12] ?? 0 }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ entry }) => entry)

async function hire(companyId: number, years: readonly Year[]): Promise<[Life, Life][]> {
  const entriesOf = ({ changes, pays }: Year): Entry[] => [
    ...changes.map((change) => ({ at: change.day, change })),
    ...pays.map((own) => ({ at: own.week * 7 + 0.5, pay: own })),
  ]
  const people = years.flatMap((year) => {
    const entries = entriesOf(year)
    return [
      { year, entries: inOrder(entries) },
      { year, entries: anyhow(entries, year) },
    ]
  })
  const { status, body } = await owner.put(
    `/api/company/${companyId}/employees/create`,
    people.map(({ year: { country } }) =>
      employeeBody({
        start_date: '2025-03-03',
        pay_rate_per_hour: '35.00',
        ...(country === 'NZ' ? { country } : {}),
      }),
    ),
  )
  expect(status).toBe(201)
  const lives = people.map(
    (person, index): Life => ({ ...person, id: body[index].employee.id, weeks: new Map() }),
  )
  return years.map((_, index) => [lives[index * 2] as Life, lives[index * 2 + 1] as Life])
}

/** Makes the entries at one place of everyone's order. The pays that the answers listed. */
async function enter(companyId: number, lives: readonly Life[], place: number): Promise<number[]> {
  const listed: number[] = []
  const list = (pays: AnyJson[] = []) => listed.push(...pays.map(({ pay_id }) => pay_id))
  const due = lives.flatMap((life) => {
    const entry = life.entries[place]
    return entry ? [{ life, entry }] : []
  })
  const changes = due.flatMap(({ life, entry }) =>
    'change' in entry
      ? { id: life.id, [entry.change.field]: entry.change.to, effective_from: dayOf(entry.change.day) }
      : [],
  )
  if (changes.length > 0) {
    const { status, body } = await owner.patch(`/api/company/${companyId}/employees/update`, changes)
    expect([status, body.filter(({ errors }: AnyJson) => Object.keys(errors).length > 0)]).toEqual([200, []])
    for (const result of body) list(result.affected_pays)
  }
  const pays = due.flatMap(({ life, entry }) => ('pay' in entry ? { life, pay: entry.pay } : []))
  for (const [week, own] of Map.groupBy(pays, (each) => each.pay.week)) {
    const path = `/api/company/${companyId}/pays/create?pay_date=${dayOf(week * 7)}`
    const rows = own.map(({ life, pay: made }) => ({ employee_id: life.id, ...rowsOf(life.year, made) }))
    const { status, body } = await owner.put(path, rows)
    expect([status, body.detail]).toEqual([201, undefined])
    for (const [index, { life }] of own.entries()) {
      life.weeks.set(week, body[index].id)
      list(body[index].affected_pays)
    }
  }
  return listed
}

const FIGURES = ['gross', 'tax', 'net', 'super', 'kiwisaver_employee_amount'] as const
const BALANCES = ['holiday_hours', 'sick_hours', 'annual_holidays_weeks'] as const

/** A call takes 200 pays, and a year has at most six. */
const RECALCULATED_AT_ONCE = 30

/** Recalculates what was listed, and what that lists after it: nothing else may differ. */
async function recalculate(companyId: number, listed: readonly number[]): Promise<void> {
  let open = listed
  while (open.length > 0) {
    const path = `/api/company/${companyId}/pays/recalculate`
    const { status, body } = await owner.post(path, { pay_ids: open, renew_snapshot: true })
    expect([status, body.detail]).toEqual([200, undefined])
    open = body.affected_pays.map((own: AnyJson) => own.pay_id)
  }
}

/** Plays the years of one country in a company of their own. Each year is right by its life in order. */
async function play(country: Country, years: readonly Year[]): Promise<void> {
  const { id: companyId } = await aCompany(owner, { jurisdiction: country })
  const pairs = await hire(companyId, years)
  const lives = pairs.flat()
  const listed = new Set<number>()
  for (let place = 0; place < Math.max(...lives.map(({ entries }) => entries.length)); place += 1)
    for (const id of await enter(companyId, lives, place)) listed.add(id)
  for (let start = 0; start < pairs.length; start += RECALCULATED_AT_ONCE) {
    const part = pairs.slice(start, start + RECALCULATED_AT_ONCE)
    const own = part.flatMap(([, other]) => [...other.weeks.values()].filter((id) => listed.has(id)))
    await recalculate(companyId, own)
  }
  const { body: pays } = await owner.get(`/api/company/${companyId}/pays`)
  const { body: employees } = await owner.get(`/api/company/${companyId}/employees`)
  const payOf = new Map<number, AnyJson>(pays.map((own: AnyJson) => [own.id, own]))
  const employeeOf = new Map<number, AnyJson>(employees.map((own: AnyJson) => [own.id, own]))
  const outcome = ({ id, weeks }: Life) => ({
    pays: [...weeks]
      .sort(([a], [b]) => a - b)
      .map(([week, pay]) => [week, ...FIGURES.map((figure) => payOf.get(pay)[figure])]),
    balances: BALANCES.map((name) => employeeOf.get(id)[name]),
  })
  for (const [right, other] of pairs)
    expect({ year: right.year, ...outcome(other) }).toEqual({ year: right.year, ...outcome(right) })
}

it('a year ends with the same figures in whatever order its terms and pays were entered', {
  timeout: 0,
}, async () => {
  for (let done = 0; done < YEARS; done += 2 * AT_ONCE) {
    const count = Math.ceil(Math.min(2 * AT_ONCE, YEARS - done) / 2)
    for (const country of ['AU', 'NZ'] as const)
      await play(country, fc.sample(yearOf(country), { numRuns: count, seed: SEED + done }))
    if (YEARS > 2 * AT_ONCE) console.log(`${done + 2 * count} years, seed ${SEED}`)
  }
})
