export { loadOfficePeriods, type OfficePeriod } from './office-periods.ts'
export { forgetRepeatedMarks } from './queries.ts'
export { addUpChangedPaydays } from './refresh.ts'
