export { addToDraft } from './put-on-pay.ts'
