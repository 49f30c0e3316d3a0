export { checkFile } from '../../../countries/nz/payday-filing/validate.ts'
export { forgetFiledNames } from './forget.ts'
export { type HeldPays, loadHeldPays } from './held-back.ts'
export { checkRunFiling } from './submit.ts'
