import type { CivilDate } from '../../../../kernel/values/dates.ts'
import { decimal, sumTexts, ZERO } from '../../../../kernel/values/money.ts'
import { type Figure, isCounted, type PastQuestion } from '../../../../payroll/history.ts'
import { declarationOn } from '../declarations/on-day.ts'
import type { AuPastPay } from '../figures/past-pay.ts'
import type { OtherDeclaration, TaxDeclaration } from '../input/input.ts'
import type { AuRates } from '../rates/rates.ts'

/* The payments for one period, by the declaration under which each was taxed. */

/** A payment for a period: one of its pays, or leave of the period that a pay of an earlier period included. */
export type Payment = { pay: AuPastPay; taxable: Figure; tax: Figure; isAdvance?: true }

/** The declaration of the pay that is calculated, and the rules by which declarations expire. */
export type Declared = { declaration: TaxDeclaration; tfnRules: AuRates['tfnRules'] }

/**
 * A declaration applies to payments made after it. Payments under an earlier declaration keep their tax, and so do payments
 * before a pending number expired or a variation ended. They count by payment date, in whatever order they were entered,
 * because they do not settle the tax of later payments.
 */
export function byDeclaration(
  payments: readonly Payment[],
  asked: PastQuestion,
  { declaration, tfnRules }: Declared,
): { same: Payment[]; before: Payment[]; otherDeclarations?: OtherDeclaration[] } {
  // Most pays are the only one of their period, and comparing declarations is slow.
  if (payments.length === 0) return { same: [], before: [] }
  const { timing, startDate, dateOfBirth, beforeId } = asked
  const effectOf = (declared: TaxDeclaration, day: CivilDate) =>
    textOf(declarationOn(declared, { payDate: day, startDate, dateOfBirth }, tfnRules.at(day).value))
  const current = effectOf(declaration, timing.payDate)
  const isOtherwise = ({ details, payDate }: AuPastPay) =>
    details?.declaration !== undefined && effectOf(details.declaration, payDate) !== current
  const [otherwise, alike]: [Payment[], Payment[]] = [[], []]
  for (const payment of payments) (isOtherwise(payment.pay) ? otherwise : alike).push(payment)
  const same = alike.filter(({ pay }) => isCounted(pay, asked))
  if (otherwise.length === 0) return { same, before: [] }
  const own = { payDate: timing.payDate, id: beforeId }
  // This pay settles the tax of the later payments that count, so it counts what was paid before any of them.
  const last = same.map(({ pay }): Placed => pay).reduce((a, b) => (comparePlaces(a, b) > 0 ? a : b), own)
  const before = otherwise.filter(({ pay }) => comparePlaces(pay, last) < 0)
  const otherDeclarations = placesOf(same, before, own)
  const [only] = otherDeclarations
  const isLast = only?.before.eq(sumTexts(same.map(({ taxable }) => taxable))) && !only.isAfterThis
  return {
    same,
    before,
    ...(otherDeclarations.length === 0 || (otherDeclarations.length === 1 && isLast)
      ? {}
      : { otherDeclarations }),
  }
}

type Placed = Pick<AuPastPay, 'payDate' | 'id'>

const comparePlaces = (a: Placed, b: Placed) =>
  a.payDate === b.payDate ? a.id - b.id : a.payDate < b.payDate ? -1 : 1

/** The payments under other declarations, each with what was paid before it. Consecutive ones are one entry. */
function placesOf(same: readonly Payment[], before: readonly Payment[], own: Placed): OtherDeclaration[] {
  const isOther = new Set(before)
  const ordered = [...same, ...before].sort((a, b) => comparePlaces(a.pay, b.pay))
  const places: OtherDeclaration[] = []
  let paid = ZERO
  let isJoined = false
  for (const payment of ordered) {
    const isAfterThis = comparePlaces(payment.pay, own) > 0
    const taxable = decimal(payment.taxable)
    if (isOther.has(payment)) {
      const last = places.at(-1)
      if (last && isJoined && isAfterThis === (last.isAfterThis ?? false))
        places[places.length - 1] = { ...last, taxable: last.taxable.plus(taxable) }
      else places.push({ before: paid, taxable, ...(isAfterThis ? { isAfterThis } : {}) })
    }
    isJoined = isOther.has(payment)
    paid = paid.plus(taxable)
  }
  return places
}

const textOf = (declaration: TaxDeclaration) => JSON.stringify(Object.entries(declaration).sort())
