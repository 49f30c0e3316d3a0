import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { aCompany, anEmployee } from '../support/make.ts'

/*
 * Years with dated changes of terms, entered in the order of their days and in any other order. Recalculating what affected_pays listed,
 * and nothing else, leaves the same figures. `npm run test:terms` plays 20,000 years.
 */

const YEARS = Number(process.env.TERMS_YEARS ?? 4)
const SEED = process.env.TERMS_YEARS === undefined ? { seed: 20_261_118 } : {}

let tasman: TestApp
let owner: TestClient
const companies: Record<string, AnyJson> = {}
beforeAll(async () => {
  tasman = await startTestApp({ now: '2026-11-17T02:00:00' })
  owner = await tasman.clientFor('owner')
  companies.AU = await aCompany(owner)
  companies.NZ = await aCompany(owner, { jurisdiction: 'NZ' })
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
type Year = { country: 'AU' | 'NZ'; changes: Change[]; pays: Pay[]; order: number[] }

const pay = fc.record({
  week: fc.nat(WEEKS - 1),
  hours: fc.integer({ min: 5, max: 38 }),
  overtime: fc.constantFrom(0, 0, 3),
  leave: fc.constantFrom(0, 0, 8),
})
const yearOf = (country: 'AU' | 'NZ') =>
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
const year: fc.Arbitrary<Year> = fc.oneof(yearOf('AU'), yearOf('NZ'))

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

/** Enters a year in an order; the pays by week, and the weeks whose pays were listed as affected. */
async function live(played: Year, entries: readonly Entry[]) {
  const company = companies[played.country]
  const { id } = await anEmployee(owner, company?.id, {
    start_date: '2025-03-03',
    pay_rate_per_hour: '35.00',
    ...(played.country === 'NZ' ? { country: 'NZ' } : {}),
  })
  const weeks = new Map<number, number>()
  const listed = new Set<number>()
  const list = (pays: AnyJson[] = []) => {
    for (const { pay_id } of pays) listed.add(pay_id)
  }
  for (const entry of entries) {
    if ('change' in entry) {
      const { field, to, day } = entry.change
      const body = [{ id, [field]: to, effective_from: dayOf(day) }]
      const answer = await owner.patch(`/api/company/${company?.id}/employees/update`, body)
      expect([answer.status, answer.body[0]?.errors]).toEqual([200, {}])
      list(answer.body[0].affected_pays)
    } else {
      const { week } = entry.pay
      const path = `/api/company/${company?.id}/pays/create?pay_date=${dayOf(week * 7)}`
      const answer = await owner.put(path, [{ employee_id: id, ...rowsOf(played, entry.pay) }])
      expect([answer.status, answer.body.detail]).toEqual([201, undefined])
      weeks.set(week, answer.body[0].id)
      list(answer.body[0].affected_pays)
    }
  }
  return { id, weeks, listed, companyId: company?.id }
}

const FIGURES = ['gross', 'tax', 'net', 'super', 'kiwisaver_employee_amount'] as const
const BALANCES = ['holiday_hours', 'sick_hours', 'annual_holidays_weeks'] as const

async function outcome({ id, weeks, companyId }: Awaited<ReturnType<typeof live>>) {
  const pays = new Map<number, unknown[]>()
  for (const [week, payId] of [...weeks].sort(([a], [b]) => a - b)) {
    const { body } = await owner.get(`/api/company/${companyId}/pays/${payId}`)
    pays.set(
      week,
      FIGURES.map((figure) => body[figure]),
    )
  }
  const { body } = await owner.get(`/api/employees/${id}`)
  return { pays, balances: BALANCES.map((name) => body[name]) }
}

it('a year ends with the same figures in whatever order its terms and pays were entered', {
  timeout: 0,
}, async () => {
  let count = 0
  await fc.assert(
    fc.asyncProperty(year, async (played) => {
      const entries: Entry[] = [
        ...played.changes.map((change) => ({ at: change.day, change })),
        ...played.pays.map((own) => ({ at: own.week * 7 + 0.5, pay: own })),
      ]
      // The terms of a period are those of its end, so in order means: changes up to the end of the week first.
      const inOrder = await live(
        played,
        entries.toSorted((a, b) => a.at - ('change' in a ? 3 : 0) - (b.at - ('change' in b ? 3 : 0))),
      )
      const anyhow = await live(
        played,
        entries
          .map((entry, index) => ({ entry, place: played.order[index % 12] ?? 0 }))
          .toSorted((a, b) => a.place - b.place)
          .map(({ entry }) => entry),
      )
      const right = await outcome(inOrder)
      // What was listed is recalculated, and what that lists after it: nothing else may differ.
      for (let open = [...anyhow.listed]; open.length > 0; ) {
        const path = `/api/company/${anyhow.companyId}/pays/recalculate`
        const answer = await owner.post(path, { pay_ids: open, renew_snapshot: true })
        expect(answer.status).toBe(200)
        open = answer.body.affected_pays.map((own: AnyJson) => own.pay_id)
      }
      expect(await outcome(anyhow)).toEqual(right)
      count += 1
      if (count % 500 === 0) console.log(`${count} years`)
    }),
    { numRuns: YEARS, endOnFailure: true, ...SEED },
  )
})
