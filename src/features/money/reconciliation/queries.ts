import { sql } from 'kysely'
import type { Queryable } from '../../../database/connect.ts'

export type Span = { from: string; to: string }

/** The pays of the span as they stand, summed by pay date, straight from their rows. */
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

/** What each bank file carries of the span's pays. */
export async function sumFiles(query: Queryable, companyId: number, { from, to }: Span): Promise<Carried[]> {
  const { rows } = await sql<Carried>`
    select file.id, file.status, file.pay_date as on_date, file.total, sum(line.amount) as amount,
      array_agg(distinct line.pay_id order by line.pay_id) as pay_ids
    from payment_lines line join payment_files file on file.id = line.payment_file_id
    where line.company_id = ${companyId} and line.is_living and line.pay_date between ${from} and ${to}
    group by file.id order by file.id`.execute(query)
  return rows
}

/** What each settlement settles of the span's nets and payees. */
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

/** Deductions of the span: all of them, and those that name no payee with their pays. */
export async function sumDeductions(query: Queryable, companyId: number, { from, to }: Span) {
  const { rows } = await sql<{ total: string; unnamed: string; pay_ids: number[] | null }>`
    select coalesce(sum(line.amount), 0) as total,
      coalesce(sum(line.amount) filter (where line.details ->> 'payee_id' is null), 0) as unnamed,
      array_agg(distinct pays.id) filter (where line.details ->> 'payee_id' is null) as pay_ids
    from pays join pay_lines line on line.pay_id = pays.id and line.kind = 'deduction'
    where pays.company_id = ${companyId} and status = 'processed' and processed_date between ${from} and ${to}`.execute(
    query,
  )
  return rows[0] ?? { total: '0', unnamed: '0', pay_ids: null }
}
