export { selfServiceAccessRoutes } from './employee-routes.ts'
export { peopleRoutes } from './routes.ts'
