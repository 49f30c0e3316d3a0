export { webhookRoutes } from './routes.ts'
export { forgetOldDeliveries, sweepDeliveries } from './sweep.ts'
