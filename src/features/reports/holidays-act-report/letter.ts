import type { Company } from '../../../database/tables/companies.ts'
import type { Employee } from '../../../database/tables/employees.ts'
import { formatName } from '../../../http/view.ts'
import { notFound } from '../../../kernel/problem.ts'
import type { Service } from '../../../service.ts'
import { printBrandOf } from '../../platform/branding/index.ts'
import { day, drawPayslip, money, type Payslip } from '../../platform/pdf/index.ts'
import { checkStored } from './check-stored.ts'
import { listEmployeesOf } from './queries.ts'
import type { HolidaysActReport } from './schema.ts'

type Asked = { employee_id: number; from_date: string; to_date: string }

/** The letter that says what was underpaid, day by day, and what it comes to. */
export async function letterPdf(service: Service, company: Company, asked: Asked): Promise<Buffer> {
  const { employee_id: employeeId, from_date: from, to_date: to } = asked
  const [employee] = await listEmployeesOf(service.database.query, company.id, [employeeId])
  if (!employee) throw notFound('Employee not found.')
  const report = await checkStored(service, company, { from, to, employeeId })
  if (report.underpaid === 0) throw notFound('Nothing is owed to this employee for these pay dates.')
  const content = buildLetter(company, employee, report, asked)
  return drawPayslip(content, service.clock.now(), await printBrandOf(service, company.customer_id))
}

const left = (label: string, width: number) => ({ label, width, isRight: false })
const right = (label: string, width: number) => ({ label, width, isRight: true })

function buildLetter(
  company: Company,
  employee: Employee,
  report: HolidaysActReport,
  { from_date, to_date }: Asked,
): Payslip {
  const short = report.rows.filter((row) => row.difference > 0)
  const name = company.trading_name ?? company.legal_name
  return {
    title: 'Holidays Act 2003: what we owe you',
    employer: {
      name,
      lines: [[company.address1, company.city, company.postcode].filter(Boolean).join(', ')].filter(Boolean),
    },
    employee: {
      name: formatName(employee),
      lines: [employee.address1, [employee.city, employee.postcode].filter(Boolean).join(' ')].filter(
        Boolean,
      ),
    },
    facts: [
      { label: 'Pay dates from', value: day(from_date) },
      { label: 'to', value: day(to_date) },
    ],
    net: `$${money(String(report.arrears))}`,
    netLabel: 'Owed before tax',
    sections: [
      {
        heading: 'Payments that were too low',
        columns: [left('', 50), right('Owed', 15), right('Paid', 15), right('Difference', 16)],
        rows: [
          ...short.map((row) => ({
            cells: [
              `${day(row.date)}: ${row.description} (${row.section})`,
              money(String(row.owed)),
              money(String(row.paid)),
              money(String(row.difference)),
            ],
          })),
          {
            cells: ['Together', '', '', money(String(report.arrears))],
            isTotal: true,
          },
        ],
      },
    ],
    side: [],
    notes: lettersWords(name, employee, report),
  }
}

function lettersWords(name: string, employee: Employee, { rows, unchecked }: HolidaysActReport): string[] {
  const assumptions = new Set(rows.filter((row) => row.difference > 0).flatMap((row) => row.assumptions))
  return [
    `${name} has checked what you were paid for holidays and leave. Some payments were below what the Holidays Act 2003 asks for.`,
    employee.is_terminated
      ? 'You no longer work for us. Please tell us the bank account that we should pay this to.'
      : 'The amount is paid with one of your next pays, as back pay. Tax is withheld from it as from any extra pay.',
    ...[...assumptions].map((text) => `Assumed: ${text}`),
    ...unchecked.map(({ year, reason }) => `${year} could not be checked in full. ${reason}`),
    'If you think that something is missing or wrong, please tell us. Employment New Zealand can help you too.',
  ]
}
