import { keptOtherwise } from '../../../../http/view.ts'
import { isRecord } from '../../../../kernel/is-record.ts'
import { decimal, sum } from '../../../../kernel/values/money.ts'
import type { TerminationBlock } from '../request/termination-schema.ts'

const PAID_BY: Readonly<Record<string, string>> = {
  is_unused_holiday_paid: 'unused_holiday_amount',
  is_unused_leave_loading_paid: 'unused_leave_loading_amount',
  is_unused_lsl_paid: 'unused_lsl_amount',
  is_unused_sick_paid: 'unused_sick_amount',
  is_unused_rdo_paid: 'unused_rdo_amount',
  is_unused_toil_paid: 'unused_toil_amount',
}

/** Warns about termination settings that are applied differently or not at all. */
export function endingAdvice(block: TerminationBlock | null, result: unknown): string[] {
  if (!block || !isRecord(result)) return []
  const number = (value: unknown) => Number(value ?? 0)
  const sent = Object.entries(block)
  const amounts = sent.filter(
    ([name, value]) => /_amount$|_lump_sum$|^unused_lsl_/.test(name) && value !== null,
  )
  const idle = sent.filter(
    ([name, value]) => value === true && PAID_BY[name] && number(result[PAID_BY[name]]) === 0,
  )
  const said = [
    ...keptOtherwise(Object.fromEntries(amounts), result),
    ...idle.map(([name]) => `${name} is true, but there is nothing to pay: ${PAID_BY[name]} is 0.`),
  ]
  const { reason = 'TERMINATION', redundancy_amount, tax_summaries } = block
  // Only Australian results have the components of an employment termination payment.
  if (result.total_etp_amount === undefined) return said
  if (number(redundancy_amount) > 0 && reason === 'TERMINATION')
    said.push(
      'redundancy_amount is paid with the reason TERMINATION: no part of it is tax free. Send the reason REDUNDANCY if the redundancy is genuine.',
    )
  const reported = sum(
    (tax_summaries ?? []).flatMap((row) =>
      [row.taxable_component, row.tax_free_component, row.lump_sum_d].map((part) =>
        decimal(String(part ?? 0)),
      ),
    ),
  )
  const paid = decimal(String(number(result.total_etp_amount)))
  if (
    tax_summaries &&
    !reported.eq(paid) &&
    !reported.eq(paid.plus(decimal(String(number(result.lump_sum_d)))))
  )
    said.push(
      `tax_summaries come to ${reported.toFixed(2)}, and the termination pays ${paid.toFixed(2)} as employment termination payments: the reported and paid amounts differ.`,
    )
  return said
}
