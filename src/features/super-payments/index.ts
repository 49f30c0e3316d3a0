export { splitAmongFunds, superOf } from './contributions.ts'
export { superPaymentRoutes } from './routes.ts'
export { listContributions } from './service.ts'
