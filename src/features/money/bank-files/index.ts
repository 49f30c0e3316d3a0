export { runReference } from '../../../countries/contract/bank-text.ts'
export { splitNet } from './split.ts'
export { type BankPayment, FORMATS, formatOf, writeBankText } from './write.ts'
