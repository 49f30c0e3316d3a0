export { PARTNER_SCOPE, purgeIdempotencyKeys } from './queries.ts'
export {
  type IdempotentRequest,
  type Remembered,
  readIdempotencyKey,
  requireIdempotencyKey,
  withIdempotency,
} from './service.ts'
