import { CalculationError } from '../../../../kernel/values/calculation-error.ts'
import { type CivilDate, daysBetween, yearsOfService } from '../../../../kernel/values/dates.ts'
import {
  allocate,
  type Decimal,
  isZero,
  notBelowZero,
  ONE,
  toCent,
  toWholeDown,
  whole,
  ZERO,
} from '../../../../kernel/values/money.ts'
import { cite, FIGURES_OF_THIS_PAY, TERMINATION_REQUEST } from '../../../../payroll/sources.ts'
import { type EndingFacts, type EraSplit, rateFor } from '../input/ending.ts'
import type { AuTerminationInput, CessationCode, TerminationReason } from '../input/input.ts'
import type { AuRates, LeavingKey, LongServiceState } from '../rates/rates.ts'
import { longServiceStart } from './bridged-service.ts'
import { unusedHoursValue } from './unused-leave.ts'

const ERAS = {
  preAugust1978: { name: 'pre-august-1978', given: 'unusedLslPreAugust1978' },
  august1978ToAugust1993: { name: 'august-1978-to-august-1993', given: 'unusedLslAugust1978ToAugust1993' },
  postAugust1993: { name: 'post-august-1993', given: 'unusedLslPostAugust1993' },
} as const

const NO_LEAVE: EraSplit = { preAugust1978: ZERO, august1978ToAugust1993: ZERO, postAugust1993: ZERO }

/** Unused long service leave: whether the state's law requires payment, and its value by era. */
export function valueLongService(facts: EndingFacts, cessation: CessationCode, rates: AuRates) {
  const isLslPaid = facts.ending.isUnusedLslPaid ?? isDue(facts, cessation, rates)
  if (!isLslPaid) return { isLslPaid, lsl: NO_LEAVE, lslTotal: ZERO }
  const lsl: EraSplit = {
    preAugust1978: valueEra('preAugust1978', facts, rates),
    august1978ToAugust1993: valueEra('august1978ToAugust1993', facts, rates),
    postAugust1993: valueEra('postAugust1993', facts, rates),
  }
  const lslTotal = facts.trace.sum({
    name: 'termination.unused-lsl',
    formula: 'before August 1978 + up to August 1993 + since then',
    add: lsl,
    rule: 'Unused long service leave',
    source: FIGURES_OF_THIS_PAY,
  })
  return { isLslPaid, lsl, lslTotal }
}

/**
 * Whether unused long service leave is paid out: always after the full years, and depending on the reason from the pro rata
 * years.
 */
export function paysLongService(
  state: LongServiceState,
  serviceYears: Decimal,
  reason: TerminationReason,
  cessation: string | null,
): boolean {
  if (serviceYears.gte(state.fullYears)) return true
  if (serviceYears.lt(state.proRataYears)) return false
  return state.paidBeforeFull[leavingKey(reason, cessation)]
}

/**
 * Splits an amount by era (ITAA 1997 s 83-105): the days of leave by the days of service before August 1978, up to August 1993,
 * and after. Leave of the later eras is whole days; the fraction that is left belongs to the oldest era of the service.
 */
function splitByEra(
  amount: Decimal,
  leave: Record<'hours' | 'hoursPerDay', Decimal>,
  { start, end, secondEra, thirdEra }: Record<'start' | 'end' | 'secondEra' | 'thirdEra', CivilDate>,
): EraSplit {
  const last = daysBetween(start, end) + 1
  const before1978 = clamp(daysBetween(start, secondEra), last)
  const before1993 = clamp(daysBetween(start, thirdEra), last)
  const { hours } = leave
  const hoursPerDay = isZero(leave.hoursPerDay) ? ONE : leave.hoursPerDay
  const leaveDays = hours.div(hoursPerDay)
  // Divided once, so that a whole number of days is not a little less.
  const accrued = (days: number) => toWholeDown(hours.times(whole(days)).div(hoursPerDay.times(whole(last))))
  const since1993 = before1993 === 0 ? leaveDays : accrued(last - before1993)
  const upTo1993 = before1978 === 0 ? leaveDays.minus(since1993) : accrued(before1993 - before1978)
  const oldest = leaveDays.minus(upTo1993).minus(since1993)
  const [pre = ZERO, middle = ZERO, post = ZERO] = allocate(amount, [oldest, upTo1993, since1993])
  return { preAugust1978: pre, august1978ToAugust1993: middle, postAugust1993: post }
}

