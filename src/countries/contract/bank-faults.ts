import { UnfitForFormat } from './bank-file.ts'
import { cents } from './bank-text.ts'

/** The largest amount that fits a format's amount fields. */
export type Most = { cents: bigint; dollars: string }

const SHOWN = 10

/** Rejects a file with all its faults at once, so the user can correct them in one go. */
export function refuseFaults(faults: readonly string[]): void {
  if (faults.length === 0) return
  const more = faults.length > SHOWN ? [`And ${faults.length - SHOWN} more.`] : []
  throw new UnfitForFormat([...faults.slice(0, SHOWN), ...more])
}

/**
 * Reports payments that are too large for a record. If there are none, reports a total that is too large for the trailer
 * record.
 */
export function amountFaults(payments: readonly { whose: string; amount: string }[], most: Most): string[] {
  const tooLarge = payments.filter((payment) => cents(payment.amount) > most.cents)
  if (tooLarge.length > 0)
    return tooLarge.map(
      ({ whose }) =>
        `The payment to ${whose} is above ${most.dollars}, the most a record can contain: split the pay.`,
    )
  const total = payments.reduce((sum, payment) => sum + cents(payment.amount), 0n)
  return total > most.cents
    ? [`A file in this bank format can contain at most ${most.dollars}: split the run.`]
    : []
}
