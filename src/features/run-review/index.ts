export { runReviewRoutes } from './routes.ts'
