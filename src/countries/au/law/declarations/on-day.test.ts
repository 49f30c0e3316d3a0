import { expect, it } from 'vitest'
import { auRates } from '../../../../../test/golden/au-kinds.ts'
import { auPay } from '../../../../../test/support/au-pay.ts'
import { civilDate } from '../../../../kernel/values/dates.ts'
import { taxTreatmentCode } from '../input/tax-treatment.ts'
import { quotesTfn } from './on-day.ts'

const on = civilDate

it('only a pending number runs out', () => {
  const rules = auRates.tfnRules.at(on('2026-11-12')).value
  const quotes = (tfn: 'QUOTED' | 'PENDING' | 'NOT_QUOTED', declarationDate: string | null) =>
    quotesTfn(
      { ...auPay().declaration, tfn, declarationDate: declarationDate === null ? null : on(declarationDate) },
      on('2026-11-12'),
      rules,
    )
  expect([quotes('QUOTED', '2020-01-01'), quotes('PENDING', '2020-01-01'), quotes('PENDING', null)]).toEqual([
    true,
    false,
    true,
  ])
  expect(quotes('NOT_QUOTED', null)).toBe(false)
})

it('a reduction is reported by the children, A from ten on', () => {
  const code = (children: number) =>
    taxTreatmentCode({ ...auPay().declaration, isTfnQuoted: true, medicareAdjustment: { children } })
  expect([code(0), code(9), code(10), code(11)]).toEqual(['RTXXX0', 'RTXXX9', 'RTXXXA', 'RTXXXA'])
})
