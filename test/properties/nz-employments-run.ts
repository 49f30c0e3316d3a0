/*
 * The long run of nz-employments.test.ts: node test/properties/nz-employments-run.ts [--employments 100000] [--seed 1].
 * Block n of a run contains what fast-check draws with seed n, so every employment can be reproduced. Three employments
 * share a course: each ends in a different period, on its own day, with its payout then or later. Every eighth course
 * is also paid in another way (split, late, the last work with the payout, the payout later). Courses differ in the
 * days worked, which may change, the workplace and an earlier employment with the same employer. Ten more employments
 * of each block have parental leave. Prints its progress; exits 1 on a difference.
 */
import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { owedFor } from '../independent/nz.ts'
import {
  employmentOf,
  endedWith,
  type HowPaid,
  isKnownEnd,
  type ParentalPlan,
  type Plan,
  paidBothWays,
  paidBy,
  paidByEnds,
  parentalEmployment,
  parentalPlan,
  payoutPeriod,
  plansWithWeeklyIn,
} from '../support/nz-employments.ts'

const { values } = parseArgs({
  options: { employments: { type: 'string', default: '100000' }, seed: { type: 'string', default: '1' } },
})
const COURSES = 100
const ENDS = 3
const WAYS: readonly HowPaid[] = [{ isSplit: true }, { daysLate: 9 }, { isTogether: true }, { payoutLate: 3 }]
const drawn = fc.record({
  plan: plansWithWeeklyIn(6),
  ends: fc.array(fc.record({ at: fc.nat(9_999), before: fc.nat(20), late: fc.nat(3) }), {
    minLength: ENDS,
    maxLength: ENDS,
  }),
})
type Drawn = typeof drawn extends fc.Arbitrary<infer Value> ? Value : never

const wanted = Number(values.employments)
const first = Number(values.seed)
const total = { courses: 0, employments: 0, parental: 0, pays: 0, otherWays: 0, differences: 0 }

const text = (value: unknown) =>
  JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? each.toString() : each))

function compare(what: string, plan: Plan, left: unknown, right: unknown): void {
  if (text(left) === text(right)) return
  total.differences += 1
  const kinds = plan.kinds.map(({ kind, size, extras }) => `${kind}.${size}.${extras}`).join(' ')
  console.log(`DIFFERENT ${what}\n  ${text({ ...plan, kinds })}\n  ${text(left)}\n  ${text(right)}`)
}

/** Ends of the course in different periods for which the second calculation knows the public holidays afterwards. */
function endsOf({ plan, ends }: Drawn) {
  const course = employmentOf(plan)
  const free = course.pays.map((_, index) => index + 1).filter((count) => count > 1)
  return {
    course,
    ends: ends.flatMap(({ at, before, late }) => {
      const [count] = free.splice(at % free.length, 1)
      if (count === undefined) return []
      const employment = endedWith(course, count, before)
      return isKnownEnd(employment)
        ? [{ employment, payout: payoutPeriod(employment.pays, plan.period, late) }]
        : []
    }),
  }
}

function play(each: Drawn, name: string): void {
  const { course, ends } = endsOf(each)
  if (ends.length === 0) return
  total.courses += 1
  for (const { employment, payout, paid } of paidByEnds(course, ends)) {
    total.employments += 1
    total.pays += employment.pays.length + 1
    const owed = owedFor(employment, payout.start)
    compare(
      `${name}, ${employment.pays.length} periods, last day ${employment.lastDay}`,
      each.plan,
      paid,
      owed,
    )
  }
  if (total.courses % 8 !== 0) return
  const how = WAYS[(total.courses / 8) % WAYS.length] as HowPaid
  const ways = paidBothWays(each.plan, how)
  if (ways === null) return
  total.otherWays += 1
  compare(`${name} ${text(how)}`, each.plan, ways.other, ways.plain)
}

function playParental(each: ParentalPlan, name: string): void {
  const employment = parentalEmployment(each)
  if (!isKnownEnd(employment)) return
  const payout = payoutPeriod(employment.pays, 'WEEKLY', 0)
  const owed = owedFor(employment, payout.start)
  const paid = paidBy(employment, payout)
  total.employments += 1
  total.parental += 1
  total.pays += employment.pays.length + 1
  if (text(paid) === text(owed)) return
  total.differences += 1
  console.log(`DIFFERENT ${name}\n  ${text(each)}\n  ${text(paid)}\n  ${text(owed)}`)
}

const seconds = () => Math.round(process.cpuUsage().user / 1_000_000)
let block = first
for (; total.employments < wanted; block++) {
  for (const [index, each] of fc.sample(drawn, { numRuns: COURSES, seed: block }).entries())
    play(each, `seed ${block} course ${index}`)
  for (const [index, each] of fc.sample(parentalPlan, { numRuns: 10, seed: block }).entries())
    playParental(each, `seed ${block} parental ${index}`)
  if ((block - first) % 20 === 19)
    console.log(`up to seed ${block}: ${text(total)}, ${seconds()} s of processor time`)
}
console.log(`seeds ${first} to ${block - 1}: ${text(total)}, ${seconds()} s of processor time`)
process.exitCode = total.differences > 0 ? 1 : 0
