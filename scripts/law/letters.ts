import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inCell, MAIN_CELL } from '../../src/database/current-cell.ts'
import type { Company } from '../../src/database/tables/companies.ts'
import { findCompany } from '../../src/features/employer/companies/index.ts'
import { printBrandOf } from '../../src/features/platform/branding/index.ts'
import { day, drawPayslip, money, type Payslip, right } from '../../src/features/platform/pdf/index.ts'
import { decimal, sum, ZERO } from '../../src/kernel/values/money.ts'
import type { Service } from '../../src/service.ts'
import type { KnownErratum } from './errata.ts'

/** The figures that people know from a payslip, in its order. Letters count the others without naming them. */
const SHOWN: Readonly<Record<string, string>> = {
  gross: 'Gross pay',
  tax: 'Tax withheld',
  nz_student_loan: 'Student loan',
  child_support: 'Child support',
  kiwisaver_employee: 'KiwiSaver deduction',
  deductions: 'Other deductions',
  super: 'Super',
  kiwisaver_employer: 'Employer KiwiSaver',
  kiwisaver_esct: 'ESCT',
  net: 'Net pay',
}

export type LetterFacts = { company: Company; bundle: string; reason: readonly string[] }

/** Writes a letter for each employer and each person whose pays change. Returns the number of files. */
export async function writeLetters(
  service: Service,
  errata: readonly KnownErratum[],
  bundle: { version: string; changes: readonly string[] },
  folder: string,
): Promise<number> {
  // The letters show what people earn.
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  let count = 0
  for (const [companyId, own] of Map.groupBy(errata, (erratum) => erratum.companyId)) {
    const write = async () => {
      const company = await findCompany(service.database.query, service.cipher, companyId)
      if (!company) return
      const brand = await printBrandOf(service, company.customer_id)
      const facts = { company, bundle: bundle.version, reason: bundle.changes }
      const save = async (name: string, content: Payslip) => {
        const bytes = await drawPayslip(content, service.clock.now(), brand)
        writeFileSync(join(folder, `company-${companyId}-${name}.pdf`), bytes, { mode: 0o600 })
        count += 1
      }
      await save('employer', employerLetter(facts, own))
      for (const [employeeId, pays] of Map.groupBy(own, (erratum) => erratum.employeeId))
        await save(`employee-${employeeId}`, personLetter(facts, pays))
    }
    await inCell(own[0]?.cell ?? MAIN_CELL, write)
  }
  return count
}

const left = (label: string, width: number) => ({ label, width, isRight: false })
const COLUMNS = [left('', 46), right('Paid', 17), right('Correct', 17), right('Difference', 17)]

/** The amounts a person was paid, the correct amounts, and how the difference is settled. */
export function personLetter({ company }: LetterFacts, pays: readonly KnownErratum[]): Payslip {
  const name = company.trading_name ?? company.legal_name
  const net = netOf(pays)
  const rows = pays.flatMap((pay) =>
    Object.entries(SHOWN).flatMap(([figure, label]) => {
      const change = pay.figures.find((each) => each.figure === figure)
      return change ? [{ cells: cellsOf(`${day(pay.payDate)}: ${label}`, change) }] : []
    }),
  )
  return {
    title: 'Correction of your pay',
    employer: employerOf(company),
    employee: { name: pays[0]?.employee ?? '', lines: [...(pays[0]?.address ?? [])] },
    facts: spanOf(pays),
    net: `$${money(net)}`,
    netLabel: 'Net pay, difference',
    sections: rows.length > 0 ? [{ heading: 'Figures that change', columns: COLUMNS, rows }] : [],
    side: [],
    notes: [
      `A table of official rates that ${name} used for your pay was wrong. Your pays were calculated again with the correct table.`,
      ...(rows.length === 0 ? ['What you were paid does not change; only figures that we report do.'] : []),
      nextStepFor(net),
      'The corrected payslips replace the earlier ones. If you have a question, please ask us.',
    ],
  }
}

function nextStepFor(net: string): string {
  if (decimal(net).gt(ZERO)) return 'We pay the difference to the account that your pay goes to.'
  if (decimal(net).lt(ZERO))
    return 'You were paid more than the correct amount. We will talk to you first; nothing is deducted without your agreement.'
  return 'Your net pay does not change.'
}

/** The same for the employer: a row per person, and what is left to do. */
export function employerLetter(
  { company, bundle, reason }: LetterFacts,
  errata: readonly KnownErratum[],
): Payslip {
  const people = [...Map.groupBy(errata, (erratum) => erratum.employeeId).values()]
  const count = (which: 'isLodged' | 'isPaid' | 'isTermination') =>
    errata.filter((each) => each[which]).length
  const row = (label: string, pays: readonly KnownErratum[]) => [
    label,
    ...['tax', 'super', 'net'].map((figure) => money(changeOf(pays, figure))),
  ]
  return {
    title: 'Correction of rate tables: pays that change',
    employer: employerOf(company),
    employee: { name: company.legal_name, lines: [] },
    facts: [...spanOf(errata), { label: 'Rate tables', value: bundle }],
    net: `${errata.length}`,
    netLabel: 'Pays that change',
    sections: [
      {
        heading: 'Differences by person',
        columns: [left('', 46), right('Tax', 17), right('Super', 17), right('Net pay', 17)],
        rows: [
          ...people.map((pays) => ({ cells: row(`${pays[0]?.employee} (${pays.length} pays)`, pays) })),
          { cells: row('Together', errata), isTotal: true },
        ],
      },
    ],
    side: [],
    notes: [
      'A table of official rates was wrong. These pays, and no others, change with the correct table.',
      ...reason,
      `${count('isLodged')} of them were reported to the authority: send the update that the report page offers.`,
      `${count('isPaid')} of them were paid: underpaid and overpaid amounts show as open under payments.`,
      ...(count('isTermination') > 0
        ? [`${count('isTermination')} are final pays: delete them and pay them again.`]
        : []),
      'If your company requires two people for pay runs, the correction waits under Approvals.',
      'Each person affected gets a separate letter.',
    ],
  }
}

const employerOf = (company: Company) => ({
  name: company.trading_name ?? company.legal_name,
  lines: [[company.address1, company.city, company.postcode].filter(Boolean).join(', ')].filter(Boolean),
})

function spanOf(pays: readonly KnownErratum[]): Payslip['facts'] {
  const dates = pays.map(({ payDate }) => payDate).sort()
  return [
    { label: 'Pay dates from', value: day(dates[0] ?? '') },
    { label: 'to', value: day(dates.at(-1) ?? '') },
  ]
}

type Change = { before: string; after: string }
const differenceOf = ({ before, after }: Change) => decimal(after || '0').minus(decimal(before || '0'))
const cellsOf = (label: string, change: Change) => [
  label,
  money(change.before || '0'),
  money(change.after || '0'),
  money(differenceOf(change).toFixed(2)),
]

/** The sum of the differences in a figure. */
const changeOf = (pays: readonly KnownErratum[], figure: string): string =>
  sum(
    pays.flatMap(({ figures }) => figures.filter((each) => each.figure === figure).map(differenceOf)),
  ).toFixed(2)

const netOf = (pays: readonly KnownErratum[]) => changeOf(pays, 'net')
