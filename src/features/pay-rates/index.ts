export { companyPayRateRoutes } from './routes.ts'
