export { EARNINGS, LINES } from './load/lines.ts'
export { DEPARTMENT, PAYS, payFigures, summed } from './load/pays.ts'
export { escapeFormula } from './model/escape-formula.ts'
