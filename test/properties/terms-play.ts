import { appendFileSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadPays } from '../../src/features/pays/pays/context/pays.ts'
import { termsUsed } from '../../src/features/pays/pays/context/terms-used.ts'
import { countryOf } from '../../src/features/pays/pays/country/index.ts'
import { differences, replayPay } from '../../src/features/pays/pays/replay.ts'
import { type Figure, unlikeTerms } from '../independent/terms.ts'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { aCompany, employeeBody } from '../support/make.ts'
import {
  type Country,
  dayOf,
  type Entry,
  entriesOf,
  ITEMS,
  inAnyOrder,
  inOrder,
  LATER_ITEM,
  rowsOf,
  WEEKS,
  type Year,
  yearOf,
} from './terms-years.ts'

/*
 * Years with dated changes of terms, entered in the order of their days and in any other order. Recalculating what affected_pays listed,
 * and nothing else, leaves the same figures, terms and leave, and writes what was promised. `npm run test:terms` plays 20,000 years;
 * TERMS_SEED repeats a run, and TERMS_ONLY (a file of TERMS_REPORT) plays the years that failed.
 *
 * The people of many years share their calls: the first entry of everyone, then the second, and so on. One person's pays and
 * changes never touch another's, so each year is as if it were entered alone.
 */

/** A file with years that failed, which alone are played. */
const ONLY = process.env.TERMS_ONLY
/** The years of each country. */
const YEARS = Math.ceil(Number(process.env.TERMS_YEARS ?? 12) / 2)
const SEED = Number(
  process.env.TERMS_SEED ?? (process.env.TERMS_YEARS === undefined ? 4801 : Date.now() % 1e9),
)
/** The file for failed years, one line of JSON each. */
const REPORT = process.env.TERMS_REPORT
/** The years of one company. The more years share a call, the less each costs. */
const AT_ONCE = Math.min(300, YEARS)
const STARTING_TERMS = { pay_rate_per_hour: '35.00', annual_salary: null, standard_days_per_week: 5 }
const SIDE_BY_SIDE = 4
/** A call for 200 pays would run in a worker. */
const ROWS_A_CALL = 190
/** One explanation in 50 is also read over the API. */
const EXPLAINED_OVER_API = 50

let tasman: TestApp
let owner: TestClient

/** How often the second calculation of the terms covered a figure. */
const compared = new Map<Figure, number>()
const KNOWN: Record<Country, readonly Figure[]> = {
  AU: ['tax', 'super', 'compulsory_super_amount'],
  NZ: [
    'tax',
    'nz_student_loan',
    'kiwisaver_employee_amount',
    'kiwisaver_employer_amount',
    'kiwisaver_esct_amount',
  ],
}
const countText = () => [...compared].map(([name, count]) => `${count} ${name}`).join(', ')

/** One person, the entries of their year, and what the service answered. */
type Life = {
  id: number
  year: Year
  entries: readonly Entry[]
  /** The pays by week. */
  weeks: Map<number, number>
  /** The ids of the standing items. */
  items: readonly number[]
  /** The change that is cancelled later, once it was accepted. */
  toCancel?: number
  listed: Set<number>
  /** Entries that the service refused, by number. A year must be refused the same things in any order. */
  refused: string[]
  /** Figures that a recalculation wrote differently from the promised ones. */
  broken: string[]
}

async function hire(companyId: number, years: readonly Year[]): Promise<[Life, Life][]> {
  const people = years.flatMap((year) => {
    const entries = entriesOf(year)
    return [
      { year, entries: inOrder(entries, year) },
      { year, entries: inAnyOrder(entries, year) },
    ]
  })
  const { status, body } = await owner.put(
    `/api/company/${companyId}/employees/create`,
    people.map(({ year: { country, startDate } }) =>
      employeeBody({
        start_date: startDate,
        pay_rate_per_hour: STARTING_TERMS.pay_rate_per_hour,
        ...(country === 'NZ' ? { country } : {}),
      }),
    ),
  )
  expect(status).toBe(201)
  const lives: Life[] = []
  for (const [index, person] of people.entries()) {
    const { id } = body[index].employee
    lives.push({ ...person, id, items: [], weeks: new Map(), listed: new Set(), refused: [], broken: [] })
  }
  await sideBySide(lives, async (life) => {
    const items: number[] = []
    for (const { path, body } of ITEMS[life.year.country].slice(0, life.year.items))
      items.push((await add(life, path, body)).id)
    life.items = items
  })
  return years.map((_, index) => [lives[index * 2] as Life, lives[index * 2 + 1] as Life])
}

