import type { ReportFigure } from '../../../countries/contract/report-rules.ts'
import { countryOf } from '../../../countries/index.ts'
import type { Company } from '../../../database/tables/companies.ts'
import type { Employee } from '../../../database/tables/employees.ts'
import { formatName } from '../../../http/view.ts'
import { decimal, isZero, sumTexts } from '../../../kernel/values/money.ts'
import { day, money, type Payslip, type PayslipSection, quantity } from '../../platform/pdf/index.ts'
import { EARNINGS } from '../../reports/reports/index.ts'
import type { DeductionRow, MonthRow, Span, Sums } from './load.ts'

/* Documents about an employee's pay over a period. Their content is built here and drawn like a payslip. */

export type Person = { company: Company; employee: Employee; span: Span }

const left = (label: string, width: number) => ({ label, width, isRight: false })
const right = (label: string, width: number) => ({ label, width, isRight: true })
const amounts = [left('', 76), right('Amount', 18)]

/** Earnings, withholding and contributions since the start of the year. */
export function buildYearToDate(
  person: Person,
  { own, sums }: { own: Sums; sums: Sums },
  deductions: readonly DeductionRow[],
): Payslip {
  const { company } = person
  const figure = (name: string) => sums[name] ?? '0'
  // Payments by an earlier payroll system are a separate row, because their breakdown is unknown.
  const before = (name: string) => {
    const amount = decimal(figure(name)).minus(own[name] ?? '0')
    return isZero(amount) ? [] : [{ cells: ['Before this payroll system', money(amount.toFixed())] }]
  }
  const { reports, payslip } = countryOf(company.jurisdiction)
  const row = ({ name, title }: ReportFigure) => ({ cells: [title, money(figure(name))] })
  return {
    ...heading(person, 'Year-to-date statement'),
    net: `$${money(figure('net'))}`,
    netLabel: 'Net paid',
    sections: [
      {
        heading: 'Earnings',
        columns: amounts,
        rows: [
          ...EARNINGS.filter(({ column }) => !isZero(decimal(figure(column.name)))).map(({ column }) => ({
            cells: [column.title, money(figure(column.name))],
          })),
          ...before('gross'),
          { cells: ['Gross', money(figure('gross'))], isTotal: true },
        ],
      },
      {
        heading: 'Tax and deductions',
        columns: amounts,
        rows: [
          ...reports.withheld.map(row),
          ...deductions.map(({ description, amount }) => ({ cells: [description, money(amount)] })),
          ...before('deductions'),
          { cells: ['Net paid', money(figure('net'))], isTotal: true },
        ],
      },
      { heading: 'Paid by the employer', columns: amounts, rows: reports.paidIn.map(row) },
    ],
    side: [],
    notes: [
      `${figure('pays')} pays with pay dates in this period, ${quantity(figure('hours'))} hours.`,
      ...payslip.yearNotes,
    ],
  }
}

/** Confirms employment and earnings to a bank, a landlord or an agency. */
export function buildCertificate(person: Person, months: readonly MonthRow[], today: string): Payslip {
  const { company, employee, span } = person
  const total = (name: 'gross' | 'tax' | 'net' | 'hours') =>
    sumTexts(months.map((row) => row[name])).toFixed()
  const name = formatName(employee)
  const state = employee.is_terminated
    ? `was employed by ${company.legal_name} from ${day(employee.start_date)} to ${day(employee.termination_date ?? employee.start_date)}`
    : `has been employed by ${company.legal_name} since ${day(employee.start_date)}`
  const terms = [employee.employment_status, employee.position].filter(Boolean).join(', ')
  return {
    ...heading(person, 'Certificate of earnings'),
    net: `$${money(total('gross'))}`,
    netLabel: 'Gross earnings',
    sections: [
      {
        heading: `Paid between ${day(span.from)} and ${day(span.to)}`,
        columns: [
          left('', 40),
          right('Hours', 14),
          right('Gross', 18),
          right('Tax withheld', 18),
          right('Net', 18),
        ],
        rows: [
          ...months.map((row) => ({
            cells: [
              monthName(row.month),
              quantity(row.hours),
              money(row.gross),
              money(row.tax),
              money(row.net),
            ],
          })),
          {
            cells: [
              'Total',
              quantity(total('hours')),
              money(total('gross')),
              money(total('tax')),
              money(total('net')),
            ],
            isTotal: true,
          },
        ],
      },
    ],
    side: [],
    notes: [
      `This certifies that ${name} ${state} (${terms}).`,
      `The amounts are those of the processed pays with pay dates in this period, as recorded on ${day(today)}.`,
      ' ',
      'Signed for the employer: ______________________________     Date: ____________________',
    ],
  }
}

