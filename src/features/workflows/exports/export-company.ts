import { todayOf } from '../../../countries/index.ts'
import type { Company } from '../../../database/tables/companies.ts'
import type { Caller } from '../../../http/caller.ts'
import { notFound } from '../../../kernel/problem.ts'
import type { Service } from '../../../service.ts'
import { requireEmployee, viewStoredEmployee } from '../../employees/employees/index.ts'
import { findCompany, readCompany } from '../../employer/companies/index.ts'
import { listPayIds, loadShownPays, countryOf as payCountryOf, viewStoredPay } from '../../pays/pays/index.ts'
import { archiveOf, csvPart, jsonPart, type Part, readmePart } from './archive.ts'
import { lastPayDate, listPeople } from './queries.ts'
import {
  companyTables,
  employeesTable,
  listTables,
  openingItems,
  openingTables,
  type Row,
  type Source,
  type Table,
} from './tables.ts'
import { WHAT_LEFT, whatLeft } from './what-left.ts'

const PAYS_AT_ONCE = 200

/** All data of a company, as importable files and readable files. */
export async function exportCompany(
  service: Service,
  company: Company,
  isMasked: boolean,
): Promise<NodeJS.ReadableStream> {
  const people = await listPeople(service.database.query, company.id)
  const idsOf = (isTerminated: boolean) =>
    people.filter((each) => each.is_terminated === isTerminated).map(({ id }) => id)
  const source = await sourceOf(service, company, idsOf(false))
  const former = await employeesTable({ ...source, ids: idsOf(true) })
  const employees = await employeesTable(source)
  const { table, history } = openingTables(source)
  const tables = [employees, ...companyTables(source), table, history, ...listTables(source)]
  const gone = {
    ...former,
    name: 'former-employees',
    about: 'Employees who have left, with the same columns.',
  }
  return archiveOf(
    [
      readmePart(
        `${company.legal_name}: export`,
        source.asAt,
        [...tables, gone],
        [...JSON_FILES, ...WHAT_LEFT],
      ),
      ...[...tables, gone].map((each) => csvPart(each, isMasked)),
      jsonPart(
        'company.json',
        async function* () {
          yield await readCompany(service, service.database.query, company)
        },
        isMasked,
      ),
      jsonPart('employees.json', () => columnsOf(employees), isMasked),
      jsonPart('opening-balances.json', () => openingItems(source), isMasked),
      paysPart(service, company, undefined),
      ...whatLeft(service, company, isMasked),
    ],
    service.clock.now(),
  )
}

const JSON_FILES: [string, string][] = [
  ['company.json', 'The company with the names of its employees.'],
  ['employees.json', 'The rows of employees.csv.'],
  [
    'opening-balances.json',
    'The complete opening figures, with pay history, termination payments and lump sums: the list for `PUT /api/company/{company_id}/opening-balances`.',
  ],
  [
    'pays.json',
    'Every pay with its lines and figures, as `GET /api/company/{company_id}/pays` shows it, oldest first.',
  ],
]

/** All data stored about one employee, for the employee. */
export async function exportEmployee(
  service: Service,
  caller: Caller,
  employeeId: number,
  isMasked: boolean,
): Promise<NodeJS.ReadableStream> {
  const employee = await requireEmployee(service, caller, employeeId, { answer: 404 })
  const company = await findCompany(service.database.query, service.cipher, employee.company_id)
  if (!company) throw notFound('Employee not found.')
  const source = await sourceOf(service, company, [employee.id])
  const { table, history } = openingTables(source)
  const tables = [await employeesTable(source), table, history, ...listTables(source)]
  const title = `${employee.first_name} ${employee.last_name}: what ${company.legal_name} keeps in payroll`
  return archiveOf(
    [
      readmePart(title, source.asAt, tables, [
        ['employee.json', 'The current record.'],
        ['pays.json', 'Every pay with its lines and figures, oldest first.'],
      ]),
      ...tables.map((each) => csvPart(each, isMasked)),
      jsonPart(
        'employee.json',
        async function* () {
          yield viewStoredEmployee(service, employee).view
        },
        isMasked,
      ),
      paysPart(service, company, employee.id),
    ],
    service.clock.now(),
  )
}

/** The rows of a table, limited to its columns. */
async function* columnsOf({ columns, rows }: Table): AsyncGenerator<Row> {
  for await (const row of rows())
    yield Object.fromEntries(columns.map(({ name }) => [name, row[name] ?? null]))
}

async function sourceOf(service: Service, company: Company, ids: readonly number[]): Promise<Source> {
  const asAt = (await lastPayDate(service.database.query, company.id)) ?? todayOf(service, company)
  return { service, company, ids, asAt }
}

function paysPart(service: Service, company: Company, employeeId: number | undefined): Part {
  const { query } = service.database
  const pays = async function* () {
    const filter = employeeId === undefined ? {} : { employee_id: employeeId }
    const country = payCountryOf(company)
    for await (const listed of listPayIds(query, company.id, filter, 'none'))
      for (let from = 0; from < listed.length; from += PAYS_AT_ONCE) {
        const part = listed.slice(from, from + PAYS_AT_ONCE).map((pay) => pay.id)
        for (const pay of await loadShownPays(query, country, part)) yield viewStoredPay(pay, country)
      }
  }
  return jsonPart('pays.json', pays, false)
}
