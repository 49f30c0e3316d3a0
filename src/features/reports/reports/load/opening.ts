import { type RawBuilder, sql } from 'kysely'
import type { OpeningTotal } from '../../../../countries/contract/opening.ts'
import type { ReportRequest } from '../model/report.ts'
import type { Figure } from './pays.ts'

/* Amounts that an earlier system paid in the span: opening figures dated within it. */

const total = (name: OpeningTotal) => sql`coalesce((content -> 'totals' ->> ${sql.lit(name)})::numeric, 0)`

/** The pay figures that opening figures also have, by column. */
const BROUGHT: Readonly<Record<string, RawBuilder<unknown>>> = {
  gross: total('gross'),
  tax: total('tax'),
  net: sql`coalesce((content -> 'totals' ->> 'net')::numeric, ${total('gross')} - ${total('tax')})`,
  deductions: total('deductions'),
  super: total('super'),
  student_loan: total('student_loan'),
  kiwisaver_employee: total('kiwisaver_employee'),
  kiwisaver_employer: total('kiwisaver_employer'),
}

/** One row for each employee with opening figures in the span. */
export function broughtFigures({ company, from, to, employeeId }: ReportRequest): RawBuilder<unknown> {
  const figures = Object.entries(BROUGHT).map(([name, of]) => sql`${of} as ${sql.ref(name)}`)
  return sql`select employee_id, ${sql.join(figures)} from opening_balances
    where company_id = ${company.id} and (${from}::date is null or as_at >= ${from}::date)
      and (${to}::date is null or as_at <= ${to}::date)
      and (${employeeId}::int is null or employee_id = ${employeeId}::int)`
}

/** Each figure of `paid` plus the opening amount from `brought`. */
export function withBrought(figures: readonly Figure[]): RawBuilder<unknown> {
  return sql.join(
    figures.map(({ column: { name } }) => {
      const paid = sql`coalesce(${sql.ref(`paid.${name}`)}, 0)`
      const all = BROUGHT[name] ? sql`${paid} + coalesce(${sql.ref(`brought.${name}`)}, 0)` : paid
      return sql`${all} as ${sql.ref(name)}`
    }),
  )
}
