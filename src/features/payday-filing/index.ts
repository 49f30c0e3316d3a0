export { forgetFiledNames } from './forget.ts'
export { type HeldPays, loadHeldPays } from './held.ts'
export { paydayFilingRoutes } from './routes.ts'
export { checkFile } from './validate.ts'
