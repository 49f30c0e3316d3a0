import type { Pay } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { money, words } from '../format.ts'
import { Facts } from '../parts/facts.tsx'
import { Notice } from '../parts/notice.tsx'
import { Figure } from '../pays/figure.tsx'
import { plainWords } from '../plain-words.ts'

/** The answer of terminate: amounts and flags with the names of the specification. */
export type Termination = {
  /** Only in a preview: the complete final pay, and the year to date with it. */
  preview?: { pay: Pay; year_to_date: Record<string, number | string> }
  warnings?: string[]
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
  unused_rdo_amount: 'Unused rostered days off',
  unused_toil_amount: 'Unused time off in lieu (in the wages)',
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
  total_non_etp_amount: 'Payments that are not ETPs',
  etp_tax_withheld: 'Tax on the ETP',
  etp_taxable_component: 'ETP, taxable',
  etp_tax_free_component: 'ETP, tax free',
  unused_holiday_and_loading_tax_amount: 'Tax on unused holidays',
  unused_lsl_tax_amount: 'Tax on long service leave',
  normal_earnings: 'Usual earnings, for the tax',
  nz_ytd_taxable: 'Taxable earnings this year',
}

/** The amounts of a termination that are not zero, totals first. */
export function TerminationResult({ result }: { result: Termination }) {
  const rows = Object.entries(result).filter(
    ([name, value]) => name in NAMES && typeof value === 'number' && value !== 0,
  ) as [string, number][]
  return (
    <>
      {result.preview && <FinalPay pay={result.preview.pay} />}
      <div className="figures">
        <Figure name="Termination payments" amount={result.total_amount} isMain={!result.preview} />
        <Figure name="Tax on them" amount={result.tax_amount} />
        <Figure name="After tax" amount={result.total_amount - result.tax_amount} />
      </div>
      <Facts rows={rows.map(([name, value]) => [NAMES[name] ?? words(name), money(value)])} />
      {result.warnings && result.warnings.length > 0 && (
        <Notice kind="warning">
          <ul>
            {result.warnings.map((warning) => (
              <li key={warning}>{plainWords(warning)}</li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  )
}

/** The complete final pay. Its net is the amount paid to the account. */
export function FinalPay({ pay }: { pay: Pay }) {
  const { isNz, wording } = useCompany()
  return (
    <div className="figures">
      <Figure name="Final pay, net" amount={pay.net} isMain />
      <Figure name="Gross" amount={pay.gross} />
      <Figure name={wording.taxLong} amount={pay.tax} />
      <Figure
        name={isNz ? 'KiwiSaver, employer' : 'Super'}
        amount={Number(isNz ? pay.kiwisaver_employer_amount : pay.super)}
      />
    </div>
  )
}
