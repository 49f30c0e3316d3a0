import type { Company } from '../../../database/tables/companies.ts'
import { formatName } from '../../../http/view.ts'
import { invalid, notFound } from '../../../kernel/problem.ts'
import type { Service } from '../../../service.ts'
import { printBrandOf } from '../../platform/branding/index.ts'
import { day, drawPayslip, drawTogether, money, type Payslip } from '../../platform/pdf/index.ts'
import { checkStored } from './check-stored.ts'
import { listEmployeesOf } from './queries.ts'
import type { HolidaysActReport } from './schema.ts'

type Asked = { employee_id?: number; from_date: string; to_date: string }
/** One document holds at most this many letters. */
const LETTERS_MAX = 2_000

/** The letter that lists underpayments day by day, and their total. Without an employee, the letters to everyone. */
export async function letterPdf(service: Service, company: Company, asked: Asked): Promise<Buffer> {
  const { employee_id: employeeId, from_date: from, to_date: to } = asked
  const { query } = service.database
  if (employeeId === undefined) return allLetters(service, company, { from, to })
  const [employee] = await listEmployeesOf(query, company.id, [employeeId])
  if (!employee) throw notFound('Employee not found.')
  const report = await checkStored(service, company, { from, to, employeeId })
  if (report.underpaid === 0) throw notFound('Nothing is owed to this employee for these pay dates.')
  return draw(service, company, buildLetter(company, addresseeOf(employee), report, { from, to }))
}

async function allLetters(
  service: Service,
  company: Company,
  span: { from: string; to: string },
): Promise<Buffer> {
  const report = await checkStored(service, company, span)
  const owed = report.employees.filter(({ employee_id }) => employee_id !== null)
  if (owed.length === 0) throw notFound('Nothing is owed to anyone for these pay dates.')
  if (owed.length > LETTERS_MAX)
    throw invalid(
      ['query', 'employee_id'],
      `${owed.length} people are owed something, and a document holds at most ${LETTERS_MAX} letters: send employee_id`,
    )
  const ids = owed.flatMap(({ employee_id }) => employee_id ?? [])
  const people = await listEmployeesOf(service.database.query, company.id, ids)
  const byId = new Map(people.map((person) => [person.id, person]))
  const [rows, unchecked] = [
    Map.groupBy(report.rows, ({ employee_id }) => employee_id),
    Map.groupBy(report.unchecked, ({ employee_id }) => employee_id),
  ]
  const letters = owed.flatMap(({ employee_id: id, arrears }) => {
    const person = byId.get(id ?? 0)
    const own = { rows: rows.get(id) ?? [], arrears, unchecked: unchecked.get(id) ?? [] }
    return person ? [buildLetter(company, addresseeOf(person), own, span)] : []
  })
  const brand = await printBrandOf(service, company.customer_id)
  return drawTogether(letters, { title: TITLE, created: service.clock.now(), brand })
}

type Person = Awaited<ReturnType<typeof listEmployeesOf>>[number]
const addresseeOf = (person: Person): Addressee => ({
  name: formatName(person),
  lines: [person.address1, [person.city, person.postcode].filter(Boolean).join(' ')].filter(Boolean),
  isPaidHere: !person.is_terminated,
})
const TITLE = 'Holidays Act 2003: what we owe you'

/** Writes the same letter to an employee whose pays are only in an uploaded history. */
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
    rows,
    arrears,
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
    title: TITLE,
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
