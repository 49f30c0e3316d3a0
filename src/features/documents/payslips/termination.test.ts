import { expect, it } from 'vitest'
import { NZ_FINAL_PAYSLIP } from '../../../countries/nz/final-payslip.ts'
import type { PayView } from '../../pays/pays/index.ts'
import { terminationSections } from './termination.ts'

const part = (amount: number, tax: number, rate: string) => ({ amount, tax, applied_personal_rate: rate })

it('a New Zealand final payslip says the rate of extra pays as a percentage, the low ones with their half', () => {
  const termination = {
    termination_date: '2026-11-20',
    total_amount: 4000,
    nz_extra_pay_tax_breakdown: {
      unused_holiday: part(3000, 900, '0.3'),
      alt_holiday: part(400, 70, '0.175'),
      redundancy: part(600, 63, '0.105'),
      other: part(0, 0, '0'),
    },
  }
  const sections = terminationSections({ termination } as unknown as PayView, NZ_FINAL_PAYSLIP)
  expect(sections.at(-1)?.rows.map(({ cells }) => cells.slice(0, 2))).toEqual([
    ['Annual holidays', '30%'],
    ['Alternative holidays', '17.5%'],
    ['Redundancy', '10.5%'],
  ])
})
