import { type Decimal, sum, ZERO } from '../../../kernel/values/money.ts'
import type { PayeeAccount } from '../../pays/snapshots/index.ts'
import { splitNet } from '../bank-files/index.ts'
import type { Item } from './load-items.ts'
import { fillAccounts, type SplitCredit, sentBy } from './split-credits.ts'

/* The shares of an employee's accounts when more of a run is paid. */

type Placed = Item & { accounts: readonly PayeeAccount[] }

/**
 * The amount for each account. If the credits of the run are known, an account whose credit was returned is
 * filled first. Files of earlier versions, and payments by hand, do not say which account they paid.
 */
export function partsOf(
  item: Placed,
  more: Decimal,
  all: readonly Item[],
  sentBefore: readonly SplitCredit[],
) {
  const credits = sentBefore.filter(
    (row) => row.employee_id === item.employeeId && row.pay_run_id === item.runId,
  )
  const sent = sum(
    all
      .filter(
        ({ kind, employeeId, runId }) =>
          kind === 'net' && employeeId === item.employeeId && runId === item.runId,
      )
      .map((each) => each.sent),
  )
  if (credits.length > 0 && sentBy(credits).eq(sent)) return fillAccounts(credits, more, item.accounts)
  return marginal(sentInRun(item, all), more, item.accounts)
}

/**
 * The amount of the run already sent to the same accounts of the employee. The sum is negative if the file
 * that a set-off took money from was cancelled. No account received a negative amount, so the split starts
 * from zero.
 */
function sentInRun(item: Placed, all: readonly Item[]): Decimal {
  const sent = all.filter(
    (each) =>
      each.kind === 'net' &&
      each.employeeId === item.employeeId &&
      each.runId === item.runId &&
      each.snapshotId === item.snapshotId,
  )
  const total = sum(sent.map((each) => each.sent))
  return total.lt(ZERO) ? ZERO : total
}

/** The additional amount for each account when more of the run is paid. */
function marginal(before: Decimal, more: Decimal, accounts: readonly PayeeAccount[]) {
  const had = new Map(splitNet(before, accounts).map(({ account, amount }) => [account, amount]))
  return splitNet(before.plus(more), accounts)
    .map(({ account, amount }) => ({ account, amount: amount.minus(had.get(account) ?? ZERO) }))
    .filter(({ amount }) => amount.gt(ZERO))
}
