import type { Country } from '../../../payroll/words.ts'
import type { PayView } from '../../pays/pays/index.ts'
import { day, first, money, type PayslipSection, quantity, right } from '../../platform/pdf/index.ts'

/** The parts of a termination payment by their member, in the order they are shown. */
const COMPONENTS: readonly (readonly [member: string, label: string, country: Country | 'both'])[] = [
  ['unused_holiday_amount', 'Unused annual leave', 'both'],
  ['unused_leave_loading_amount', 'Loading on unused leave', 'AU'],
  ['unused_lsl_amount', 'Unused long service leave', 'AU'],
  ['unused_sick_amount', 'Unused personal leave', 'AU'],
  ['unused_alt_holiday_amount', 'Alternative holidays', 'NZ'],
  ['payment_in_lieu_amount', 'Payment in lieu of notice', 'both'],
  ['redundancy_amount', 'Redundancy payment', 'both'],
  ['retiring_allowance_amount', 'Retiring allowance', 'NZ'],
  ['etp_amount', 'Other termination payment', 'AU'],
]

/** What the last pay holds beside the ordinary one: each component, and the tax on them. */
export function terminationSections(pay: PayView): PayslipSection[] {
  const termination = pay.termination as Record<string, unknown> | null
  if (!termination) return []
  const amount = (member: string) => Number(termination[member] ?? 0)
  const isNz = 'nz_extra_pay_tax_breakdown' in termination
  const other = isNz ? 'Holiday pay since the last anniversary' : 'Other payment (not an ETP)'
  const components = [...COMPONENTS, ['non_etp_amount', other, 'both'] as const]
    .filter(([, , country]) => country === 'both' || country === (isNz ? 'NZ' : 'AU'))
    .filter(([member]) => amount(member) !== 0)
    .map(([member, label]) => ({ cells: [label, money(amount(member))] }))
  const paid: PayslipSection = {
    heading: `Termination on ${day(String(termination.termination_date))}`,
    columns: [first(76), right('Amount', 18)],
    rows: [
      ...components,
      { cells: ['Total, included in gross', money(amount('total_amount'))], isTotal: true },
      { cells: ['Tax on it, included in tax', money(amount('tax_amount'))] },
    ],
  }
  return [paid, ...(isNz ? extraPayRows(termination) : lumpSumRows(termination))]
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
