export { holidaysActReportRoutes } from './routes.ts'
