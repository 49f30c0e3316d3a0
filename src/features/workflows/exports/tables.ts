import type { Company } from '../../../database/tables/companies.ts'
import type { CivilDate } from '../../../kernel/values/dates.ts'
import { present } from '../../../kernel/values/present.ts'
import type { Service } from '../../../service.ts'
import { loadBankAccounts } from '../../employees/bank-accounts/index.ts'
import { loadEmployees, type OpenEmployee, openEmployee } from '../../employees/employees/index.ts'
import { listOwnRatesOf, listPayRates, listRateEmployees } from '../../employees/pay-rates/index.ts'
import { loadStandingItems } from '../../employees/standing-items/index.ts'
import { loadSuperFunds } from '../../employees/super-funds/index.ts'
import { listAllowances } from '../../employer/allowances/index.ts'
import { listPayees, loadPayees, openPayee } from '../../money/payments/index.ts'
import type { OpeningBalancesInput } from '../../pays/opening-balances/index.ts'
import { factsOf, flatOpening, IMPORTERS, type ImportKind } from '../imports/index.ts'
import { closingFigures } from './closing.ts'
import { loadMovements, loadOptionNames } from './queries.ts'

/* The tables of an export, row by row. Importable tables have exactly the columns of the import. */

export type Row = Record<string, unknown>
export type Table = {
  name: string
  about: string
  columns: readonly { name: string; about: string }[]
  rows(): AsyncIterable<Row>
}

/** The number of employees read at a time. */
const AT_ONCE = 200

export type Source = { service: Service; company: Company; ids: readonly number[]; asAt: CivilDate }

/** An employee without a number gets one here, because the other files refer to employees by number. */
const numberOf = (employee: Pick<OpenEmployee, 'id' | 'number'>) => employee.number ?? `id-${employee.id}`

async function* portions({
  service,
  company,
  ids,
}: Pick<Source, 'service' | 'company' | 'ids'>): AsyncGenerator<Map<number, OpenEmployee>> {
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const rows = await loadEmployees(service.database.query, company.id, {
      ids: ids.slice(from, from + AT_ONCE),
    })
    const byId = new Map(rows.map((row) => [row.id, openEmployee(service.cipher, row)]))
    yield new Map(
      ids.slice(from, from + AT_ONCE).flatMap((id) => (byId.has(id) ? [[id, present(byId.get(id))]] : [])),
    )
  }
}

/** A table that an import can read: its columns are those of the template. */
function importable(
  source: Source,
  kind: ImportKind,
  rows: (some: Map<number, OpenEmployee>) => AsyncIterable<Row> | Iterable<Row>,
): Table {
  return {
    ...importTable(source.company, kind),
    async *rows() {
      for await (const some of portions(source)) yield* rows(some)
    },
  }
}

function importTable(company: Company, kind: ImportKind): Omit<Table, 'rows'> {
  return {
    name: kind,
    about: IMPORTERS[kind].about,
    columns: IMPORTERS[kind].fields(company.jurisdiction).map((field) => ({
      name: field.name,
      about: factsOf(field.schema).description ?? '',
    })),
  }
}

export async function employeesTable(source: Source): Promise<Table> {
  const names: Record<string, Map<number, string>> = await loadOptionNames(
    source.service.database.query,
    source.company.customer_id,
  )
  return importable(source, 'employees', function* (some) {
    for (const employee of some.values()) {
      const row: Row = { ...employee, number: numberOf(employee) }
      for (const [field, options] of Object.entries(names))
        row[field] = options.get(Number(row[field])) ?? null
      yield row
    }
  })
}

/** Opening figures and the pay history behind them: everyone's state on the export date. */
export function openingTables(source: Source): { table: Table; history: Table } {
  const figures = (some: Map<number, OpenEmployee>) =>
    closingFigures(source.service.database.query, source.company, [...some.values()], source.asAt)
  return {
    table: importable(source, 'opening-balances', async function* (some) {
      for (const [id, input] of await figures(some))
        yield { employee_number: numberOf(present(some.get(id))), ...flatOpening(input) }
    }),
    history: importable(source, 'pay-history', async function* (some) {
      for (const [id, { pay_history = [] }] of await figures(some))
        for (const period of pay_history)
          yield { employee_number: numberOf(present(some.get(id))), ...period }
    }),
  }
}

