export { checkKeys } from './check-keys.ts'
export { resealStale } from './reseal.ts'
