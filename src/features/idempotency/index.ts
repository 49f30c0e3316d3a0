export { purgeIdempotencyKeys } from './queries.ts'
export { type IdempotentRequest, type Remembered, readIdempotencyKey, withIdempotency } from './service.ts'
