import { sql } from 'kysely'
import { australia } from '../../../countries/au/index.ts'
import { emptyIncome, type Income, type PayeeYear } from '../../../countries/au/stp/facts.ts'
import { incomeYear } from '../../../countries/au/stp/income-types.ts'
import type { Queryable, Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import type { StpForeignIncome } from '../../../database/tables/reporting.ts'
import type { CivilDate } from '../../../kernel/values/dates.ts'
import { decimal, isZero } from '../../../kernel/values/money.ts'
import { present } from '../../../kernel/values/present.ts'
import { openingStpYears } from '../../pays/opening-balances/index.ts'
import { loadHoldings, payeeKey } from '../lodgements/index.ts'

/* Amounts reported for an income year beyond the pays: fringe benefits and foreign work amounts. */

export type YearAmounts = {
  fringe_benefits: string
  exempt_fringe_benefits: string
  incomes: StpForeignIncome[]
}

export const NO_AMOUNTS: YearAmounts = { fringe_benefits: '0', exempt_fringe_benefits: '0', incomes: [] }

/** By employee. Employees without such amounts are not in the map. */
export async function loadYearAmounts(
  query: Queryable,
  employeeIds: readonly number[],
  year: number,
): Promise<Map<number, YearAmounts>> {
  const { rows } = await sql<YearAmounts & { employee_id: number }>`
    select employee_id, fringe_benefits, exempt_fringe_benefits, incomes from stp_payee_years
    where employee_id = any(${employeeIds}::int[]) and year = ${year}`.execute(query)
  return new Map(rows.map(({ employee_id: id, ...amounts }) => [id, amounts]))
}

export async function storeYearAmounts(
  tx: Tx,
  company: Company,
  employeeId: number,
  year: number,
  amounts: YearAmounts,
  now: Date,
): Promise<void> {
  const values = { ...amounts, incomes: JSON.stringify(amounts.incomes), updated_at: now }
  await tx
    .insertInto('stp_payee_years')
    .values({
      employee_id: employeeId,
      customer_id: company.customer_id,
      company_id: company.id,
      year,
      ...values,
    })
    .onConflict((on) => on.columns(['employee_id', 'year']).doUpdateSet(values))
    .execute()
}

/** Adds these amounts to a year to date. An income type without pays is added to it. */
export function withAmounts(year: PayeeYear, amounts: YearAmounts | undefined): PayeeYear {
  if (!amounts) return year
  const { T, X } = year.fringeBenefits
  const incomes = amounts.incomes.reduce(withForeign, [...year.incomes])
  return {
    ...year,
    incomes: incomes.toSorted((a, b) => (a.type < b.type ? -1 : 1)),
    fringeBenefits: {
      X: decimal(amounts.exempt_fringe_benefits).plus(X ?? '0'),
      T: decimal(amounts.fringe_benefits).plus(T ?? '0'),
    },
  }
}

function withForeign(incomes: Income[], row: StpForeignIncome): Income[] {
  const own = incomes.find((income) => income.type === row.income_type) ?? emptyIncome(row.income_type)
  const more = {
    ...own,
    foreignTax: own.foreignTax.plus(row.foreign_tax),
    exemptForeignIncome: own.exemptForeignIncome.plus(row.exempt_foreign_income),
  }
  return [...incomes.filter((income) => income !== own), more]
}

/**
 * Employees of the year whom no pay event reports because they were not paid here. An earlier payroll paid
 * them, or only these amounts are reported for them.
 */
export async function listUnpaidPayees(
  query: Queryable,
  companyIds: readonly number[],
  year: number,
): Promise<{ company_id: number; id: number; name: string }[]> {
  const { start, end } = incomeYear(year)
  const { rows } = await sql<{ company_id: number; id: number; name: string }>`
    with reported as (
      select employee_id from opening_balances where company_id = any(${companyIds}::int[]) and as_at between ${start} and ${end}
      union
      select employee_id from stp_payee_years where company_id = any(${companyIds}::int[]) and year = ${year}
        and (fringe_benefits <> 0 or exempt_fringe_benefits <> 0 or incomes::text <> '[]')
    )
    select employees.company_id, employees.id, first_name || ' ' || last_name as name
    from reported join employees on employees.id = reported.employee_id
    where company_id = any(${companyIds}::int[]) and not is_deleted and not is_super_only_contractor
      and not exists (select from pays where pays.employee_id = employees.id and pays.status = 'processed'
        and processed_date between ${start} and ${end})
    order by employees.id`.execute(query)
  return rows
}

/** A payee whose entered amounts differ from those the tax office holds. */
export type ChangedYear = {
  company_id: number
  id: number
  name: string
  year: number
  changed_on: CivilDate
  /** A message with these amounts was sent and is not answered yet. */
  is_awaited: boolean
}

/** The payees reported in a year whose amounts beyond the pays have changed since. */
export async function listChangedYears(
  query: Queryable,
  companyIds: readonly number[],
): Promise<ChangedYear[]> {
  const { rows } = await sql<YearAmounts & ChangedYear>`
    select amounts.company_id, employee_id as id, first_name || ' ' || last_name as name, year, fringe_benefits, exempt_fringe_benefits, incomes,
      (amounts.updated_at at time zone ${australia.timeZone})::date as changed_on
    from stp_payee_years amounts join employees on employees.id = amounts.employee_id
    where amounts.company_id = any(${companyIds}::int[]) order by year, employee_id`.execute(query)
  const changed: ChangedYear[] = []
  for (const own of Map.groupBy(rows, (row) => `${row.company_id} ${row.year}`).values()) {
    const { company_id: companyId, year } = present(own[0])
    const employeeIds = own.map((row) => row.id)
    const ledger = { authority: 'ATO', year } as const
    const held = await loadHoldings(query, companyId, ledger, { employeeIds })
    const expected = await loadHoldings(query, companyId, ledger, { employeeIds, isExpected: true })
    const openings = await openingStpYears(query, employeeIds, incomeYear(year))
    for (const { id, name, changed_on, company_id: _company, ...amounts } of own) {
      const key = payeeKey(id, 'employee')
      const entered = namesOf(amounts, openings.get(id)?.beyondPays)
      const [before, after] = [held.get(key)?.amounts, expected.get(key)?.amounts]
      if (before && isOtherwise(entered, before)) {
        const is_awaited = after !== undefined && !isOtherwise(entered, after)
        changed.push({ company_id: companyId, id, name, year, changed_on, is_awaited })
      }
    }
  }
  return changed
}

/** The amounts by their names in the ledger, with both sources added up. */
function namesOf(...sources: (YearAmounts | undefined)[]): Map<string, string> {
  const names = new Map<string, string>()
  const add = (name: string, amount: string) =>
    names.set(
      name,
      decimal(names.get(name) ?? '0')
        .plus(amount)
        .toFixed(2),
    )
  for (const source of sources) {
    add('IncomeFringeBenefitsReportable.T.A', source?.fringe_benefits ?? '0')
    add('IncomeFringeBenefitsReportable.X.A', source?.exempt_fringe_benefits ?? '0')
    for (const { income_type: type, ...row } of source?.incomes ?? []) {
      add(`${type}.IncomeTaxForeignWithholdingA`, row.foreign_tax)
      add(`${type}.IndividualNonBusinessExemptForeignEmploymentIncomeA`, row.exempt_foreign_income)
    }
  }
  return names
}

const ENTERED =
  /(?:IncomeFringeBenefitsReportable\.[TX]\.A|IncomeTaxForeignWithholdingA|ForeignEmploymentIncomeA)$/

function isOtherwise(entered: ReadonlyMap<string, string>, held: Readonly<Record<string, string>>): boolean {
  const bare = (name: string) => name.replace(/^([A-Z]{3})\.[a-z]{2}\./, '$1.')
  const reported = new Map(Object.entries(held).map(([name, amount]) => [bare(name), amount]))
  const names = new Set([...entered.keys(), ...[...reported.keys()].filter((name) => ENTERED.test(name))])
  return [...names].some(
    (name) => !isZero(decimal(entered.get(name) ?? '0').minus(reported.get(name) ?? '0')),
  )
}
