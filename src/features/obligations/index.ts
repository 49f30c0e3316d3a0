export { obligationRoutes } from './routes.ts'
