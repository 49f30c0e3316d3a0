import { money, type Payslip, type PayslipSection } from '../contract/document.ts'

const AU_REASONS: Readonly<Record<string, string>> = {
  TERMINATION: 'Termination',
  INVALIDITY: 'Invalidity',
  DEATH_DEPENDENT: 'Death, paid to a dependant',
  DEATH_NON_DEPENDENT: 'Death, paid to a non-dependant',
  DEATH_ESTATE: 'Death, paid to the estate',
  REDUNDANCY: 'Redundancy',
}

const AU_CESSATIONS: Readonly<Record<string, string>> = {
  V: 'voluntary',
  I: 'ill health',
  D: 'deceased',
  R: 'redundancy',
  F: 'dismissal',
  C: 'contract ended',
  T: 'transfer',
}

const right = (label: string, width: number) => ({ label, width, isRight: true })
const first = (width: number) => ({ label: '', width, isRight: false })
type Row = PayslipSection['rows'][number]
type TaxSummary = Record<
  'tax_withheld' | 'taxable_component' | 'tax_free_component' | 'lump_sum_d',
  number
> & {
  etp_code: string
}

/** The reason for the termination and the cessation code. */
export function auFacts({ reason, cessation_type_code: code }: Record<string, unknown>): Payslip['facts'] {
  return [
    ...(reason ? [{ label: 'Reason', value: AU_REASONS[String(reason)] ?? '' }] : []),
    ...(code ? [{ label: 'Cessation', value: `${code}: ${AU_CESSATIONS[String(code)] ?? ''}` }] : []),
  ]
}

/** The components of an Australian termination with their tax, and the amounts for the tax return. */
export function auSections(result: Record<string, unknown>): PayslipSection[] {
  const amount = (member: string) => Number(result[member] ?? 0)
  const filled = (rows: readonly (readonly [string, string])[]): Row[] =>
    rows
      .filter(([, member]) => amount(member) !== 0)
      .map(([label, member]) => ({ cells: [label, money(amount(member)), ''] }))
  const columns = [first(58), right('Amount', 18), right('Tax', 18)]
  const withTotal = (
    heading: string,
    rows: Row[],
    total: readonly [string, number, number],
  ): PayslipSection => {
    const [label, sum, tax] = total
    const last = { cells: [label, money(sum), money(tax)], isTotal: true }
    return { heading, columns, rows: rows.length === 0 ? [] : [...rows, last] }
  }
  const otherTax =
    amount('tax_amount') -
    amount('unused_holiday_and_loading_tax_amount') -
    amount('unused_lsl_tax_amount') -
    amount('etp_tax_withheld')
  return [
    withTotal(
      'Annual leave',
      filled([
        ['Unused annual leave', 'unused_holiday_amount'],
        ['Loading on unused leave', 'unused_leave_loading_amount'],
      ]),
      [
        'Annual leave and loading',
        amount('unused_holiday_amount') + amount('unused_leave_loading_amount'),
        amount('unused_holiday_and_loading_tax_amount'),
      ],
    ),
    withTotal(
      'Long service leave',
      filled([
        ['Accrued before 16 August 1978', 'unused_lsl_pre_august_1978'],
        ['Accrued from then to 17 August 1993', 'unused_lsl_august_1978_to_august_1993'],
        ['Accrued after 17 August 1993', 'unused_lsl_post_august_1993'],
      ]),
      ['Long service leave', amount('unused_lsl_amount'), amount('unused_lsl_tax_amount')],
    ),
    withTotal(
      'Employment termination payments',
      filled([
        ['Payment in lieu of notice', 'payment_in_lieu_amount'],
        ['Redundancy payment', 'redundancy_amount'],
        ['Unused personal leave', 'unused_sick_amount'],
        ['Unused rostered days off', 'unused_rdo_amount'],
        ['Other termination payment', 'etp_amount'],
      ]),
      ['Termination payments', amount('total_etp_amount'), amount('etp_tax_withheld')],
    ),
    withTotal('Other', filled([['Other payment (not an ETP)', 'non_etp_amount']]), [
      'Other payments',
      amount('non_etp_amount'),
      otherTax,
    ]),
    {
      heading: 'Earnings of the final pay',
      columns,
      rows: filled([['Unused time off in lieu, taxed with the wages', 'unused_toil_amount']]),
    },
    taxSummaries((result.tax_summaries ?? []) as TaxSummary[]),
    lumpSums(amount),
  ]
}

function taxSummaries(summaries: readonly TaxSummary[]): PayslipSection {
  return {
    heading: 'Termination payments by code',
    columns: [
      first(20),
      right('Taxable', 18),
      right('Tax free', 18),
      right('Lump sum D', 18),
      right('Tax withheld', 18),
    ],
    rows: summaries.map((row) => ({
      cells: [
        `Code ${row.etp_code}`,
        money(row.taxable_component),
        money(row.tax_free_component),
        money(row.lump_sum_d),
        money(row.tax_withheld),
      ],
    })),
  }
}

function lumpSums(amount: (member: string) => number): PayslipSection {
  const members = [
    ['lump_sum_a', 'Lump sum A'],
    ['lump_sum_b', 'Lump sum B'],
    ['lump_sum_d', 'Lump sum D (tax free)'],
  ] as const
  return {
    heading: 'For the tax return',
    columns: [first(76), right('Amount', 18)],
    rows: members
      .filter(([member]) => amount(member) !== 0)
      .map(([member, label]) => ({ cells: [label, money(amount(member))] })),
  }
}