async function add({ id }: Life, path: string, item: object): Promise<AnyJson> {
  const { status, body } = await owner.post(`/api/employees/${id}/${path}`, item)
  expect([status, body.detail]).toEqual([201, undefined])
  return body
}

/** Calls for one person each, some of them at the same time. */
async function sideBySide<Item>(items: readonly Item[], call: (item: Item) => Promise<void>): Promise<void> {
  const left = [...items]
  const work = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await call(next)
  }
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work))
}

/** Splits rows into calls. */
const calls = <Row>(rows: readonly Row[]): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / ROWS_A_CALL) }, (_, index) =>
    rows.slice(index * ROWS_A_CALL, (index + 1) * ROWS_A_CALL),
  )

type PayEntry = Extract<Entry, { kind: 'pay' }>
type Promised = AnyJson[]
const nameOf = (entry: Entry) =>
  entry.kind === 'pay' ? `pay of week ${entry.pay.week}` : `${entry.kind} from ${entry.at}`

async function latestChange({ id }: Life, day: string): Promise<number> {
  const { body } = await owner.get(`/api/employees/${id}/changes`)
  const own = body.filter((change: AnyJson) => change.effective_from === day)
  return Math.max(...own.map((change: AnyJson) => change.id))
}

/** Makes the entries at one position of everyone's order. */
async function enter(companyId: number, lives: readonly Life[], place: number): Promise<void> {
  // Each entry has a different time, because recorded changes are ordered by time.
  tasman.clock.set(new Date(tasman.clock.now().getTime() + 1000))
  const due = lives.flatMap((life) => {
    const entry = life.entries[place]
    return entry ? [{ life, entry }] : []
  })
  let promised = new Map<Life, Promised>()
  const promise = (life: Life, pays: Promised = []) => {
    for (const { pay_id } of pays) life.listed.add(pay_id)
    promised.set(life, [...(promised.get(life) ?? []), ...pays])
  }
  const settle = async () => {
    await keepPromises(companyId, promised)
    promised = new Map()
  }
  const changed = due.flatMap(({ life, entry }) => {
    if (entry.kind === 'pay' || entry.kind === 'item' || entry.kind === 'cancel') return []
    const set = entry.kind === 'change' ? entry.change.set : { pay_period: 'FORTNIGHTLY' }
    return [{ life, entry, body: { id: life.id, ...set, effective_from: dayOf(entry.at) } }]
  })
  for (const part of calls(changed)) {
    const { status, body } = await owner.patch(
      `/api/company/${companyId}/employees/update`,
      part.map((each) => each.body),
    )
    expect([200, 207, 422].includes(status), JSON.stringify(body).slice(0, 500)).toBe(true)
    for (const [index, { life, entry }] of part.entries()) {
      const { errors, affected_pays } = body[index]
      const isCancelled = entry.kind === 'change' && entry.isCancelled
      if (isCancelled && !errors?.detail && Object.keys(errors).length === 0)
        life.toCancel = await latestChange(life, dayOf(entry.at))
      if (Object.keys(errors ?? {}).length > 0 && !isCancelled)
        life.refused.push(`${nameOf(entry)}: ${JSON.stringify(errors)}`)
      promise(life, affected_pays)
    }
  }
  await settle()
  await sideBySide(due, async ({ life, entry }) => {
    if (entry.kind === 'cancel' && life.toCancel !== undefined) {
      const { status, body } = await owner.delete(`/api/employees/${life.id}/changes/${life.toCancel}`)
      expect([200, 204], JSON.stringify(body)).toContain(status)
      promise(life, body?.affected_pays)
    }
    if (entry.kind === 'item') {
      const own = { ...LATER_ITEM.body, effective_from: dayOf(entry.at) }
      promise(life, (await add(life, LATER_ITEM.path, own)).affected_pays)
    }
    const change = entry.kind === 'change' ? entry.change.item : null
    const id = change && life.items[change.item]
    const item = change && ITEMS[life.year.country][change.item]
    if (!id || !item) return
    const { status, body } = await owner.patch(`/api/employees/${life.id}/${item.path}/${id}`, {
      amount: item.amounts[change.amount],
      effective_from: dayOf(entry.at),
    })
    expect([status, body.detail]).toEqual([200, undefined])
    promise(life, body.affected_pays)
  })
  await settle()
  const pays = due.flatMap(({ life, entry }) => (entry.kind === 'pay' ? [{ life, entry }] : []))
  const weeks = [...Map.groupBy(pays, ({ entry }) => entry.pay.week)]
  for (const [week, own] of weeks.flatMap(([each, all]) => calls(all).map((part) => [each, part] as const))) {
    const path = `/api/company/${companyId}/pays/create?pay_date=${dayOf(week * 7)}`
    await createPays(path, own, (life, pay) => {
      life.weeks.set(week, pay.id)
      promise(life, pay.affected_pays)
    })
  }
  await settle()
}

