export type { Payslip, PayslipSection } from './content.ts'
export { drawPayslip } from './draw.ts'
export { payslipRoutes } from './routes.ts'
