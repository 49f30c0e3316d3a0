export { changePolicy } from './policy.ts'
export { isFactorRequired, readPolicy } from './queries.ts'
