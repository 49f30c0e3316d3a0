export { paydayFilingRoutes } from './routes.ts'
