export { forgetOldDeliveries, sweepDeliveries } from './sweep.ts'
