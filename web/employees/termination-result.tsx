import { money, words } from '../format.ts'
import { Figure } from '../pays/figure.tsx'

/** What terminate answers: amounts and flags by the names of the specification. */
export type Termination = {
  pay_id: number | null
  pay_date: string
  is_pay_processed: boolean
  is_employee_terminated: boolean
  total_amount: number
  tax_amount: number
} & Record<string, unknown>

const NAMES: Record<string, string> = {
  unused_holiday_amount: 'Unused holidays',
  unused_leave_loading_amount: 'Leave loading',
  unused_lsl_amount: 'Unused long service leave',
  unused_sick_amount: 'Unused sick leave',
  unused_alt_holiday_amount: 'Alternative holidays',
  non_etp_amount: 'Other, not an ETP',
  payment_in_lieu_amount: 'Payment in lieu of notice',
  redundancy_amount: 'Redundancy',
  retiring_allowance_amount: 'Retiring allowance',
  etp_amount: 'Other termination payment',
  lump_sum_a: 'Lump sum A',
  lump_sum_b: 'Lump sum B',
  lump_sum_d: 'Lump sum D',
  total_etp_amount: 'Employment termination payments',
  total_non_etp_amount: 'Other amounts',
  etp_tax_withheld: 'Tax on the ETP',
  etp_taxable_component: 'ETP, taxable',
  etp_tax_free_component: 'ETP, tax free',
  unused_holiday_and_loading_tax_amount: 'Tax on unused holidays',
  unused_lsl_tax_amount: 'Tax on long service leave',
  normal_earnings: 'Normal earnings',
  nz_ytd_taxable: 'Taxable earnings this year',
}

/** The amounts of a termination that are not zero, with the totals first. */
export function TerminationResult({ result }: { result: Termination }) {
  const rows = Object.entries(result).filter(
    ([name, value]) => name in NAMES && typeof value === 'number' && value !== 0,
  ) as [string, number][]
  return (
    <>
      <div className="figures">
        <Figure name="Termination total" amount={result.total_amount} isMain />
        <Figure name="Tax on it" amount={result.tax_amount} />
        <Figure name="After tax" amount={result.total_amount - result.tax_amount} />
      </div>
      <dl className="facts">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{NAMES[name] ?? words(name)}</dt>
            <dd>{money(value)}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
