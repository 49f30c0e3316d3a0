export { attachPayslip } from './mail.ts'
export { renderOne } from './render-one.ts'
