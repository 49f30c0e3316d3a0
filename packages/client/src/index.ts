export { type ClientOptions, createClient, type TasmanClient } from './client.ts'
export type { Decimal, DecimalOption, Decimals } from './decimals.ts'
export { type EditablePay, editable } from './editable.ts'
export * from './errors.ts'
export {
  createOAuth,
  fixedToken,
  type OAuth,
  type OAuthOptions,
  refreshingTokens,
  type Started,
  type TokenSource,
  type Tokens,
} from './oauth.ts'
export type { RetryOptions } from './retry.ts'
export type { AnswerOf, AnswerTo, EntryOf, ItemOf, Model, OptionsOf, PathsWith, Waiting } from './types.ts'
export { isWaiting } from './types.ts'
export {
  type EventType,
  verifyWebhook,
  type WebhookEvent,
  type WebhookMessage,
  WebhookRefused,
} from './webhooks.ts'
