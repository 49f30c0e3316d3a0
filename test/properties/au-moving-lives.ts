import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { addDays, type CivilDate, civilDate } from '../../src/kernel/values/dates.ts'
import { aPayer } from '../api/single-touch/story.ts'
import type { AnyJson, TestClient } from '../support/app.ts'
import { employeeBody } from '../support/make.ts'

/* Lives of employees whose employer moves in from another system, for `au-moving-in.test.ts`. */

const WEEKS = 12
const FIRST_END = civilDate('2026-08-02')

const weekEnd = (week: number) => addDays(FIRST_END, 7 * week)
const hours = (value: number, extra: object = {}) => ({
  description: 'Ordinary hours',
  units: 'hours',
  value,
  ...extra,
})
const leave = (leave_type: string, date: string, value: number, extra: object = {}) => ({
  description: leave_type.toLowerCase(),
  leave_type,
  date,
  hours: value,
  ...extra,
})

/** One week of a person. */
const KINDS = {
  ordinary: () => ({ hours: [hours(38)] }),
  short: () => ({ hours: [hours(20)] }),
  overtime: () => ({
    hours: [hours(38), hours(5, { description: 'Overtime', multiplier: 1.5, is_overtime: true })],
  }),
  holiday: (end) => ({ hours: [hours(15.2)], leave: [leave('HOLIDAY', addDays(end, -4), 22.8)] }),
  unpaid: (end) => ({ hours: [hours(7.6)], leave: [leave('UNPAID', addDays(end, -4), 30.4)] }),
  halfPay: (end) => ({ leave: [leave('LONG_SERVICE', addDays(end, -6), 38, { multiplier: 0.5 })] }),
  parental: (end) => ({ leave: [leave('PAID_PARENTAL', addDays(end, -6), 38, { rate: 24.95 })] }),
  compensation: (end) => ({ leave: [leave('WORKERS_COMP', addDays(end, -6), 38, { rate: 30 })] }),
  violence: (end) => ({ hours: [hours(22.8)], leave: [leave('AU_FAMILY_VIOLENCE', addDays(end, -4), 15.2)] }),
  advance: (end) => ({
    hours: [hours(38)],
    leave: [leave('HOLIDAY', addDays(end, 1), 38), leave('HOLIDAY', addDays(end, 8), 38)],
  }),
  methodA: () => ({
    hours: [hours(38)],
    bonuses: [{ description: 'Bonus', amount: 2600, tax_method: 'METHOD_A_WHOLE_YEAR' }],
  }),
  methodB2: () => ({
    hours: [hours(38)],
    bonuses: [{ description: 'Share', amount: 5200, tax_method: 'METHOD_B2' }],
  }),
  methodB1: (end) => ({
    hours: [hours(38)],
    back_payments: [
      {
        description: 'Rise',
        amount: 450,
        tax_method: 'METHOD_B1',
        stp_category: 'GROSS',
        start_date: addDays(end, -27),
        end_date: end,
      },
    ],
  }),
  late: () => ({
    hours: [hours(38)],
    back_payments: [
      {
        description: 'Of 2024',
        amount: 1300,
        tax_method: 'METHOD_B2',
        stp_category: 'GROSS',
        start_date: '2024-07-01',
        end_date: '2024-12-31',
      },
    ],
  }),
  sacrifice: () => ({
    hours: [hours(38)],
    pay_sacrifices: [{ description: 'Super', amount: 300 }],
    deductions: [{ description: 'Support', amount: 200, classification: 'CHILD_SUPPORT_DEDUCTION' }],
  }),
  takenBack: () => ({
    hours: [hours(38), hours(-36)],
    pay_sacrifices: [{ description: 'Super', amount: 10 }],
  }),
} satisfies Record<string, (end: CivilDate) => object>
type Kind = keyof typeof KINDS

const PEOPLE_OF: Record<string, object> = {
  plain: {},
  loan: { has_stsl_liability: true },
  noThreshold: { has_claimed_tax_free_threshold: false },
  visitor: { working_holiday_tax_scale_applies: true, pay_rate_per_hour: '95.00' },
  foreign: { is_foreign_resident: true, has_claimed_tax_free_threshold: false },
  high: { pay_rate_per_hour: '650.00', super_rate: '0.13' },
  casual: { employment_status: 'Casual', is_leave_enabled: false },
  young: { date_of_birth: '2009-09-15' },
  yearly: {
    accrue_leave_on_hours_worked: false,
    num_holiday_leave_days_per_year: 20,
    num_sick_leave_days_per_year: 10,
  },
  fresh: { start_date: '2026-08-10' },
}

