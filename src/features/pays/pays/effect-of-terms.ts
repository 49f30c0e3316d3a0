import { type AffectedPayView, viewDifferences, viewRecalculated } from './affected.ts'
import { hasFigures } from './calculate/same-figures.ts'
import type { WholePay } from './context/loaded-pay.ts'
import type { KeptTerms, Outcome } from './context/outcomes.ts'
import { movedFrom } from './job/leave-balances.ts'

/** A pay as stored, and as recalculated before and after a change of terms. */
export type RenewedOutcome = { row: WholePay['row']; paid: Outcome; was: Outcome; is: Outcome }

/**
 * The effect of changed terms on the pays of one employee, in order. Later pays read the terms of earlier
 * ones, such as the declaration of a week. So a pay whose figures stay the same must not keep its old terms
 * silently. If no pay's figures change, the pay takes the new terms. Otherwise it is listed as affected.
 */
export function effectOf(pays: readonly RenewedOutcome[]): {
  listed: AffectedPayView[]
  renewed: { id: number; kept: KeptTerms }[]
} {
  const views = pays.map((pay) => ({
    ...pay,
    view: viewOf(pay),
    isReadOtherwise: pay.paid.kept?.read !== pay.is.kept?.read,
    isMoved: pay.was.kept?.read !== pay.is.kept?.read,
  }))
  const last = views.findLastIndex(({ view }) => view !== undefined)
  if (last < 0 && pays.every(isSettled)) {
    const renewed = views.flatMap(({ row: { id }, is: { kept }, isReadOtherwise, isMoved }) =>
      kept && isReadOtherwise && isMoved ? [{ id, kept }] : [],
    )
    return { listed: [], renewed }
  }
  const listed = views.flatMap(({ row, paid, is, view, isReadOtherwise, isMoved }, index) => {
    if (view) return [view]
    // A final pay cannot be recalculated, and later pays use only its figures.
    if (!isReadOtherwise || row.is_termination || (index > last && !isMoved)) return []
    return [viewRecalculated(row, paid, is)]
  })
  return { listed: listed.map((view) => ({ ...view, needs_renew_snapshot: true })), renewed: [] }
}

/** A pay whose figures, leave or report differ. */
function viewOf({ row, paid, was, is }: RenewedOutcome): AffectedPayView | undefined {
  const [view] = viewDifferences(row, paid, was, is)
  const [stored, before, after] = [paid, was, is].map(({ kept }) => kept?.reported)
  return view ?? (after !== before && after !== stored ? viewRecalculated(row, paid, is) : undefined)
}

/** Whether recalculating the pay would change nothing but its terms. */
const isSettled = ({ paid, is }: RenewedOutcome) =>
  hasFigures(paid.figures, is.figures) &&
  Object.keys(movedFrom(paid.moved, is.moved)).length === 0 &&
  paid.kept?.rows === is.kept?.rows &&
  paid.kept?.reported === is.kept?.reported
