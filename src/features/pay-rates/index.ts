export { employeePayRateRoutes } from './employee-routes.ts'
export { companyPayRateRoutes } from './routes.ts'
