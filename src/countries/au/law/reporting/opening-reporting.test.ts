import { describe, expect, it } from 'vitest'
import { civilDate } from '../../../../kernel/values/dates.ts'
import type { Opening } from '../../../contract/opening.ts'
import type { OpeningStp } from '../input/opening-stp.ts'
import { openingReporting } from './opening-reporting.ts'

/* The year to date of an earlier system, as Single Touch Payroll reports it. */

const ETP = {
  payDate: civilDate('2026-08-01'),
  code: 'O' as const,
  ...{ taxable: '500.00', taxFree: '20.00', withheld: '160.00', lumpSumD: '7.00' },
}
const reported = (change: Partial<Opening>) =>
  openingReporting({
    ...{ asAt: civilDate('2026-11-05'), paidTo: civilDate('2026-11-01') },
    ...{ previousPayrollId: null, previousBmsId: null, leave: {}, totals: {}, stp: null },
    ...{ etps: [], lastFullPay: null, history: [] },
    ...change,
  })
const ofStp = (stp: OpeningStp, change: Partial<Opening> = {}) => reported({ stp, ...change })
const NONE = {
  ...{ gross: '0', overtime: '0', bonusesAndCommissions: '0', directorsFees: '0' },
  ...{ paidLeave: {}, allowances: {}, lumpSumE: [], lumpSumW: '0', lumpSumA: null },
  ...{ lumpSumB: '0', lumpSumD: '0', sacrificedToSuper: '0', sacrificedToOther: '0' },
  deductions: { UNION_FEES: '0', CHARITY: '0', CHILD_SUPPORT_GARNISHEE: '0' },
  ...{ taxWithheld: '0', etps: [], cessation: null },
}

describe('opening figures as they are reported', () => {
  it('leave out termination payments of an earlier income year, and the tax on them', () => {
    const earlier = { ...ETP, payDate: civilDate('2026-06-30') }
    const [{ reporting }] = reported({
      totals: { gross: '9000.00', tax: '2000.00' },
      etps: [earlier, { ...ETP, payDate: civilDate('2026-07-01') }],
    })
    expect([reporting.etps.length, reporting.taxWithheld]).toEqual([1, '1840'])
  })

  it('take the rest of the year’s tax where stp does not say how much was withheld', () => {
    const other_incomes = [{ income_type: 'CHP' as const, gross: '400', tax_withheld: '90' }]
    const totals = { gross: '6400.00', tax: '1450.00' }
    const withheld = (stp: OpeningStp, etps = [ETP]) =>
      reported({ stp, totals, etps }).map(({ reporting }) => reporting.taxWithheld)
    expect(withheld({ gross: '6000', other_incomes })).toEqual(['1200', '90'])
    expect(withheld({ gross: '6000', tax_withheld: '7' }, [])).toEqual(['7'])
    expect(reported({ stp: { gross: '6000' } })[0].reporting.taxWithheld).toBe('0')
  })

  it('are all ordinary gross where only totals are known, the tax less what termination payments bore', () => {
    expect(reported({ totals: { gross: '9000.00', tax: '2000.00' }, etps: [ETP, ETP] })).toEqual([
      {
        incomeType: 'SAW',
        reporting: {
          ...NONE,
          ...{ gross: '9000.00', taxWithheld: '1680' },
          etps: [ETP, ETP].map(() => ({
            ...{ etpCode: 'O', taxWithheld: '160.00', taxableComponent: '500.00' },
            ...{ taxFreeComponent: '20.00', lumpSumD: '7.00' },
          })),
        },
      },
    ])
    expect(reported({})).toEqual([{ incomeType: 'SAW', reporting: NONE }])
    const { paidLeave, allowances } = reported({})[0].reporting
    expect([Object.keys(paidLeave), Object.keys(allowances)]).toEqual([[], []])
  })

  it('go under their own names where they are known', () => {
    const [first] = ofStp({
      ...{ income_type: 'LAB', gross: '1', overtime: '2', bonuses_and_commissions: '3', directors_fees: '4' },
      ...{ paid_leave_c: '5', paid_leave_u: '6', paid_leave_p: '7', paid_leave_w: '8', paid_leave_a: '9' },
      ...{ paid_leave_o: '10', allowance_cd: '11', allowance_ad: '12', allowance_ld: '13' },
      ...{ allowance_md: '14', allowance_rd: '15', allowance_td: '16', allowance_kn: '17' },
      ...{ allowance_qn: '18', allowance_od: '19', lump_sum_a: '20', lump_sum_b: '21', lump_sum_d: '22' },
      ...{ lump_sum_w: '23', sacrificed_to_super: '24', sacrificed_to_other: '25', union_fees: '26' },
      ...{ workplace_giving: '27', child_support_garnishee: '28', tax_withheld: '29' },
      lump_sums_e: [{ income_year: '2025', amount: '30' }],
    })
    expect(first).toEqual({
      incomeType: 'LAB',
      reporting: {
        ...{ gross: '1', overtime: '2', bonusesAndCommissions: '3', directorsFees: '4' },
        paidLeave: { C: '5', U: '6', P: '7', W: '8', A: '9', O: '10' },
        allowances: {
          CD: '11',
          AD: '12',
          LD: '13',
          MD: '14',
          RD: '15',
          TD: '16',
          KN: '17',
          QN: '18',
          OD: '19',
        },
        lumpSumA: { type: 'T', amount: '20' },
        ...{ lumpSumB: '21', lumpSumD: '22', lumpSumW: '23' },
        ...{ sacrificedToSuper: '24', sacrificedToOther: '25', taxWithheld: '29' },
        deductions: { UNION_FEES: '26', CHARITY: '27', CHILD_SUPPORT_GARNISHEE: '28' },
        lumpSumE: [{ incomeYear: '2025', amount: '30' }],
        ...{ etps: [], cessation: null },
      },
    })
    expect(ofStp({ lump_sum_a: '20', lump_sum_a_type: 'R' })[0].reporting.lumpSumA).toEqual({
      type: 'R',
      amount: '20',
    })
  })

  it('hold child support as given, as zero too, or that of the totals', () => {
    const support = (stp: OpeningStp, totals: Opening['totals'] = {}) =>
      ofStp(stp, { totals })[0].reporting.deductions.CHILD_SUPPORT_DEDUCTION
    expect(support({})).toBeUndefined()
    expect(support({ child_support_deduction: '0' })).toBe('0')
    expect(support({}, { child_support: '80' })).toBe('80')
    expect(support({ child_support_deduction: '70' }, { child_support: '80' })).toBe('70')
  })

  it('of several income types stand one by one, termination payments with the first', () => {
    const all = ofStp(
      { gross: '1', other_incomes: [{ income_type: 'WHM', gross: '2' }, { income_type: 'FEI' }] },
      { etps: [ETP], totals: { child_support: '80' } },
    )
    expect(
      all.map(({ incomeType, reporting }) => [incomeType, reporting.gross, reporting.etps.length]),
    ).toEqual([
      ['SAW', '1', 1],
      ['WHM', '2', 0],
      ['FEI', '0', 0],
    ])
    expect(all[1]?.reporting.deductions).not.toHaveProperty('CHILD_SUPPORT_DEDUCTION')
  })
})
