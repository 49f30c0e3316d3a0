export { listObligations, obligationsOf } from './list.ts'
export { addUpCompany, forgetRepeatedMarks } from './queries.ts'
export { addUpChangedPaydays } from './refresh.ts'
export type { Obligation } from './schema.ts'
