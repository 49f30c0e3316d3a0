export { ANSWER_KEPT_HOURS, KEY_KEPT_DAYS, PARTNER_SCOPE, purgeIdempotencyKeys } from './queries.ts'
export {
  type IdempotentRequest,
  type Remembered,
  readIdempotencyKey,
  requireIdempotencyKey,
  withIdempotency,
} from './with-idempotency.ts'
