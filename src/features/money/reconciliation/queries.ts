import { sql } from 'kysely'
import { countryOf } from '../../../countries/index.ts'
import type { Queryable } from '../../../database/connect.ts'
import { NEEDS_UPDATE, REPORTED } from '../../../database/reported-pays.ts'
import type { Company } from '../../../database/tables/companies.ts'
import { decimal, sum, ZERO } from '../../../kernel/values/money.ts'
import { loadAwaited, loadGone } from '../../lodgements/lodgements/index.ts'
import { isForOffice, isPaidWithTax } from '../payments/index.ts'

export type Span = { from: string; to: string }

/** The current pays of the period, summed by pay date from their rows. */
export async function sumPays(query: Queryable, companyId: number, { from, to }: Span) {
  const { rows } = await sql<{
    pay_date: string
    net: string
    tax: string
    super: string
    pay_ids: number[]
  }>`
    select processed_date as pay_date, sum(net) as net, sum(tax) as tax, coalesce(sum(super), 0) as super,
      array_agg(id order by id) as pay_ids
    from pays where company_id = ${companyId} and status = 'processed' and processed_date between ${from} and ${to}
    group by 1 order by 1`.execute(query)
  return rows
}

export type Carried = {
  id: number
  status: string
  on_date: string
  total: string
  amount: string
  pay_ids: number[]
}

/** The amount of the period's pays in each bank file. */
export async function sumFiles(query: Queryable, companyId: number, { from, to }: Span): Promise<Carried[]> {
  const { rows } = await sql<Carried>`
    select file.id, file.status, file.pay_date as on_date, file.total, sum(line.amount) as amount,
      array_agg(distinct line.pay_id order by line.pay_id) as pay_ids
    from payment_lines line join payment_files file on file.id = line.payment_file_id
    where line.company_id = ${companyId} and line.is_living and line.pay_date between ${from} and ${to}
    group by file.id order by file.id`.execute(query)
  return rows
}

/** The amounts of the period's net pays and payee items in each settlement. */
export async function sumSettlements(
  query: Queryable,
  companyId: number,
  { from, to }: Span,
): Promise<Carried[]> {
  const { rows } = await sql<Carried>`
    select settlements.id, method as status, settled_on as on_date, 0 as total, sum(line.amount) as amount,
      array_agg(distinct line.pay_id order by line.pay_id) as pay_ids
    from payment_lines line join settlements on settlements.id = line.settlement_id
    where line.company_id = ${companyId} and line.is_living and line.kind <> 'super'
      and line.pay_date between ${from} and ${to}
    group by settlements.id order by settlements.id`.execute(query)
  return rows
}

/** The deductions of one pay that no payee gets: an office does, or no one is named. */
export type UnnamedDeductions = {
  pay_id: number
  employee_id: number
  name: string
  total: string
  descriptions: string[]
  /** The part that is an obligation to an office, such as child support. */
  to_office: string
}

/** Deductions of the period: the total, and by pay those without a payee. */
export async function sumDeductions(
  query: Queryable,
  companyId: number,
  { from, to }: Span,
): Promise<{ total: string; unnamed: UnnamedDeductions[] }> {
  const { rows } = await sql<UnnamedDeductions & { all_lines: string }>`
    select pays.id as pay_id, pays.employee_id, first_name || ' ' || last_name as name,
      coalesce(sum(line.amount) filter (where is_unnamed), 0) as total, sum(line.amount) as all_lines,
      coalesce(array_agg(distinct line.description) filter (where is_unnamed and not is_for_office), '{}') as descriptions,
      coalesce(sum(line.amount) filter (where is_unnamed and is_for_office), 0) as to_office
    from pays join employees on employees.id = pays.employee_id
    join pay_lines line on line.pay_id = pays.id and line.kind = 'deduction'
    left join payee_redirects redirect on redirect.pay_id = pays.id and redirect.description = line.description
    cross join lateral (select ${isForOffice(companyId)} as is_for_office,
      ${isPaidWithTax(companyId)} or (redirect.payee_id is null and line.details ->> 'payee_id' is null) as is_unnamed) kinds
    where pays.company_id = ${companyId} and pays.status = 'processed' and processed_date between ${from} and ${to}
    group by pays.id, first_name, last_name order by pays.id`.execute(query)
  return {
    total: sum(rows.map((row) => decimal(row.all_lines))).toFixed(),
    unnamed: rows.filter((row) => !decimal(row.total).eq(ZERO)),
  }
}

