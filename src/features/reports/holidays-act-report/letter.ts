import type { Company } from '../../../database/tables/companies.ts'
import { formatName } from '../../../http/view.ts'
import { notFound } from '../../../kernel/problem.ts'
import type { Service } from '../../../service.ts'
import { printBrandOf } from '../../platform/branding/index.ts'
import { day, drawPayslip, money, type Payslip } from '../../platform/pdf/index.ts'
import { checkStored } from './check-stored.ts'
import { listEmployeesOf } from './queries.ts'
import type { HolidaysActReport } from './schema.ts'

type Asked = { employee_id: number; from_date: string; to_date: string }

/** The letter that lists underpayments day by day, and their total. */
export async function letterPdf(service: Service, company: Company, asked: Asked): Promise<Buffer> {
  const { employee_id: employeeId, from_date: from, to_date: to } = asked
  const [employee] = await listEmployeesOf(service.database.query, company.id, [employeeId])
  if (!employee) throw notFound('Employee not found.')
  const report = await checkStored(service, company, { from, to, employeeId })
  if (report.underpaid === 0) throw notFound('Nothing is owed to this employee for these pay dates.')
  const addressee: Addressee = {
    name: formatName(employee),
    lines: [employee.address1, [employee.city, employee.postcode].filter(Boolean).join(' ')].filter(Boolean),
    isPaidHere: !employee.is_terminated,
  }
  return draw(service, company, buildLetter(company, addressee, report, { from, to }))
}

/** The same for an employee whose pays are only in an uploaded history. */
export async function historyLetterPdf(
  service: Service,
  company: Company,
  name: string,
  report: HolidaysActReport,
): Promise<Buffer> {
  const rows = report.rows.filter((row) => row.employee === name)
  const arrears = report.employees.find(({ employee }) => employee === name)?.arrears
  if (arrears === undefined) throw notFound(`The history shows nothing that is owed to "${name}".`)
  const dates = rows.map((row) => row.pay_date).sort()
  const own = {
    ...{ rows, arrears },
    unchecked: report.unchecked.filter(({ employee }) => employee === name),
  }
  const span = { from: dates[0] ?? '', to: dates.at(-1) ?? '' }
  return draw(service, company, buildLetter(company, { name, lines: [], isPaidHere: false }, own, span))
}

const draw = async (service: Service, company: Company, content: Payslip) =>
  drawPayslip(content, service.clock.now(), await printBrandOf(service, company.customer_id))

/** The recipient of the letter. Current employees get the amount with a pay. */
type Addressee = { name: string; lines: string[]; isPaidHere: boolean }
type Found = Pick<HolidaysActReport, 'rows' | 'arrears' | 'unchecked'>

const left = (label: string, width: number) => ({ label, width, isRight: false })
const right = (label: string, width: number) => ({ label, width, isRight: true })

function buildLetter(
  company: Company,
  addressee: Addressee,
  report: Found,
  { from, to }: { from: string; to: string },
): Payslip {
  const short = report.rows.filter((row) => row.difference > 0)
  const name = company.trading_name ?? company.legal_name
  return {
    title: 'Holidays Act 2003: what we owe you',
    employer: {
      name,
      lines: [[company.address1, company.city, company.postcode].filter(Boolean).join(', ')].filter(Boolean),
    },
    employee: { name: addressee.name, lines: addressee.lines },
    facts: [
      { label: 'Pay dates from', value: day(from) },
      { label: 'to', value: day(to) },
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
    notes: lettersWords(name, addressee, report),
  }
}

function lettersWords(name: string, { isPaidHere }: Addressee, { rows, unchecked }: Found): string[] {
  const assumptions = new Set(rows.filter((row) => row.difference > 0).flatMap((row) => row.assumptions))
  return [
    `${name} has checked what you were paid for holidays and leave. Some payments were below what the Holidays Act 2003 requires.`,
    isPaidHere
      ? 'The amount is paid with one of your next pays, as back pay. Tax is withheld from it as from any extra pay.'
      : 'If you no longer work for us, please tell us the bank account that we should pay this to.',
    ...[...assumptions].map((text) => `Assumed: ${text}`),
    ...unchecked.map(({ year, reason }) => `${year} could not be checked in full. ${reason}`),
    'If you think that something is missing or wrong, please tell us. Employment New Zealand can help you too.',
  ]
}
