export {
  day,
  first,
  hoursText,
  maskedAccount,
  money,
  type Payslip,
  type PayslipSection,
  quantity,
  right,
} from '../../../countries/contract/document.ts'
export { drawAlone, drawPayslip, type Slip } from './draw.ts'
export { drawTogether } from './draw-together.ts'
export { drawable, isDrawable, setFonts } from './fonts.ts'
export { drawInThread, growDocument } from './threads.ts'
