export { paydayFilingRoutes } from './routes.ts'
export { checkFile } from './validate.ts'
