export { logRequests } from './record.ts'
export { forgetOldRequests } from './retention.ts'
