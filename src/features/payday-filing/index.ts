export { type HeldPays, loadHeldPays } from './held.ts'
export { paydayFilingRoutes } from './routes.ts'
export { checkRunFiling } from './submit.ts'
export { checkFile } from './validate.ts'
