export { jobsUnderWay, openProgress, type Progress } from './progress.ts'
export { progressRoutes } from './routes.ts'