/** The same figures in full, in the format of the opening balances batch. */
export async function* openingItems(
  source: Source,
): AsyncGenerator<OpeningBalancesInput & { employee_number: string }> {
  for await (const some of portions(source)) {
    const { query } = source.service.database
    for (const [id, input] of await closingFigures(query, source.company, [...some.values()], source.asAt))
      yield { employee_number: numberOf(present(some.get(id))), ...input }
  }
}

/**
 * Data of the company itself: payees of deductions, rates and allowances, with the numbers of the employees
 * they apply to.
 */
export function companyTables({ service, company, ids }: Source): Table[] {
  const { query } = service.database
  const own = new Set(ids)
  const numbers = (people: readonly Pick<OpenEmployee, 'id' | 'number'>[]) =>
    people
      .filter(({ id }) => own.has(id))
      .map(numberOf)
      .join('; ')
  const table = (kind: ImportKind, rows: Table['rows']): Table => ({ ...importTable(company, kind), rows })
  return [
    table('payees', async function* () {
      for (const payee of await listPayees(query, company.id))
        yield { ...payee, account_number: openPayee(service.cipher, payee) }
    }),
    table('pay-rates', async function* () {
      const rates = await listPayRates(query, company.id)
      const links = await listRateEmployees(
        query,
        rates.map((rate) => rate.id),
      )
      const byRate = Map.groupBy(links, (link) => link.pay_rate_id)
      for (const rate of rates)
        yield {
          ...rate,
          classification_name: rate.group_name,
          employee_numbers: numbers(byRate.get(rate.id) ?? []),
        }
      for await (const some of portions({ service, company, ids }))
        for (const rate of await listOwnRatesOf(query, [...some.keys()]))
          yield { ...rate, employee_number: numberOf(present(some.get(rate.employee_id))), employee_id: null }
    }),
    table('company-allowances', async function* () {
      const allowances = await listAllowances(query, company.id)
      const attached = await loadEmployees(query, company.id, {
        ids: [...new Set(allowances.flatMap((allowance) => allowance.employee_ids))],
      })
      for (const allowance of allowances)
        yield {
          ...allowance,
          employee_numbers: numbers(attached.filter(({ id }) => allowance.employee_ids.includes(id))),
        }
    }),
  ]
}

const KIND_NAMES: Record<string, string> = { sacrifice: 'pay_sacrifice' }

export function listTables(source: Source): Table[] {
  const { service } = source
  const { query } = service.database
  // Ids are meaningless in other systems, so employees are identified by number.
  const of = (some: Map<number, OpenEmployee>, id: number) => ({
    employee_number: numberOf(present(some.get(id))),
    employee_id: null,
  })
  return [
    importable(source, 'standing-items', async function* (some) {
      const items = await loadStandingItems(query, [...some.keys()])
      const payees = await loadPayees(
        query,
        items.flatMap((item) => item.payee_id ?? []),
      )
      const nameOf = new Map(payees.map((payee) => [payee.id, payee.name]))
      for (const item of items)
        yield {
          ...item,
          ...of(some, item.employee_id),
          kind: KIND_NAMES[item.kind] ?? item.kind,
          payee_name: item.payee_id === null ? null : nameOf.get(item.payee_id),
        }
    }),
    importable(source, 'bank-accounts', async function* (some) {
      for (const account of await loadBankAccounts(query, service.cipher, [...some.keys()]))
        yield { ...account, ...of(some, account.employee_id) }
    }),
    importable(source, 'super-funds', async function* (some) {
      for (const fund of await loadSuperFunds(query, service.cipher, [...some.keys()]))
        yield { ...fund, ...of(some, fund.employee_id) }
    }),
    {
      name: 'leave-movements',
      about:
        'The leave that each pay accrued, took and paid out. For information only: the balances are in opening-balances.',
      columns: ['employee_number', 'pay_id', 'processed_date', 'balance', 'kind', 'amount'].map((name) => ({
        name,
        about: '',
      })),
      async *rows() {
        for await (const some of portions(source))
          for (const row of await loadMovements(query, [...some.keys()]))
            yield { ...row, ...of(some, row.employee_id) }
      },
    },
  ]
}