/** Creates pays in one call. A call that is refused is halved until the refused pay is alone. */
async function createPays(
  path: string,
  own: readonly { life: Life; entry: PayEntry }[],
  onCreated: (life: Life, pay: AnyJson) => void,
): Promise<void> {
  const rows = own.map(({ life, entry }) => ({ employee_id: life.id, ...rowsOf(life.year, entry.pay) }))
  const { status, body } = await owner.put(path, rows)
  if (status === 201) {
    for (const [index, { life }] of own.entries()) onCreated(life, body[index])
    return
  }
  expect([400, 409, 422], JSON.stringify(body)).toContain(status)
  const [first] = own
  if (own.length === 1 && first) {
    first.life.refused.push(`${nameOf(first.entry)}: ${status} ${JSON.stringify(body.detail)}`)
    return
  }
  const half = Math.ceil(own.length / 2)
  await createPays(path, own.slice(0, half), onCreated)
  await createPays(path, own.slice(half), onCreated)
}

/** Recalculates at once what was listed, and compares it with the promise. */
async function keepPromises(companyId: number, promised: ReadonlyMap<Life, Promised>): Promise<void> {
  const own = [...promised].filter(([life]) => life.year.isRecalculatedAtOnce)
  const pays = new Map(
    own.flatMap(([life, list]) => list.map((each) => [each.pay_id, { life, each }] as const)),
  )
  const lifeOf = new Map(own.flatMap(([life]) => [...life.weeks.values()].map((pay) => [pay, life] as const)))
  for (const part of calls([...pays.keys()])) {
    const path = `/api/company/${companyId}/pays/recalculate`
    const { status, body } = await owner.post(path, { pay_ids: part, renew_snapshot: true })
    expect([status, body.detail]).toEqual([200, undefined])
    for (const written of body.pays) {
      const found = pays.get(written.id)
      // Totals such as `deductions` have the name of their rows in a pay.
      for (const { figure, recalculated } of found?.each.differences ?? [])
        if (typeof written[figure] === 'number' && written[figure] !== recalculated)
          found?.life.broken.push(
            `pay ${written.id}: ${figure} was to be ${recalculated}, is ${written[figure]}`,
          )
    }
    for (const { pay_id } of body.affected_pays) lifeOf.get(pay_id)?.listed.add(pay_id)
  }
}

/** A call takes 200 pays, and a year has at most six. */
const RECALCULATED_AT_ONCE = 30

/** Recalculates the listed pays, and the pays that this lists in turn. Nothing else may differ. */
async function recalculate(companyId: number, listed: readonly number[]): Promise<void> {
  let open = listed
  while (open.length > 0) {
    const path = `/api/company/${companyId}/pays/recalculate`
    const { status, body } = await owner.post(path, { pay_ids: open, renew_snapshot: true })
    expect([status, body.detail]).toEqual([200, undefined])
    open = body.affected_pays.map((own: AnyJson) => own.pay_id)
  }
}

const BALANCES = [
  'holiday_hours',
  'sick_hours',
  'lsl_hours',
  'rdo_hours',
  'annual_holidays_weeks',
  'alt_holiday_days',
] as const

/** Every number of a pay that is not an id or a running balance, with its rows. */
function numbersOf(value: AnyJson, path = ''): [string, number][] {
  if (typeof value === 'number')
    return /(^|[._])id$|leave_balance_rows|\.stp_|^stp_/.test(path) ? [] : [[path, value]]
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([name, own]) => numbersOf(own, path ? `${path}.${name}` : name))
}

