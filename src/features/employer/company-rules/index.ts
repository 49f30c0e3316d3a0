export { inheritRules } from './queries.ts'
