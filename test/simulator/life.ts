import { setTimeout as sleep } from 'node:timers/promises'
import { ACTIONS, actionNamed } from './actions/index.ts'
import { type Birth, bear, firstSteps } from './birth.ts'
import { MARKS } from './caller.ts'
import { catchUp } from './catch-up.ts'
import type { Company } from './company.ts'
import { addDays, weekday } from './dates.ts'
import { acknowledged } from './invariants/acknowledged.ts'
import { INVARIANTS } from './invariants/index.ts'
import type { Random } from './random.ts'
import { readBack } from './read-back.ts'
import { isReadWhole, Reading } from './reading.ts'
import { Broken, type Step, type Target, Unsure } from './types.ts'

export type Life = { birth: Birth; company: Company; steps: Step[]; failure?: Broken }
export type LifeOptions = {
  /** Runs these instead of drawing new ones. */
  steps?: readonly Step[]
  withFaults?: boolean
  isOver?: (company: Company) => boolean
  markIndex?: number
  onStep?: (step: Step, company: Company) => void
  keepsAll?: boolean
}

/** Runs one company from its first day to its last. Returns what was done and what failed. */
export async function live(target: Target, birth: Birth, options: LifeOptions = {}): Promise<Life> {
  const { company, random, end } = await bear(target, birth, options.markIndex ?? birth.index)
  company.caller.keepsAll = options.keepsAll ?? false
  const steps: Step[] = []
  const life: Life = { birth, company, steps }
  try {
    const all = options.steps ? remarked(options.steps, company) : days(random, company, birth, end, options)
    for (const step of all) {
      if (options.isOver?.(company)) break
      steps.push(step)
      options.onStep?.(step, company)
      await perform(company, step)
    }
  } catch (error) {
    if (!(error instanceof Broken)) throw error
    life.failure = error
  }
  await target.retire(company.customer)
  return life
}

/** Replaces the marks in names with those of the current customer. */
const remarked = (steps: readonly Step[], { customer }: Company): Step[] =>
  JSON.parse(JSON.stringify(steps).replace(MARKS, customer.mark)) as Step[]

/** Every step of a life, drawn one after the other, because each depends on the last one's effect. */
function* days(
  random: Random,
  company: Company,
  birth: Birth,
  end: string,
  options: LifeOptions,
): Generator<Step> {
  yield* firstSteps(random, company, birth)
  const payday = random.int(1, 5)
  let count = 0
  for (let today = company.today; today <= end; today = addDays(today, 1)) {
    const day = weekday(today)
    const kinds = day === 0 ? [] : kindsOf(random, company, today, payday)
    for (const kind of kinds) {
      company.today = today
      const drawn = kind === ERRAND ? drawErrand(random, company, options) : drawKind(random, company, kind)
      if (!drawn) continue
      count += 1
      yield { name: `s${count}`, on: today, ...drawn }
    }
    if (day === 0) yield { name: `w${today}`, on: today, do: 'check', with: {} }
  }
  // A day later, when late answers have arrived.
  const after = addDays(end, 1)
  yield { name: 'end', on: after, do: 'settle-up', with: {} }
  yield { name: 'last', on: after, do: 'check', with: {} }
}

/** Offices do their work on a few days, several tasks on one day. */
const DAYS_WITH_SOMETHING = 0.073
const ERRANDS = 10
/** Any of the actions, by weight. One that cannot happen now is replaced by another. */
const ERRAND = 'errand'
const DRAWS = 5

/** The steps of a day: perhaps a payday, and other actions around it. */
function kindsOf(random: Random, company: Company, today: string, payday: number): string[] {
  const kinds: string[] = []
  if (isPayday(company, today, payday)) kinds.push(random.chance(0.8) ? 'pay-all' : 'pay-run')
  // A listener is never down for long.
  if (company.isDeaf && random.chance(0.8)) kinds.push('webhook-redeliver')
  if (random.chance(DAYS_WITH_SOMETHING))
    for (let left = random.int(1, ERRANDS); left > 0; left -= 1) kinds.push(ERRAND)
  return kinds
}

type Drawn = Pick<Step, 'do' | 'with'>

function drawKind(random: Random, company: Company, kind: string): Drawn | undefined {
  const particulars = actionNamed(kind)?.draw(random, company)
  return particulars === undefined ? undefined : { do: kind, with: particulars }
}

function drawErrand(random: Random, company: Company, options: LifeOptions): Drawn | undefined {
  // Actions that the company has done often yield to those it has not done yet.
  const possible = ACTIONS.filter(
    (action) =>
      (!action.country || action.country === company.country) && (!action.isFault || options.withFaults),
  ).map((action) => ({ action, weight: action.weight / (1 + (company.counts.get(action.name) ?? 0)) ** 2 }))
  for (let attempt = 0; attempt < DRAWS; attempt += 1) {
    const action = random.weighted(possible)?.action
    const drawn = action && drawKind(random, company, action.name)
    if (drawn) return drawn
  }
  return undefined
}

function isPayday(company: Company, today: string, payday: number): boolean {
  if (company.period === 'MONTHLY') return today.slice(8) === String(20 + payday)
  if (weekday(today) !== payday) return false
  return company.period === 'WEEKLY' || addDays(company.periodEnd(today), -7) < today
}

/**
 * Runs one step on its day. A write without an answer is looked up before the life continues. The weekly check looks
 * back from the clock's position after the last step.
 */
export async function perform(company: Company, step: Step): Promise<void> {
  if (step.do === 'check') return check(company, step.on)
  await company.goTo(step.on)
  try {
    await actionNamed(step.do)?.run(company, step.with, step.name)
  } catch (error) {
    if (!(error instanceof Unsure)) throw error
    await company.target.faults?.serving()
    // A commit that was under way when the process died may still arrive.
    await sleep(1000)
    await readBack(company, error.request, step.name)
  }
}

/** All invariants, one after the other. */
export async function check(company: Company, day: string): Promise<void> {
  company.today = day
  // Nothing was written and no clock moved since the last check, so only the stored state is checked, because nothing
  // else can differ.
  const isQuiet = company.writesChecked === company.caller.writes && !isReadWhole(company)
  if (!isQuiet) {
    await company.target.work(company.customer)
    await catchUp(company)
  }
  const reading = new Reading(company)
  for (const invariant of isQuiet ? [acknowledged] : INVARIANTS) {
    const wrong = await invariant.check(company, reading)
    if (wrong) throw new Broken(invariant.name, wrong)
  }
  company.writesChecked = company.caller.writes
  company.weeks += 1
}