function isDue({ input, ending, balances, trace }: EndingFacts, cessation: CessationCode, rates: AuRates) {
  if (manualEras(ending).some((amount) => amount?.gt(ZERO))) return true
  if (input.state === null) {
    if (!balances.lsl.gt(ZERO)) return false
    throw new CalculationError(
      'Whether long service leave is paid depends on the state, which is not known: send is_unused_lsl_paid.',
    )
  }
  const table = rates.longService.at(ending.terminationDate)
  const state = table.value[input.state]
  const start = longServiceStart(input, input.state, ending.terminationDate, rates)
  const years = whole(yearsOfService(start, ending.terminationDate))
  const isPaid = paysLongService(state, years, ending.reason, cessation)
  trace.made({
    name: 'termination.long-service-due',
    formula:
      'hours paid out: all after the full years of service, by reason from the pro rata years, else none',
    inputs: {
      state: input.state,
      years,
      fullYears: state.fullYears,
      proRataYears: state.proRataYears,
      reason: ending.reason,
      cessation,
      paidOut: isPaid ? 'yes' : 'no',
      hours: balances.lsl,
    },
    make: ({ paidOut, hours }) => (paidOut === 'yes' ? notBelowZero(hours) : ZERO),
    rule: `Long service leave, ${input.state}`,
    source: cite(table),
  })
  return isPaid
}

function valueEra(
  era: keyof EraSplit,
  { input, ending, balances, trace }: EndingFacts,
  rates: AuRates,
): Decimal {
  const name = `termination.unused-lsl.${ERAS[era].name}`
  if (manualEras(ending).some((amount) => amount !== null)) {
    return trace.sum({
      name,
      formula: 'amount as given, to the cent',
      add: { given: ending[ERAS[era].given] ?? ZERO },
      to: toCent,
      rule: 'Manual amount',
      source: TERMINATION_REQUEST,
    })
  }
  const table = rates.schedule7.at(input.payDate)
  return trace.made({
    name,
    formula: 'hours × hourly rate, shared out by whole days of leave for the days of service in the era',
    inputs: {
      hours: balances.lsl,
      rate: rateFor(balances.lsl, input),
      hoursPerDay: input.hoursPerDay,
      start: input.startDate,
      end: ending.terminationDate,
      secondEra: table.value.secondEra,
      thirdEra: table.value.thirdEra,
    },
    make: ({ hours, rate, hoursPerDay, ...days }) => {
      return splitByEra(unusedHoursValue({ hours, rate }), { hours, hoursPerDay }, days)[era]
    },
    rule: 'ITAA 1997 s 83-105',
    source: cite(table),
  })
}

/** The amounts of the request if it has manual leave amounts. Otherwise empty. */
function manualEras(ending: AuTerminationInput): readonly (Decimal | null)[] {
  return ending.isManualLeaveAmounts ? Object.values(ERAS).map((era) => ending[era.given]) : []
}

function clamp(days: number, most: number): number {
  return Math.max(0, Math.min(days, most))
}

function leavingKey(reason: TerminationReason, cessation: string | null): LeavingKey {
  if (reason === 'REDUNDANCY') return 'redundancy'
  if (reason === 'INVALIDITY') return 'invalidity'
  if (reason !== 'TERMINATION') return 'death'
  if (cessation === 'F') return 'dismissed'
  if (cessation === 'C') return 'contract_ended'
  return cessation === 'T' ? 'transferred' : 'resigned'
}
