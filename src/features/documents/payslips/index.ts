export { buildPayslip } from './build.ts'
export { loadPayslips } from './load.ts'
export { attachPayslip } from './mail.ts'
export { renderOne } from './render-one.ts'
