export { runReference } from './bnz.ts'
export { splitNet } from './split.ts'
export {
  type BankFormat,
  type BankPayment,
  FORMATS,
  type FormatOptions,
  formatOf,
  writeBankText,
} from './write.ts'
