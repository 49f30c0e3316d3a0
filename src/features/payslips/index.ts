export { day, money, type Payslip, type PayslipSection, quantity } from './content.ts'
export { drawPayslip } from './draw.ts'
export { attachPayslip } from './mail.ts'
export { payslipRoutes } from './routes.ts'