/** Plays the years of one country in a company of their own. Each year is right by its life in order. */
async function play(country: Country, years: readonly Year[]): Promise<AnyJson[]> {
  if (years.length === 0) return []
  // A token lives for half an hour, which a long run outlives.
  owner = await tasman.clientFor('owner')
  const { id: companyId } = await aCompany(owner, { jurisdiction: country })
  const pairs = await hire(companyId, years)
  const lives = pairs.flat()
  for (let place = 0; place < Math.max(...lives.map(({ entries }) => entries.length)); place += 1)
    await enter(companyId, lives, place)
  for (let start = 0; start < pairs.length; start += RECALCULATED_AT_ONCE) {
    const part = pairs.slice(start, start + RECALCULATED_AT_ONCE)
    await recalculate(
      companyId,
      part.flatMap(([, other]) => [...other.listed]),
    )
  }
  const right = await outcomes(
    companyId,
    pairs.map(([first]) => first),
    { hasTerms: true },
  )
  const others = pairs.map(([, other]) => other)
  const wrong = await outcomes(companyId, others, { hasTerms: false })
  // Terms that change no figure stay as they were made. Recalculating everything must change them, and nothing else.
  for (let start = 0; start < others.length; start += RECALCULATED_AT_ONCE) {
    const part = others.slice(start, start + RECALCULATED_AT_ONCE)
    await recalculate(
      companyId,
      part.flatMap(({ weeks }) => [...weeks.values()]),
    )
  }
  const renewed = await outcomes(companyId, others, { hasTerms: true })
  return pairs.flatMap(([first, other], index) => {
    const broken = [...first.broken, ...other.broken]
    const isSame = (a: Outcome | undefined, b: Outcome | undefined) => JSON.stringify(a) === JSON.stringify(b)
    const expected = right[index] as Outcome
    if (
      broken.length === 0 &&
      isSame(withoutTerms(expected), wrong[index]) &&
      isSame(expected, renewed[index])
    )
      return []
    return [
      {
        year: first.year,
        broken,
        right: expected,
        wrong: wrong[index],
        renewed: renewed[index],
        order: other.entries.map(nameOf),
      },
    ]
  })
}

type Outcome = { pays: Record<number, AnyJson>; balances: unknown[]; refused: string[] }

const withoutTerms = ({ pays, ...rest }: Outcome): Outcome => ({
  pays: Object.fromEntries(Object.entries(pays).map(([week, { terms: _, ...figures }]) => [week, figures])),
  ...rest,
})

/** The figures, rows and leave of each life, and the terms by its explanations. */
async function outcomes(
  companyId: number,
  lives: readonly Life[],
  { hasTerms }: { hasTerms: boolean },
): Promise<Outcome[]> {
  const { body: pays } = await owner.get(`/api/company/${companyId}/pays`)
  const { body: employees } = await owner.get(`/api/company/${companyId}/employees`)
  const payOf = new Map<number, AnyJson>(pays.map((own: AnyJson) => [own.id, own]))
  const employeeOf = new Map<number, AnyJson>(employees.map((own: AnyJson) => [own.id, own]))
  const termsOf = hasTerms
    ? await explainedTerms(
        companyId,
        lives.flatMap(({ weeks }) => [...weeks.values()]),
      )
    : undefined
  const all: Outcome[] = []
  for (const life of lives) {
    const { id, weeks, refused } = life
    if (hasTerms) life.broken.push(...unlikeKnown(life, payOf))
    const made: AnyJson = {}
    for (const [week, pay] of [...weeks].sort(([a], [b]) => a - b))
      made[week] = {
        ...Object.fromEntries(numbersOf(payOf.get(pay))),
        ...(termsOf ? { terms: termsOf.get(pay) } : {}),
      }
    joinAdvances(life.year, made)
    all.push({
      pays: made,
      balances: BALANCES.map((name) => employeeOf.get(id)[name]),
      refused: refused.toSorted(),
    })
  }
  return all
}

/**
 * Leave may continue into the next period, where it is taxed with the pay of that period. Of the two pays, the one made last settles
 * the tax, so only the sum is the same in any order (Australia).
 */
function joinAdvances({ country, pays }: Year, made: Record<number, AnyJson>): void {
  if (country !== 'AU') return
  const weeks = Object.keys(made).map(Number)
  for (const [index, week] of weeks.entries()) {
    const next = weeks[index + 1]
    if (next === undefined || next - week > 2) continue
    if (!pays.some((each) => each.week === week && each.leave > 0)) continue
    for (const figure of ['tax', 'net']) {
      made[next][figure] += made[week][figure]
      made[week][figure] = 0
    }
  }
}

