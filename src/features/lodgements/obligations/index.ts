export { forgetRepeatedMarks } from './queries.ts'
export { addUpChangedPaydays } from './refresh.ts'
