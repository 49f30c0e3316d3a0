export { employeePayRateRoutes } from './employee-routes.ts'
export { loadRates, type Rates } from './load-rates.ts'
export { companyPayRateRoutes } from './routes.ts'
