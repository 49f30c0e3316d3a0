export { checkRun } from './readiness.ts'
