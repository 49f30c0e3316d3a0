export { forgetFiledNames } from './forget.ts'
export { type HeldPays, loadHeldPays } from './held.ts'
export { checkRunFiling } from './submit.ts'
export { checkFile } from './validate.ts'
