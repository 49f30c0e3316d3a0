import { expect, it } from 'vitest'
import { escapeFormula, isFormula, unescapeFormula } from './formula-text.ts'

it.each(['=1+1', '+cmd', '-2', '@SUM(A1)', '\t=1', '\r=1', '＝1＋1', '＋1', '－1', '＠SUM'])(
  'a spreadsheet would run %j, so it gets an apostrophe, which the import removes',
  (text) => {
    expect([isFormula(text), escapeFormula(text)]).toEqual([true, `'${text}`])
    expect(unescapeFormula(escapeFormula(text))).toBe(text)
  },
)

it.each(['Mia', "O'Neil", "'tis", 'A=B', '田中＝', ''])('%j stays as it is', (text) => {
  expect([isFormula(text), escapeFormula(text), unescapeFormula(text)]).toEqual([false, text, text])
})
