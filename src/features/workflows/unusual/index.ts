export { findUnusual, type Unusual } from './find.ts'
export { listOpenReports } from './queries.ts'
export { reportReads, reportRuns } from './report.ts'
export { ruleOf, UNUSUAL_NAMES, UNUSUAL_RULES, type UnusualName } from './rules.ts'
