export { employmentTypeRoutes } from './routes.ts'
