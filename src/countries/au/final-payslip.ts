import { first, money, type PayslipSection, right } from '../contract/document.ts'
import type { FinalPayslip } from '../contract/payslip.ts'

export const AU_FINAL_PAYSLIP: FinalPayslip = {
  components: [
    ['unused_holiday_amount', 'Unused annual leave'],
    ['unused_leave_loading_amount', 'Loading on unused leave'],
    ['unused_lsl_amount', 'Unused long service leave'],
    ['unused_sick_amount', 'Unused personal leave'],
    ['unused_rdo_amount', 'Unused rostered days off'],
    ['payment_in_lieu_amount', 'Payment in lieu of notice'],
    ['redundancy_amount', 'Redundancy payment'],
    ['etp_amount', 'Other termination payment'],
    ['non_etp_amount', 'Other payment (not an ETP)'],
  ],
  sections: (termination) => [...timeInLieu(termination), ...lumpSumRows(termination)],
}

/** Shows unused time in lieu, which is part of the earnings but has no row in the pay. */
function timeInLieu({ unused_toil_amount }: Record<string, unknown>): PayslipSection[] {
  const amount = Number(unused_toil_amount ?? 0)
  if (amount === 0) return []
  return [
    {
      heading: 'Overtime',
      columns: [first(76), right('Amount', 18)],
      rows: [{ cells: ['Unused time off in lieu, included in gross', money(amount)] }],
    },
  ]
}

function lumpSumRows(termination: Record<string, unknown>): PayslipSection[] {
  const members = [
    ['lump_sum_a', 'Lump sum A'],
    ['lump_sum_b', 'Lump sum B'],
    ['lump_sum_d', 'Lump sum D (tax free)'],
    ['etp_taxable_component', 'ETP, taxable part'],
    ['etp_tax_free_component', 'ETP, tax free part'],
    ['etp_tax_withheld', 'Tax withheld on the ETP'],
  ] as const
  const rows = members
    .filter(([member]) => Number(termination[member] ?? 0) !== 0)
    .map(([member, label]) => ({ cells: [label, money(Number(termination[member]))] }))
  return rows.length === 0
    ? []
    : [
        {
          heading: 'For your tax return',
          columns: [first(76), right('Amount', 18)],
          rows,
        },
      ]
}
