import { decimal, sum } from '../../../kernel/values/money.ts'
import { present } from '../../../kernel/values/present.ts'
import type { ReturnedLine } from './returns-schema.ts'

/** Sentences that say what to do about each person whose money was returned. */
export function askForPlace(
  returned: readonly ReturnedLine[],
  place: 'account' | 'fund',
  deleted: ReadonlySet<number>,
): string[] {
  const whose = (line: ReturnedLine) =>
    `${line.employee_id} ${line.kind === 'payee'} ${deleted.has(line.pay_id)}`
  return [...Map.groupBy(returned, whose).values()].map((own) => {
    const { format_name: name, reason, kind, pay_id } = present(own[0])
    const total = sum(own.map((line) => decimal(String(line.amount)))).toFixed(2)
    if (deleted.has(pay_id))
      return `${total} of ${name} came back (${reason}). The pay was deleted, so nothing is owed for it.`
    const what = `${total} of ${name} came back (${reason}) and is open again.`
    return kind === 'payee'
      ? `${what} Change the payee’s account, or redirect the deduction to another payee (payments/redirects, kind payee), or settle it by hand.`
      : `${what} Enter the right ${place}, then redirect it there (payments/redirects, kind ${kind}), or settle it by hand.`
  })
}
