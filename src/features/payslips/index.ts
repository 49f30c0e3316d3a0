export { day, money, type Payslip, type PayslipSection, quantity } from './content.ts'
export { drawPayslip } from './draw.ts'
export { payslipRoutes } from './routes.ts'
