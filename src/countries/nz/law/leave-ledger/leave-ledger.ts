import type { CivilDate } from '../../../../kernel/values/dates.ts'
import { type Decimal, smaller, sum, ZERO } from '../../../../kernel/values/money.ts'
import {
  type EntryKind,
  isInHours,
  LEDGER_BALANCES,
  type LeaveBalanceName,
  type LeaveEntry,
} from './leave-entries.ts'

/*
 * The leave ledger: leave that arose, by entitlement year or by the day worked, and how it was used. Leave is used first in,
 * first out. Leave used before it arises is an advance, and is taken from the leave that arises next. Hours of the Employment Leave
 * Act 2026 accrue with each pay and belong to no year: they form one lot.
 */

/** Leave that arose on one day. */
export type Lot = {
  /** Null when it was brought forward and the day is unknown. */
  arose: CivilDate | null
  arisen: Decimal
  taken: Decimal
  cashedUp: Decimal
  paidOut: Decimal
  lapsed: Decimal
  converted: Decimal
  /** The leave left in earlier lots when this one arose. */
  carriedOver: Decimal
  left: Decimal
  entries: Use[]
}

/** A part of an entry that belongs to one lot. */
export type Use = Pick<LeaveEntry, 'kind' | 'date' | 'amount' | 'payId'>

export type LedgerOf = { balance: LeaveBalanceName; lots: Lot[]; inAdvance: Decimal; left: Decimal }

/** The ledger up to and including a day. Null for all entries, including leave paid ahead. */
export function leaveLedger(entries: readonly LeaveEntry[], on: CivilDate | null): LedgerOf[] {
  const known = entries.filter(({ date }) => on === null || date <= on)
  return LEDGER_BALANCES.flatMap((balance) => {
    const own = known.filter((entry) => entry.balance === balance)
    return own.length === 0 && isInHours(balance) ? [] : [ledgerOf(balance, own)]
  })
}

const ORDER: Readonly<Record<EntryKind, number>> = {
  opening: 0,
  arisen: 1,
  reversed: 2,
  taken: 3,
  'cashed-up': 4,
  'paid-out': 5,
  lapsed: 6,
  converted: 7,
}

function ledgerOf(balance: LeaveBalanceName, entries: readonly LeaveEntry[]): LedgerOf {
  const lots: Lot[] = []
  let advances: Use[] = []
  // Leave settled at the end, before the weeks granted too early are reversed.
  let settledAhead = ZERO
  const inOrder = entries.toSorted((a, b) =>
    a.date === b.date ? ORDER[a.kind] - ORDER[b.kind] : a.date < b.date ? -1 : 1,
  )
  for (const { kind, date, amount, payId } of inOrder) {
    const entry = { kind, date, amount, payId }
    if (kind === 'reversed') reverse(lots, entry)
    else if (amount.gt(ZERO) && (kind === 'paid-out' || kind === 'converted')) {
      settledAhead = settledAhead.plus(amount).minus(owedIn(advances))
      advances = settle(advances, amount)
      settledAhead = settledAhead.plus(owedIn(advances))
    } else if (amount.gt(ZERO)) {
      arise(lots, entry, isInHours(balance))
      const waiting = advances
      advances = []
      for (const use of waiting) advances.push(...takeFrom(lots, use))
    } else advances.push(...takeFrom(lots, entry))
  }
  const inAdvance = owedIn(advances)
  return { balance, lots, inAdvance, left: leftIn(lots).minus(inAdvance).plus(settledAhead) }
}

const owedIn = (advances: readonly Use[]) => sum(advances.map((use) => use.amount)).times('-1')

const leftIn = (lots: readonly Lot[]) => sum(lots.map(({ left }) => left))

function arise(lots: Lot[], entry: Use, isOneLot: boolean): void {
  const last = lots.at(-1)
  if (!last?.arose || entry.kind === 'opening' || !(isOneLot || last.arose === entry.date)) {
    lots.push(newLot(entry, leftIn(lots)))
    return
  }
  last.arisen = last.arisen.plus(entry.amount)
  last.left = last.left.plus(entry.amount)
  last.entries.push(entry)
}

const newLot = (entry: Use, carriedOver: Decimal): Lot => ({
  arose: entry.kind === 'opening' ? null : entry.date,
  arisen: entry.amount,
  taken: ZERO,
  cashedUp: ZERO,
  paidOut: ZERO,
  lapsed: ZERO,
  converted: ZERO,
  carriedOver,
  left: entry.amount,
  entries: [entry],
})

/** Takes from the oldest lots. Any rest is in advance. */
function takeFrom(lots: readonly Lot[], entry: Use): Use[] {
  let open = entry.amount.times('-1')
  for (const lot of lots) {
    if (open.lte(ZERO)) return []
    if (lot.left.lte(ZERO)) continue
    const part = smaller(open, lot.left)
    open = open.minus(part)
    book(lot, { ...entry, amount: part.times('-1') })
  }
  return open.gt(ZERO) ? [{ ...entry, amount: open.times('-1') }] : []
}

function book(lot: Lot, use: Use): void {
  const amount = use.amount.times('-1')
  lot.left = lot.left.minus(amount)
  if (use.kind === 'cashed-up') lot.cashedUp = lot.cashedUp.plus(amount)
  else if (use.kind === 'paid-out') lot.paidOut = lot.paidOut.plus(amount)
  else if (use.kind === 'lapsed') lot.lapsed = lot.lapsed.plus(amount)
  else if (use.kind === 'converted') lot.converted = lot.converted.plus(amount)
  else lot.taken = lot.taken.plus(amount)
  lot.entries.push(use)
}

/** Takes weeks that were granted too early from the last lot. */
function reverse(lots: readonly Lot[], entry: Use): void {
  const last = lots.at(-1)
  if (!last) return
  last.arisen = last.arisen.plus(entry.amount)
  last.left = last.left.plus(entry.amount)
  last.entries.push(entry)
}

/** The end of the employment settles leave taken in advance. */
function settle(advances: readonly Use[], amount: Decimal): Use[] {
  let open = amount
  return advances.flatMap((use) => {
    const part = smaller(open, use.amount.times('-1'))
    open = open.minus(part)
    const rest = use.amount.plus(part)
    return rest.lt(ZERO) ? [{ ...use, amount: rest }] : []
  })
}
