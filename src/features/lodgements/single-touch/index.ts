export { finalisationDue, finalisationNote } from './finalisation-due.ts'
export { type HeldYear, loadHeldYear, loadPaidGross } from './held-back.ts'
export { judgePayEvent } from './judge.ts'
export { loadReportedAs } from './load.ts'
export { INCOME_TYPE_OF_PAY } from './load-paid.ts'
export {
  type ChangedYear,
  listChangedYears,
  listUnpaidPayees,
  loadYearAmounts,
  type YearAmounts,
} from './load-year-amounts.ts'
export { checkRunReport } from './submit.ts'
