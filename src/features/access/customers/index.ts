export { type Entitlement, readEntitlement } from './queries.ts'
export { isSubscribed, lockEmployeeCap, requireSubscription } from './subscription.ts'
