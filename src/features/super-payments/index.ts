export { superPaymentRoutes } from './routes.ts'
export { listContributions } from './service.ts'
