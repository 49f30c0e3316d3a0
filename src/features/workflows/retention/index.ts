export { forgetOldRecords } from './forget.ts'