/** Returned amounts of the pays of a period. */
export type ReturnedRow = { kind: 'net' | 'payee' | 'super'; amount: string }

export async function loadReturned(
  query: Queryable,
  companyId: number,
  { from, to }: Span,
): Promise<ReturnedRow[]> {
  const { rows } = await sql<ReturnedRow>`
    select kind, sum(amount) as amount from paid_lines
    where company_id = ${companyId} and outcome = 'returned' and pay_date between ${from} and ${to} group by 1`.execute(
    query,
  )
  return rows
}

/** A pay with its reporting status. */
export type LodgedPay = {
  pay_id: number
  employee_id: number
  name: string
  outcome: 'accepted' | 'under-way' | 'open'
  stp_status: string | null
  needs_update: boolean
}

/** The processed pays of a period that are reported. Empty for a company that does not report. */
export async function loadLodgedPays(
  query: Queryable,
  companyId: number,
  { from, to }: Span,
): Promise<LodgedPay[]> {
  const { rows } = await sql<LodgedPay>`
    select pays.id as pay_id, pays.employee_id, first_name || ' ' || last_name as name, reported.stp_status,
      ${NEEDS_UPDATE} as needs_update,
      case when line.outcome = 'accepted' then 'accepted' when line.outcome in ('created', 'sent') then 'under-way' else 'open' end as outcome
    from pays join employees on employees.id = pays.employee_id
    join companies on companies.id = pays.company_id and (companies.is_stp_enabled or companies.is_payday_filing_enabled)
    left join snapshots remembered on remembered.id = pays.snapshot_id
    ${REPORTED}
    left join submission_pays link on link.pay_id = pays.id and link.counts
    left join lodged_lines line on line.submission_id = link.submission_id and line.employee_id = pays.employee_id and line.part = 'employee'
    where pays.company_id = ${companyId} and pays.status = 'processed' and pays.processed_date between ${from} and ${to}
      and not coalesce(remembered.is_super_only_contractor, employees.is_super_only_contractor)
    order by pays.id`.execute(query)
  return rows
}

/** Pays of a period with a correction, or a deletion, that was sent and is not answered yet. */
export async function loadAwaitedPays(
  query: Queryable,
  { id, jurisdiction }: Pick<Company, 'id' | 'jurisdiction'>,
  { from, to }: Span,
): Promise<{ pay_id: number; employee_id: number; name: string }[]> {
  const awaited = await loadAwaited(query, [id], countryOf(jurisdiction).authority.code)
  const own = awaited.flatMap((row) =>
    row.pay_id !== null && row.pay_date >= from && row.pay_date <= to ? [{ ...row, pay_id: row.pay_id }] : [],
  )
  return [...new Map(own.map((row) => [row.pay_id, row])).values()]
}

/** Deleted pays of a period that the authority still holds and that no pending message reports. */
export async function loadGonePays(
  query: Queryable,
  { id, jurisdiction }: Pick<Company, 'id' | 'jurisdiction'>,
  { from, to }: Span,
): Promise<{ pay_id: number; employee_id: number; name: string }[]> {
  const gone = await loadGone(query, [id], countryOf(jurisdiction).authority.code)
  const own = gone.filter((pay) => pay.pay_date >= from && pay.pay_date <= to)
  if (own.length === 0) return []
  const people = await query
    .selectFrom('employees')
    .select(['id', 'first_name', 'last_name'])
    .where('company_id', '=', id)
    .execute()
  const names = new Map(people.map((row) => [row.id, `${row.first_name} ${row.last_name}`]))
  return own.map((pay) => ({ ...pay, name: names.get(pay.employee_id) ?? `Employee ${pay.employee_id}` }))
}