const lifeOf = fc.record({
  person: fc.constantFrom(...Object.keys(PEOPLE_OF)),
  weeks: fc.array(
    fc.oneof(
      { weight: 4, arbitrary: fc.constant<Kind>('ordinary') },
      { weight: 6, arbitrary: fc.constantFrom(...(Object.keys(KINDS) as Kind[])) },
    ),
    { minLength: WEEKS, maxLength: WEEKS },
  ),
  reason: fc.constantFrom('TERMINATION', 'REDUNDANCY', 'INVALIDITY', 'DEATH_DEPENDENT'),
})
type Life = { person: string; weeks: Kind[]; reason: string }

/** A pay without the fields that belong to one company only. */
const figuresOf = (pay: AnyJson) =>
  JSON.parse(
    JSON.stringify(pay, (key, value) =>
      key === 'id' || key.endsWith('_id') || key.startsWith('employee_') || key === 'warnings' ? 0 : value,
    ),
  )

async function hire(
  owner: Pick<TestClient, 'put'>,
  companyId: number,
  lives: readonly Life[],
  tag: string,
): Promise<AnyJson[]> {
  const answer = await owner.put(
    `/api/company/${companyId}/employees/create`,
    lives.map(({ person }, index) =>
      employeeBody({
        start_date: '2015-02-02',
        rdo_hours: '7.6',
        number: `${tag}${index}`,
        ...PEOPLE_OF[person],
      }),
    ),
  )
  return ok(answer, 201).map(({ employee }: AnyJson) => employee)
}

async function payWeek(
  owner: Pick<TestClient, 'put'>,
  companyId: number,
  staff: readonly AnyJson[],
  lives: readonly Life[],
  week: number,
) {
  const end = weekEnd(week)
  const answer = await owner.put(
    `/api/company/${companyId}/pays/create?pay_date=${end}`,
    staff.map(({ id }, index) => ({
      employee_id: id,
      ...KINDS[lives[index]?.weeks[week] ?? 'ordinary'](end),
    })),
  )
  return ok(answer, 201).map(figuresOf)
}

/** The opening figures of a company, as its export gives them. */
export type Exported = (companyId: number) => Promise<AnyJson[]>

const ok = (answer: { status: number; body: AnyJson }, wanted: number) => {
  if (answer.status !== wanted) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body
}

/** Runs the lives in two companies, one of which moves in halfway through. Returns the differences. */
export async function differencesOf(
  owner: Pick<TestClient, 'put' | 'post'>,
  exported: Exported,
  { people, seed }: { people: number; seed: number },
): Promise<object[]> {
  const lives: Life[] = fc.sample(lifeOf, { numRuns: people, seed })
  const move = 3 + (Math.abs(seed) % (WEEKS - 5))
  const pays = (id: number, staff: readonly AnyJson[], week: number) => payWeek(owner, id, staff, lives, week)
  const always = await aPayer(owner as TestClient)
  const moved = await aPayer(owner as TestClient)
  const old = await hire(owner, always.id, lives, `A${seed}-${always.id}-`)
  const staff = await hire(owner, moved.id, lives, `B${seed}-${always.id}-`)
  for (let week = 0; week < move; week++) await pays(always.id, old, week)

  const items = await exported(always.id)
  const openings = staff.map(({ id }, index) => {
    const { employee_number, ...item } =
      items.find((each) => each.employee_number === old[index]?.number) ?? {}
    // The balance is in the employee record, which is imported separately from the figures.
    return { ...item, leave_balances: { ...item.leave_balances, rdo_hours: 0 }, employee_id: id }
  })
  ok(await owner.put(`/api/company/${moved.id}/opening-balances`, openings), 200)

  const different: object[] = []
  const compare = (index: number, what: string, here: AnyJson, there: AnyJson) => {
    if (isDeepStrictEqual(here, there)) return
    const names = [...new Set([...Object.keys(here), ...Object.keys(there)])]
    const members = names.filter((name) => !isDeepStrictEqual(here[name], there[name]))
    different.push({
      index,
      what,
      moved: move,
      life: lives[index],
      members: members.map((name) => [name, here[name], there[name]]),
    })
  }
  const endAfter = async (week: number) => {
    for (const [index, { reason }] of lives.entries()) {
      const end = async (each: AnyJson | undefined) => {
        const day = weekEnd(week)
        const { body } = await owner.post(`/api/employees/${each?.id}/terminate?dry_run=true`, {
          termination_date: day,
          pay_date: day,
          reason,
          ...(reason === 'REDUNDANCY' ? { redundancy_amount: 40000 } : { etp_amount: 9000 }),
        })
        return figuresOf(body)
      }
      compare(index, `end after week ${week}`, await end(staff[index]), await end(old[index]))
    }
  }
  await endAfter(move)
  for (let week = move; week < WEEKS; week++) {
    const [here, there] = [await pays(moved.id, staff, week), await pays(always.id, old, week)]
    for (const index of lives.keys()) compare(index, `week ${week}`, here[index], there[index])
  }
  await endAfter(WEEKS - 1)
  return different
}
