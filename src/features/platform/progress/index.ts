export { jobsUnderWay, openProgress, type Progress } from './progress.ts'
