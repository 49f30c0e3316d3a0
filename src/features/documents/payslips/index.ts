export { attachPayslip } from './mail.ts'
export { drawPayslipOf } from './one.ts'
