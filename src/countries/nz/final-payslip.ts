import { first, money, type PayslipSection, quantity, right } from '../contract/document.ts'
import type { FinalPayslip } from '../contract/payslip.ts'

export const NZ_FINAL_PAYSLIP: FinalPayslip = {
  components: [
    ['unused_holiday_amount', 'Unused annual leave'],
    ['unused_alt_holiday_amount', 'Alternative holidays'],
    ['payment_in_lieu_amount', 'Payment in lieu of notice'],
    ['redundancy_amount', 'Redundancy payment'],
    ['retiring_allowance_amount', 'Retiring allowance'],
    ['non_etp_amount', 'Holiday pay since the last anniversary'],
  ],
  sections: extraPayRows,
}

const EXTRA_PAYS = [
  ['unused_holiday', 'Annual holidays'],
  ['alt_holiday', 'Alternative holidays'],
  ['redundancy', 'Redundancy'],
  ['other', 'Other'],
] as const

function extraPayRows(termination: Record<string, unknown>): PayslipSection[] {
  const breakdown = termination.nz_extra_pay_tax_breakdown as Record<
    string,
    { amount: number; tax: number; applied_personal_rate: string }
  >
  const rows = EXTRA_PAYS.flatMap(([member, label]) => {
    const part = breakdown[member]
    if (!part || part.amount === 0) return []
    const rate = `${quantity(Number(part.applied_personal_rate) * 100)}%`
    return [{ cells: [label, rate, money(part.amount), money(part.tax)] }]
  })
  const columns = [first(46), right('Rate', 12), right('Amount', 18), right('Tax', 18)]
  return rows.length === 0 ? [] : [{ heading: 'Taxed as extra pay', columns, rows }]
}
