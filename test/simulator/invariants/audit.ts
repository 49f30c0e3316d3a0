import { addDays } from '../dates.ts'
import type { Invariant } from '../types.ts'

/** Answers that wrote nothing, and calls that are not payroll writes. */
const NOT_LOGGED = /dry_run=true|\/api\/oauth\/token|\/api\/sandbox\/clock/
const LIMIT = 500

export const audit: Invariant = {
  name: 'audit',
  sentence: 'Every write that was done stands in the audit log once.',
  async check(company) {
    const done = company.caller.sent
      .splice(0, company.caller.keepsAll ? 0 : company.caller.sent.length)
      .filter((one) => one.isWrite && one.status < 300 && !NOT_LOGGED.test(one.request.path))
    if (done.length === 0) return undefined
    const from = addDays(company.today, -9)
    const rows = await company.caller.read(`/api/audit-log?from_date=${from}&limit=${LIMIT}`)
    const times = new Map<string, number>()
    for (const { request_id } of rows) times.set(request_id, (times.get(request_id) ?? 0) + 1)
    const wrong = done.slice(-LIMIT * 0.6).find(({ requestId }) => times.get(requestId) !== 1)
    if (!wrong) return undefined
    const { method, path } = wrong.request
    return `${method} ${path} (${wrong.requestId}, ${wrong.status}) stands there ${times.get(wrong.requestId) ?? 0} times`
  },
}
