import { decimal } from '../../../kernel/values/money.ts'
import { nameSome } from '../../../kernel/values/name-some.ts'
import { quoteName, quotePerson } from '../../../kernel/values/quote-name.ts'
import type { RaisedDeduction } from './context/raised-deductions.ts'

/** The number of people named in a sentence. */
const NAMED_MAX = 20

/** Names the raised deductions for an approver. A total hides them: the net falls by as much as the payee gets more. */
export function raisedDeductions(raised: readonly RaisedDeduction[]): string[] {
  if (raised.length === 0) return []
  const named = nameSome(raised, NAMED_MAX, (row) => {
    const { amount, before } = row
    return `${quotePerson(row)} (to ${placeOf(row)}, $${decimal(amount).toFixed(2)}, $${decimal(before).toFixed(2)} before)`
  })
  return [`Deductions for a payee that are more than last time: ${named}.`]
}

export const placeOf = ({ payee, reference }: Pick<RaisedDeduction, 'payee' | 'reference'>): string =>
  reference ? `${quoteName(payee)}, reference ${quoteName(reference)}` : quoteName(payee)
