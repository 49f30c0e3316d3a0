import { badRequest, invalid } from '../../../../kernel/problem.ts'
import type { PayJob } from '../job/pay-job.ts'
import { ITEM_LISTS } from '../request/check.ts'
import type { PayCreate } from '../request/schema.ts'

/**
 * Allows a month with thirty entries a day. Longer pays would delay other callers wherever they are calculated, shown or
 * printed.
 */
const PAY_LINES_MAX = 1000

const SENTENCE = `A pay has at most ${PAY_LINES_MAX.toLocaleString('en')} lines`

/** The reason why a pay with this number of lines is rejected, or null if it is not. */
export const lineProblem = (count: number): string | null =>
  count > PAY_LINES_MAX ? `${SENTENCE}, and this one has ${count.toLocaleString('en')}` : null

/** Rejects requests with too many lines before any data is loaded. */
export function checkLineCounts(jobs: readonly PayJob[]): void {
  for (const { request, requestIndex } of jobs) {
    const problem = request && lineProblem(linesOf(request))
    if (problem)
      throw invalid(['body', ...(requestIndex === undefined ? [] : [requestIndex])], problem, 'too_long')
  }
}

/** Checks the line count again, because standing items are added to the lines of the request. */
export function checkResolvedLines(name: string, count: number): void {
  const problem = lineProblem(count)
  if (problem) throw badRequest(`${name}: ${problem}, with the standing items of the employee.`)
}

const linesOf = (request: Partial<PayCreate>) =>
  ITEM_LISTS.reduce((count, name) => count + (request[name]?.length ?? 0), 0)
