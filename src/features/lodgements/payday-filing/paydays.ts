import { badRequest } from '../../../kernel/problem.ts'
import { type CivilDate, civilDate } from '../../../kernel/values/dates.ts'
import type { SelectedPay } from '../lodgements/index.ts'
import type { FiledLine } from './load.ts'
import type { Payday } from './planned.ts'
import type { PaydaySelection } from './schema.ts'

/* The paydays of a request, and the other details that it reports. */

/**
 * Adjustments and opt-outs go with the last payday. A request that names an employee who is not in it is
 * refused rather than silently ignored.
 */
export function requireAsked(
  body: PaydaySelection,
  selected: readonly SelectedPay[],
  filed: readonly FiledLine[],
  payDate: CivilDate | undefined,
): void {
  const there = new Set([
    ...selected.filter((pay) => pay.processed_date === payDate).map((pay) => pay.employee_id),
    ...filed.filter((line) => line.pay_date === payDate).map((line) => line.employee_id),
  ])
  const asked = [...(body.prior_period_adjustments ?? []), ...(body.kiwisaver_opt_outs ?? [])]
  const missing = asked.find((each) => !there.has(each.employee_id))
  if (missing)
    throw badRequest(`Employee ${missing.employee_id} has no pay on ${payDate ?? 'a payday'} in this filing.`)
}

/** The paydays of a request, oldest first. Its other details go with the last one. */
export function paydaysOf(
  body: PaydaySelection,
  selected: readonly SelectedPay[],
  filed: readonly FiledLine[],
  isFinal: boolean,
): Payday[] {
  const found = new Set<CivilDate>([
    ...selected.map((pay) => pay.processed_date),
    ...filed.map((line) => line.pay_date),
  ])
  const dates = [...found].sort()
  if (dates.length === 0 && body.to_date) dates.push(civilDate(body.to_date))
  const prior = new Map(
    (body.prior_period_adjustments ?? []).map((each) => [
      each.employee_id,
      { gross: String(each.gross), paye: String(each.paye) },
    ]),
  )
  const optOuts = new Map(
    (body.kiwisaver_opt_outs ?? []).map((each) => [
      each.employee_id,
      {
        signedDate: each.signed_date,
        account: each.bank_account,
        accountHolder: each.account_holder,
        lateReason: each.late_reason ?? null,
        otherLateReason: each.other_late_reason ?? null,
      },
    ]),
  )
  return dates.map((payDate) => {
    const isLast = payDate === dates.at(-1)
    return {
      payDate,
      payIds: selected.filter((pay) => pay.processed_date === payDate).map((pay) => pay.id),
      filed: filed.filter((line) => line.pay_date === payDate),
      without: new Set(body.hold_back ?? []),
      prior: isLast ? prior : new Map(),
      optOuts: isLast ? optOuts : new Map(),
      isIdentityRenewed: body.renew_identity ?? false,
      isFinalReturn: isLast && isFinal,
      sentAgain: new Map(),
    }
  })
}
