export { apiAdminRoutes } from './routes.ts'
