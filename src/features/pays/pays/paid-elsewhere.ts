import { type Decimal, decimal, sum, ZERO } from '../../../kernel/values/money.ts'
import { nameSome } from '../../../kernel/values/name-some.ts'
import { present } from '../../../kernel/values/present.ts'
import { quoteName } from '../../../kernel/values/quote-name.ts'
import type { OtherPay } from './context/other-pays.ts'

/** The number of people named in a sentence. */
const NAMED_MAX = 20

/** Names the people whom another run pays on the same day or for the same days: each run alone looks ordinary. */
export function paidElsewhere(others: readonly OtherPay[]): string[] {
  if (others.length === 0) return []
  const people = [...Map.groupBy(others, (other) => other.employee_id).values()]
  const named = nameSome(people, NAMED_MAX, (runs) => {
    const { name, own } = present(runs[0])
    // Of two runs that are both paid here, each is the other one of the other.
    const outside = runs.filter(({ is_within }) => !is_within)
    const here = outside.length > 0 ? [decimal(own)] : []
    const listed = outside.length > 0 ? outside : runs
    const total = sum([...here, ...listed.map(({ net }) => decimal(net))])
    const parts = listed.map(
      ({ net, end_date, day, is_same_work }) =>
        `${shown(decimal(net))} in the run to ${end_date}, paid on ${day}${is_same_work ? ' for the same days' : ''}`,
    )
    return `${quoteName(name)} (${[...here.map((amount) => `${shown(amount)} here`), ...parts].join(', ')}; together ${shown(total)})`
  })
  return [`Paid by another run too: ${named}.`]
}

const shown = (amount: Decimal): string =>
  amount.lt(ZERO) ? `-$${amount.negated().toFixed(2)}` : `$${amount.toFixed(2)}`
