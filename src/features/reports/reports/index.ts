export { EARNINGS, LINES } from './load/lines.ts'
export { DEPARTMENT, PAYS, payFigures, summed } from './load/pays.ts'