/**
 * The differences between the pays and the second calculation of the terms, which does not know the changes that the
 * service refuses.
 */
function unlikeKnown({ year, weeks, refused }: Life, payOf: ReadonlyMap<number, AnyJson>): string[] {
  if (refused.length > 0) return []
  const isNz = year.country === 'NZ'
  const first = {
    ...employeeBody(isNz ? { country: 'NZ' } : {}),
    ...STARTING_TERMS,
    standard_hours_per_day: isNz ? '8' : '7.6',
    ...(isNz ? { esct_rate: '0.105' } : {}),
  }
  const changes = year.changes.map(({ day, set }) => ({ day: dayOf(day), set }))
  return [...weeks.values()].flatMap((pay) => {
    const { differences, compared: figures } = unlikeTerms(payOf.get(pay), first, changes)
    for (const name of figures) compared.set(name, (compared.get(name) ?? 0) + 1)
    return differences
  })
}

/** The terms of these pays as their explanations name them. Most are read without a call, which takes a third of the time. */
async function explainedTerms(companyId: number, ids: readonly number[]): Promise<Map<number, AnyJson>> {
  const explained = new Map<number, AnyJson>()
  const { query } = tasman.service.database
  const company = await query
    .selectFrom('companies')
    .selectAll()
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  const country = countryOf(company)
  for (const part of calls(ids))
    for (const pay of await loadPays(query, part)) {
      expect(differences(pay.row, replayPay(pay, country, tasman.service.rates))).toEqual([])
      explained.set(pay.row.id, named(termsUsed(country.termsOfPay(pay.row.facts))))
    }
  for (const id of ids.filter((_, index) => index % EXPLAINED_OVER_API === 0)) {
    const { body } = await owner.get(`/api/company/${companyId}/pays/${id}/explanation`)
    expect(body.differences).toEqual([])
    expect(named(body.terms)).toEqual(explained.get(id))
  }
  return explained
}

const named = (terms: AnyJson) => Object.fromEntries(terms.map(({ name, value }: AnyJson) => [name, value]))

/** Writes the years that failed into the report, or fails at the first. */
function report(failed: readonly AnyJson[]): number {
  for (const { year, order, broken, right, wrong, renewed } of failed) {
    if (REPORT) appendFileSync(REPORT, `${JSON.stringify({ year, order, broken, right, wrong, renewed })}\n`)
    else {
      expect({ year, order, broken, ...wrong }).toEqual({ year, order, broken: [], ...withoutTerms(right) })
      expect({ year, order, ...renewed }).toEqual({ year, order, ...right })
    }
  }
  return failed.length
}

/** Declares the test of one country. The countries are in two files, so that each uses its own core. */
export function describeYears(country: Country): void {
  beforeAll(async () => {
    tasman = await startTestApp({ now: '2026-11-17T02:00:00' })
    owner = await tasman.clientFor('owner')
  })
  afterAll(() => tasman.close())

  it.runIf(ONLY)('the years that failed', { timeout: 0 }, async () => {
    const lines = readFileSync(ONLY ?? '', 'utf8')
      .trim()
      .split('\n')
    const years = lines.map((line): Year => JSON.parse(line).year)
    const own = years.filter((year) => year.country === country)
    expect(report(await play(country, own))).toBe(0)
  })

  it.skipIf(ONLY)(
    'a year ends with the same figures in whatever order its terms and pays were entered',
    { timeout: 0 },
    async () => {
      let failures = 0
      for (let done = 0; done < YEARS; done += AT_ONCE) {
        const numRuns = Math.min(AT_ONCE, YEARS - done)
        failures += report(await play(country, fc.sample(yearOf(country), { numRuns, seed: SEED + done })))
        if (YEARS > AT_ONCE) console.log(progress(country, done + numRuns, failures))
      }
      expect(failures).toBe(0)
      for (const name of KNOWN[country])
        expect([name, compared.get(name)]).toEqual([name, expect.any(Number)])
    },
  )
}

/** On a busy machine the processor time of the service says more than the clock. */
function progress(country: Country, years: number, failures: number): string {
  const { user, system } = process.cpuUsage()
  const seconds = [performance.now() / 1000, (user + system) / 1e6].map(Math.round)
  return `${years} years of ${WEEKS} weeks (${country}), ${failures} failed, compared ${countText()}, seed ${SEED}, ${seconds[0]} s, ${seconds[1]} s of processor`
}
