import { money, type PayslipSection, quantity } from '../contract/document.ts'

type Part = {
  amount: number
  tax: number
  components: Record<string, number>
  applied_personal_rate: string
}

const right = (label: string, width: number) => ({ label, width, isRight: true })
const first = (width: number) => ({ label: '', width, isRight: false })

const COMPONENTS = [
  ['unused_holiday_amount', 'Annual holidays owing'],
  ['non_etp_amount', 'Holiday pay since the last anniversary'],
  ['unused_alt_holiday_amount', 'Alternative holidays owing'],
  ['redundancy_amount', 'Redundancy'],
  ['retiring_allowance_amount', 'Retiring allowance'],
  ['payment_in_lieu_amount', 'Payment in lieu of notice'],
] as const

const PARTS = [
  ['unused_holiday', 'Annual holidays'],
  ['alt_holiday', 'Alternative holidays'],
  ['redundancy', 'Redundancy'],
  ['other', 'Holiday pay of the year and notice'],
] as const

/** The components of a New Zealand termination, and the tax on each as extra pay. */
export function nzSections(result: Record<string, unknown>): PayslipSection[] {
  const breakdown = result.nz_extra_pay_tax_breakdown as Record<string, Part> & { total_tax: number }
  const paid = COMPONENTS.filter(([member]) => Number(result[member] ?? 0) !== 0).map(([member, label]) => ({
    cells: [label, money(Number(result[member]))],
  }))
  const taxed = PARTS.flatMap(([member, label]) => {
    const part = breakdown[member]
    if (!part || part.amount === 0) return []
    return [
      {
        cells: [
          label,
          `${quantity(Number(part.applied_personal_rate) * 100)}%`,
          money(part.components.income_tax ?? 0),
          money(part.components.earners_levy ?? 0),
          money(part.tax),
        ],
      },
    ]
  })
  const total = { cells: ['Tax', '', '', '', money(breakdown.total_tax)], isTotal: true }
  return [
    { heading: 'What is paid', columns: [first(76), right('Amount', 18)], rows: paid },
    {
      heading: 'Taxed as extra pay',
      columns: [
        first(38),
        right('Rate', 12),
        right('Income tax', 16),
        right('Earners’ levy', 16),
        right('Tax', 16),
      ],
      rows: taxed.length === 0 ? [] : [...taxed, total],
    },
  ]
}
