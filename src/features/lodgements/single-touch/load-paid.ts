import { type RawBuilder, sql } from 'kysely'
import { isVaried } from '../../../countries/au/law/declarations/on-day.ts'
import { declarationIn } from '../../../countries/au/law/facts.ts'
import type { TaxDeclaration } from '../../../countries/au/law/input/input.ts'
import { type IncomeType, taxTreatmentCode } from '../../../countries/au/law/input/tax-treatment.ts'
import { readReporting, type StoredReporting } from '../../../countries/au/law/reporting/stored-reporting.ts'
import type { Tx } from '../../../database/connect.ts'
import { REPORTED } from '../../../database/reported-pays.ts'
import { IS_SUPER_ONLY } from '../../../database/super-only-pays.ts'
import { type CivilDate, civilDate } from '../../../kernel/values/dates.ts'
import { present } from '../../../kernel/values/present.ts'
import { type FormerIdentity, UNDER_FORMER } from '../lodgements/index.ts'

/**
 * Selects the pays of the year that count: those the tax office has, those named, and with `before` all
 * earlier ones.
 */
export type YearQuestion = {
  companyId: number
  employeeIds: readonly number[]
  start: CivilDate
  end: CivilDate
  payIds: readonly number[]
  before: CivilDate | null
  identity?: IdentityScope
}

/** For a company with former numbers: whose pays count, and whose figures from elsewhere do not. */
export type IdentityScope = {
  /** Null for the current numbers. */
  former: FormerIdentity | null
  withoutOpening: ReadonlySet<number>
}

/** Income types that cannot be derived from a declaration. */
const SET_FOR_A_PAYEE: readonly IncomeType[] = ['IAA', 'SWP', 'FEI', 'JPD', 'VOL', 'OSP']

/** The income type of a pay; needs `pays` joined with `employees` and with the snapshot as `remembered`. */
export const INCOME_TYPE_OF_PAY = sql<IncomeType>`case
  when remembered.income_stream = any(${SET_FOR_A_PAYEE}::text[]) then remembered.income_stream
  when pays.income_type <> 'WHM' and coalesce(remembered.is_closely_held, employees.is_closely_held) then 'CHP'
  else pays.income_type end`

type PaidRow = {
  id: number
  employee_id: number
  date: string
  type: IncomeType
  reporting: unknown
  compulsory_super: string | null
  super_base: string | null
  resc_super: string | null
  treatment: string | null
  /** Read where the snapshot names a variation, which may not apply to the day of the pay. */
  facts: { declaration?: unknown } | null
  figures_hash: string | null
  told_hash: string | null
  is_lodged: boolean
}

/** A pay with the amounts reported for it. */
export type Paid = Omit<PaidRow, 'reporting' | 'facts'> & {
  reporting: StoredReporting
  etps: readonly (StoredReporting['etps'][number] & { date: string })[]
}

/**
 * Caches the pays read in a transaction. The transaction has locked the company's pays, so they cannot
 * change. Each event of a call repeats the figures of the previous one. Reading a year of pays for every
 * event took most of a long call.
 */
const figuresRead = new WeakMap<Tx, Map<number, Paid>>()

/** The pays that count, oldest first. The pay's snapshot decides its income type, so later changes have no effect. */
export async function loadPaid(tx: Tx, question: YearQuestion): Promise<Paid[]> {
  const known = figuresRead.get(tx)
  if (!known) {
    const paid = await loadFigures(tx, counting(question))
    figuresRead.set(tx, new Map(paid.map((pay) => [pay.id, pay])))
    return paid
  }
  const { rows } = await sql<Pick<PaidRow, 'id' | 'told_hash' | 'is_lodged'>>`
    select pays.id, reported.told_hash, reported.stp_status is not null as is_lodged
    from pays ${REPORTED} where ${counting(question)} ${OLDEST_FIRST}`.execute(tx)
  const missing = rows.flatMap(({ id }) => (known.has(id) ? [] : [id]))
  if (missing.length > 0)
    for (const pay of await loadFigures(tx, sql`pays.id = any(${missing}::int[])`)) known.set(pay.id, pay)
  return rows.map((row) => ({ ...present(known.get(row.id)), ...row }))
}

const OLDEST_FIRST = sql`order by pays.employee_id, pays.processed_date, pays.id`

/** The condition for pays that count; needs `pays` joined with `reported`. */
export const counting = (question: YearQuestion) => sql`
  pays.company_id = ${question.companyId} and pays.employee_id = any(${question.employeeIds}::int[])
  and pays.status = 'processed' and pays.processed_date between ${question.start} and ${question.end}
  and (pays.processed_date < ${question.before}::date or pays.id = any(${question.payIds}::int[])
    or reported.told_hash is not null)
  and not ${IS_SUPER_ONLY} and ${ofIdentity(question.identity)}`

/** A pay belongs to the numbers that an event reported it under. */
function ofIdentity(scope: IdentityScope | undefined): RawBuilder<unknown> {
  if (!scope) return sql`true`
  if (scope.former?.is_wrong) return sql`false`
  const under = (own: RawBuilder<unknown>) =>
    sql`exists (select from ${UNDER_FORMER} where link.pay_id = pays.id and ${own})`
  return scope.former ? under(sql`former.id = ${scope.former.id}`) : sql`not ${under(sql`true`)}`
}

/** DV only for a pay that the variation applied to. Any other pay reports the rest of its declaration. */
function treatmentOn(
  { date, treatment }: Pick<PaidRow, 'date' | 'treatment'>,
  { variation, ...declaration }: TaxDeclaration,
): string | null {
  if (variation && isVaried({ variation }, civilDate(date))) return treatment
  return taxTreatmentCode({ ...declaration, isTfnQuoted: declaration.tfn !== 'NOT_QUOTED' })
}

/** The pays that meet a condition, oldest first, with all reported amounts. */
export async function loadFigures(tx: Tx, condition: RawBuilder<unknown>): Promise<Paid[]> {
  const { rows } = await sql<PaidRow>`
    select pays.id, pays.employee_id, pays.processed_date as date, reporting, compulsory_super, super_base, resc_super,
      figures_hash, reported.told_hash, reported.stp_status is not null as is_lodged,
      remembered.tax_treatment_code as treatment,
      case when remembered.tax_treatment_code like 'DV%' then pays.facts end as facts,
      ${INCOME_TYPE_OF_PAY} as type
    from pays join employees on employees.id = pays.employee_id
    left join snapshots remembered on remembered.id = pays.snapshot_id
    ${REPORTED}
    where ${condition} ${OLDEST_FIRST}`.execute(tx)
  return rows.map(({ facts, ...row }) => {
    const reporting = readReporting(row.reporting)
    const treatment = facts ? treatmentOn(row, declarationIn(facts)) : row.treatment
    return { ...row, treatment, reporting, etps: reporting.etps.map((etp) => ({ ...etp, date: row.date })) }
  })
}
