export { singleTouchRoutes } from './routes.ts'
