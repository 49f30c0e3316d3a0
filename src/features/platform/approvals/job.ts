import { transactionHooks } from '../../../database/transaction-hooks.ts'
import { neededApproval } from '../../../kernel/needs-approval.ts'

/**
 * Runs work of a job that no request has asked approval for. Returns false if it needs a second person: it is rolled
 * back then, for people to do.
 */
export async function runUnlessApproval(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await transactionHooks.run(
      { asksApproval: true, wrapTransaction: (inner, execute) => execute(inner) },
      work,
    )
    return true
  } catch (error) {
    if (!neededApproval(error)) throw error
    return false
  }
}
