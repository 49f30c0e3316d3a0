export { runBulkJobs } from './run.ts'
