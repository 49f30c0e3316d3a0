export { reportUsage } from './usage.ts'
