import fc from 'fast-check'
import { expect, it } from 'vitest'
import { dayOf, owedFor, type Pay } from '../independent/nz.ts'
import { employmentOf, kindsOf, monthEnd, type Plan, paidBy, plan } from '../support/nz-employments.ts'

/*
 * Whole employments of up to three years, paid period by period by the calculation, against test/independent/nz.ts.
 * NZ_EMPLOYMENTS=100000 makes the long run.
 */

const RUNS = Number(process.env.NZ_EMPLOYMENTS ?? 40)
/** The short run plays the same employments every time; a long one plays new ones, and prints their seed when one differs. */
const SEED = process.env.NZ_EMPLOYMENTS === undefined ? { seed: 20_261_115 } : {}

/** Employments that once came out a cent short: a quotient was rounded before it was multiplied. */
const EXAMPLES: [Plan][] = [
  [
    {
      ...{ period: 'MONTHLY', rate: 7485, startOffset: 120, periods: 24, lastBefore: 4, payoutLate: 0 },
      isUnpaidCounted: true,
      kinds: kindsOf(
        '3.1.1 11.1.1 5.1.7 8.1.9 2.3.13 2.5.8 7.5.14 3.4.6 7.5.2 2.4.6 6.2.1 1.2.3 10.4.15 11.2.4 0.5.0 11.4.0 3.3.14 5.3.3',
        '11.2.9 3.1.7 10.4.12 4.3.5 0.1.4 8.5.15',
      ),
    },
  ],
  [
    {
      ...{ period: 'MONTHLY', rate: 0, startOffset: 459, periods: 14, lastBefore: 19, payoutLate: 0 },
      isUnpaidCounted: true,
      kinds: kindsOf(
        '4.1.3 5.5.0 6.3.3 2.5.3 1.3.10 5.4.3 0.3.14 6.1.9 8.4.2 0.4.14 6.3.1 0.3.3 7.2.3 1.2.2',
      ),
    },
  ],
]

it('owes what the Act says, by a second calculation of whole employments', () => {
  fc.assert(
    fc.property(plan, (each) => {
      const employment = employmentOf(each)
      fc.pre(employment.lastDay >= dayOf(2024, 11, 1) && employment.lastDay < dayOf(2026, 11, 31))
      const last = employment.pays.at(-1) as Pay
      let payout = { start: last.start, end: last.end }
      for (let late = 0; late < each.payoutLate; late++) {
        const start = payout.end + 1
        payout = { start, end: each.period === 'WEEKLY' ? start + 6 : monthEnd(start) }
      }
      const { hoursLeft: _, ...owed } = owedFor(employment, payout.start)
      expect(paidBy(employment, payout)).toEqual(owed)
    }),
    { numRuns: RUNS, examples: EXAMPLES, ...SEED },
  )
}, 3_600_000)

it('does not change what is owed when the payout comes later', () => {
  fc.assert(
    fc.property(plan, fc.integer({ min: 1, max: 6 }), (each, late) => {
      const employment = employmentOf(each)
      fc.pre(employment.lastDay >= dayOf(2024, 1, 1) && employment.lastDay < dayOf(2026, 5, 1))
      const last = employment.pays.at(-1) as Pay
      const length = each.period === 'WEEKLY' ? 7 : 0
      let payout = { start: last.start, end: last.end }
      const now = paidBy(employment, payout)
      for (let times = 0; times < late; times++)
        payout = { start: payout.end + 1, end: length ? payout.end + length : monthEnd(payout.end + 1) }
      expect(paidBy(employment, payout)).toEqual(now)
    }),
    { numRuns: Math.ceil(RUNS / 4), ...SEED },
  )
}, 3_600_000)

/** What is owed for holidays, paid in the last period, and paid in another way. */
function expectSame(each: Plan, how: Parameters<typeof paidBy>[2]) {
  const employment = employmentOf(each)
  fc.pre(employment.lastDay >= dayOf(2024, 1, 1) && employment.lastDay < dayOf(2026, 5, 1))
  const { start, end } = employment.pays.at(-1) as Pay
  // A holiday after the last day would be valued before the end in one way and after it in the other; nobody takes one.
  fc.pre(employment.lastDay >= start)
  expect(paidBy(employment, { start, end }, how)).toEqual(paidBy(employment, { start, end }))
}
const OPTIONS = { numRuns: Math.ceil(RUNS / 4), ...SEED }

it('does not change what is owed when the work of a period comes in two pays', () => {
  fc.assert(
    fc.property(plan, (each) => expectSame(each, { isSplit: true })),
    OPTIONS,
  )
}, 3_600_000)

it('does not change what is owed when every pay is paid late', () => {
  fc.assert(
    fc.property(plan, fc.integer({ min: 1, max: 20 }), (each, daysLate) => expectSame(each, { daysLate })),
    OPTIONS,
  )
}, 3_600_000)

it('does not change what is owed when the last work is paid with the payout', () => {
  fc.assert(
    fc.property(plan, (each) => expectSame(each, { isTogether: true })),
    OPTIONS,
  )
}, 3_600_000)