type EtpRow = { code: string; taxFree: number; taxable: number; withheld: number }

/** The components of the employment termination payments, as reported. */
export function buildEtpSummary(person: Person, result: Record<string, unknown>, payDate: string): Payslip {
  const etps = etpRows(result)
  const add = (of: (row: EtpRow) => number) => sumTexts(etps.map((row) => of(row).toFixed(2))).toFixed()
  const lumps = (
    [
      ['lump_sum_a', 'Lump sum A (unused leave)'],
      ['lump_sum_b', 'Lump sum B (long service before August 1978)'],
      ['lump_sum_d', 'Lump sum D (tax-free part of a genuine redundancy)'],
    ] as const
  ).filter(([name]) => Number(result[name] ?? 0) !== 0)
  const lumpSection: PayslipSection = {
    heading: 'Lump sums, in addition to the termination payments',
    columns: amounts,
    rows: lumps.map(([name, title]) => ({ cells: [title, money(Number(result[name]))] })),
  }
  return {
    ...heading(person, 'Employment termination payment summary'),
    facts: [
      { label: 'Last day', value: day(String(result.termination_date)) },
      { label: 'Paid on', value: day(payDate) },
    ],
    net: `$${money(
      decimal(add((row) => row.taxFree))
        .plus(decimal(add((row) => row.taxable)))
        .toFixed(),
    )}`,
    netLabel: 'Termination payments',
    sections: [
      {
        heading: 'Employment termination payments',
        columns: [left('', 30), right('Tax free', 20), right('Taxable', 20), right('Tax withheld', 20)],
        rows: [
          ...etps.map((row) => ({
            cells: [`ETP code ${row.code}`, money(row.taxFree), money(row.taxable), money(row.withheld)],
          })),
          {
            cells: [
              'Total',
              money(add((row) => row.taxFree)),
              money(add((row) => row.taxable)),
              money(add((row) => row.withheld)),
            ],
            isTotal: true,
          },
        ],
      },
      lumpSection,
    ],
    side: [],
    notes: [
      'Reported to the Australian Taxation Office through Single Touch Payroll; for a tax return use the income statement in myGov.',
    ],
  }
}

function etpRows(result: Record<string, unknown>): EtpRow[] {
  const rows: unknown = result.tax_summaries
  if (!Array.isArray(rows)) return []
  return rows.map((row) => ({
    code: String(row.etp_code ?? ''),
    taxFree: Number(row.tax_free_component ?? 0),
    taxable: Number(row.taxable_component ?? 0),
    withheld: Number(row.tax_withheld ?? 0),
  }))
}

function heading(
  { company, employee, span }: Person,
  title: string,
): Pick<Payslip, 'title' | 'employer' | 'employee' | 'facts'> {
  return {
    title,
    employer: {
      name: company.trading_name ?? company.legal_name,
      lines: [
        company.trading_name && company.trading_name !== company.legal_name ? company.legal_name : '',
        company.abn ? `ABN ${company.abn}` : '',
        company.nzbn ? `NZBN ${company.nzbn}` : '',
        [company.address1, company.city, company.state, company.postcode].filter(Boolean).join(', '),
      ].filter((line) => line !== ''),
    },
    employee: {
      name: formatName(employee),
      lines: [
        employee.number ? `Employee ${employee.number}` : `Employee id ${employee.id}`,
        employee.address1,
        [employee.city, employee.state, employee.postcode].filter(Boolean).join(' '),
      ].filter((line) => line !== ''),
    },
    facts: [
      { label: 'From', value: day(span.from) },
      { label: 'To', value: day(span.to) },
    ],
  }
}

function monthName(month: string): string {
  return new Intl.DateTimeFormat('en-AU', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  )
}
