import type { Queryable } from '../../../database/connect.ts'
import { listOpenReports, ruleOf, UNUSUAL_NAMES } from '../unusual/index.ts'
import type { WorkItem } from './schema.ts'

/** Anomalies stay in the list for two weeks. A reviewed entry can be snoozed. */
const SHOWN_MS = 14 * 24 * 60 * 60 * 1000

type UnusualItem = Pick<
  WorkItem,
  'key' | 'kind' | 'what' | 'status' | 'due_date' | 'company_id' | 'title' | 'people' | 'pay_run_id'
>

/** Anomalies in runs of these companies that were reported to the owners. */
export async function unusualItems(
  query: Queryable,
  companyIds: readonly number[],
  now: Date,
): Promise<UnusualItem[]> {
  const reports = await listOpenReports(query, companyIds, new Date(now.getTime() - SHOWN_MS))
  return reports.flatMap((report) => {
    const rule = UNUSUAL_NAMES.find((name) => name === report.rule)
    if (!rule) return []
    return [
      {
        key: `unusual:${report.pay_run_id}:${rule}`,
        kind: 'unusual',
        what: rule,
        status: 'open',
        due_date: report.day,
        company_id: report.company_id,
        title: `Unusual in the run to ${report.end_date}: ${ruleOf(rule).title}`,
        people: report.people,
        pay_run_id: report.pay_run_id,
      },
    ]
  })
}
