import { addDays, type CivilDate } from '../../../../kernel/values/dates.ts'
import { type Decimal, isZero, sum, ZERO } from '../../../../kernel/values/money.ts'
import { periodStartFor } from '../../../../payroll/pay-periods.ts'
import type { LeaveMovement } from '../../../../payroll/result.ts'
import type { NzPayInput } from '../input/input.ts'
import { isParentalType } from '../input/leave-types.ts'
import { isSchedular } from '../input/tax-code.ts'
import { annualYearsSince } from '../leave/leave-years.ts'
import { isAveragedYear } from '../leave/parental-years.ts'
import { holidaysActOn, nextActOf } from '../rates/next-act.ts'
import type { NzRates } from '../rates/rates.ts'
import {
  isInHours,
  LEDGER_BALANCES,
  type LeaveBalanceName,
  type LeaveEntry,
  leaveEntriesOf,
} from './leave-entries.ts'
import { type LedgerOf, type Lot, leaveLedger } from './leave-ledger.ts'

/* Derives an employee's leave from the pays that moved it, and finds differences from the record. */

export type LeaveRecord = {
  startDate: CivilDate
  /** Processed pays, oldest first. */
  pays: readonly { id: number; input: NzPayInput; movements: readonly LeaveMovement[] }[]
  /** Opening figures: their day, and the balances they include. */
  brought: { on: CivilDate; amounts: Readonly<Partial<Record<LeaveBalanceName, Decimal>>> } | null
  /** The balances on the record. */
  stored: Readonly<Record<LeaveBalanceName, Decimal>>
}

export type LeaveDifference = { balance: LeaveBalanceName; ledger: Decimal; stored: Decimal; reason: string }
export type LeaveAccount = {
  ledgers: (Omit<LedgerOf, 'lots'> & { lots: (Lot & { rule: string })[] })[]
  differences: LeaveDifference[]
}

/** The ledger up to a day, and every difference between the pays' movements and the record's balances. */
export function leaveAccount(record: LeaveRecord, on: CivilDate | null, rates: NzRates): LeaveAccount {
  const moved = record.pays.flatMap((pay) => leaveEntriesOf(pay, rates))
  const openings = LEDGER_BALANCES.flatMap((balance) => openingOf(balance, record, moved))
  const entries = [...openings, ...moved]
  const ruleOf = ruleReader(record)
  return {
    ledgers: leaveLedger(entries, on).map((ledger) => ({
      ...ledger,
      lots: ledger.lots.map((lot) => ({ ...lot, rule: ruleOf(ledger.balance, lot) })),
    })),
    differences: [
      ...LEDGER_BALANCES.flatMap((balance) => changedByHand(balance, record, moved)),
      ...neverGiven(record, moved, rates),
    ],
  }
}

const totalOf = (balance: LeaveBalanceName, entries: readonly LeaveEntry[]): Decimal =>
  sum(entries.filter((entry) => entry.balance === balance).map(({ amount }) => amount))

/** The part of the balance that no pay explains: it existed before, or was entered by hand. */
function openingOf(
  balance: LeaveBalanceName,
  { stored, brought, startDate }: LeaveRecord,
  moved: readonly LeaveEntry[],
): LeaveEntry[] {
  const amount = stored[balance].minus(totalOf(balance, moved))
  return isZero(amount)
    ? []
    : [{ balance, kind: 'opening', date: brought?.on ?? startDate, amount, payId: null }]
}

function changedByHand(
  balance: LeaveBalanceName,
  { stored, brought }: LeaveRecord,
  moved: readonly LeaveEntry[],
): LeaveDifference[] {
  const opening = brought?.amounts[balance] ?? ZERO
  const ledger = opening.plus(totalOf(balance, moved))
  if (ledger.eq(stored[balance])) return []
  const reason = brought
    ? 'The opening figures and the pays do not add up to the balance: it was changed on the employee’s record.'
    : 'Part of the balance comes from no pay or opening figure: it was entered on the employee’s record.'
  return [{ balance, ledger, stored: stored[balance], reason }]
}

/** Anniversaries within the periods paid under the Holidays Act that granted no weeks. */
function neverGiven(
  { pays, stored, brought }: LeaveRecord,
  moved: readonly LeaveEntry[],
  rates: NzRates,
): LeaveDifference[] {
  const ofAct = pays.filter(({ input }) => nextActOf(input, rates) === undefined)
  const [first, last] = [ofAct[0]?.input, ofAct.at(-1)?.input]
  if (!first || !last) return []
  if (isSchedular(last)) return []
  const from = [
    periodStartFor(first.payPeriod, first.periodEnd),
    brought ? addDays(brought.on, 1) : last.startDate,
  ]
  const given = new Set(moved.filter(({ kind }) => kind === 'arisen').map(({ date }) => date))
  const since = from.reduce((a, b) => (a > b ? a : b))
  return annualYearsSince(since, last, holidaysActOn(last.payDate, rates).value)
    .filter(({ day }) => !given.has(day))
    .map(({ day, granted }) => ({
      balance: 'annual_holidays_weeks',
      ledger: stored.annual_holidays_weeks.plus(granted),
      stored: stored.annual_holidays_weeks,
      reason: `The ${granted.toFixed()} weeks of ${day} were not given by a pay (Holidays Act 2003 s 16).`,
    }))
}

/** The rule that values the leave of a lot. */
function ruleReader({ pays }: LeaveRecord) {
  const parental = pays.flatMap(({ input }) => input.leave.filter((line) => isParentalType(line.leaveType)))
  const hoursPerWeek = pays.at(-1)?.input.hoursPerDay.times(pays.at(-1)?.input.daysPerWeek ?? ZERO) ?? ZERO
  return (balance: LeaveBalanceName, { arose }: Lot): string => {
    if (isInHours(balance)) return 'Employment Leave Act 2026: hours at the hourly rate of the agreement'
    if (balance === 'sick_days') return 'Holidays Act 2003 ss 65, 66 and 71: relevant or average daily pay'
    if (balance === 'alt_holiday_days')
      return 'Holidays Act 2003 ss 56 to 61: relevant or average daily pay of the day it is taken'
    if (arose !== null && isAveragedYear(arose, parental, hoursPerWeek))
      return 'Parental Leave and Employment Protection Act 1987 s 42(2): average weekly earnings alone'
    return 'Holidays Act 2003 ss 16, 21, 24 and 28B: the greater of ordinary weekly pay and average weekly earnings'
  }
}
