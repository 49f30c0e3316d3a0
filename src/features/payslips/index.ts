export { day, money, type Payslip, type PayslipSection, quantity } from './content.ts'
export { drawPayslip } from './draw.ts'
export { bold, drawable, regular } from './fonts.ts'
export { payslipRoutes } from './routes.ts'
