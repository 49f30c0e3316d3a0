export { processDueTerminations } from './staged.ts'
