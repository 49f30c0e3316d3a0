export { forgetRepeatedMarks } from './queries.ts'
export { obligationRoutes } from './routes.ts'
