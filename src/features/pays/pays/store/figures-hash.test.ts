import { expect, it } from 'vitest'
import { auPay, bonusLine, ending } from '../../../../../test/support/au-pay.ts'
import { nzPay, paidHours } from '../../../../../test/support/nz-pay.ts'
import { au } from '../../../../countries/au/law/index.ts'
import type { CountryRules, CountryTypes } from '../../../../countries/contract/country.ts'
import { nz } from '../../../../countries/nz/law/index.ts'
import { decimal } from '../../../../kernel/values/money.ts'
import { loadRates } from '../../../../load-rates.ts'
import { figureWriter } from '../../../../payroll/figures.ts'
import { figuresHash } from './figures-hash.ts'

const rates = loadRates()

function hashOf<T extends CountryTypes>(rules: CountryRules<T>, input: T['input'], own: T['rates']): string {
  const result = rules.calculate(input, own)
  const { texts, cells } = figureWriter(rules.figures)
  return figuresHash(rules, cells(texts(result), input, result))
}

/* Stored pays have these hashes (commit 8223b56). If they changed, every pay would be reported again. */
it('the hash of a pay is the one that earlier versions stored', () => {
  expect(hashOf(au, auPay(), rates.au)).toBe('PnKJPZ-uqaI7Vqhe')
  expect(hashOf(au, auPay({ bonuses: [bonusLine('1000')] }), rates.au)).toBe('JRnEDqdjPxqXTbX4')
  expect(hashOf(au, auPay({ termination: ending() }), rates.au)).toBe('3kvMOVbVCujyFxlr')
  expect(hashOf(nz, nzPay(), rates.nz)).toBe('nGnFvpJMImHqzAWn')
  expect(hashOf(nz, nzPay({ hours: paidHours(decimal('1500')) }), rates.nz)).toBe('IQ38aw0KV__fv-rE')
})
