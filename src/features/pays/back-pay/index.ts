export { loadOwedTotals, owedAtTheEnd } from './owed.ts'
export { addToDraft } from './put-on-pay.ts'
