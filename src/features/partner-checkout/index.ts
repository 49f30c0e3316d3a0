export { partnerCheckoutRoutes } from './routes.ts'
