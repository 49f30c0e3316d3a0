import { type RawBuilder, sql } from 'kysely'
import { countryOf } from '../../../../countries/index.ts'
import { UNDER_FORMER } from '../../../lodgements/lodgements/index.ts'
import type { ReportRequest } from '../model/report.ts'

/** How a report names employer numbers: `former` in a query of `former_identities`, and `current` in one of `companies`. */
export type NumberNames = (company: ReportRequest['company']) => {
  former: RawBuilder<unknown>
  current: RawBuilder<unknown>
}

const abnOf = (row: 'former' | 'companies') =>
  sql`', ABN ' || ${sql.ref(`${row}.abn`)} || coalesce(', branch ' || ${sql.ref(`${row}.branch_number`)}, '')`

export const byAbn: NumberNames = () => ({ former: abnOf('former'), current: abnOf('companies') })

/** IRD numbers are encrypted, so the last day of the earlier one names it. */
export const byIrdNumber: NumberNames = ({ jurisdiction }) => ({
  former: sql`', IRD number until ' || (former.ended_at at time zone ${countryOf(jurisdiction).timeZone})::date`,
  current: sql`', current IRD number'`,
})

/**
 * The key of a row, followed by the employer number that the pay was lodged under. A company that had only one number has
 * the key alone.
 */
export function withNumber(
  key: RawBuilder<unknown>,
  { company }: ReportRequest,
  names: NumberNames,
): RawBuilder<unknown> {
  const { former, current } = names(company)
  return sql`${key} || case when exists (
    select from former_identities former where former.company_id = ${company.id} and not former.is_wrong)
    then coalesce(
      (select ${former} from ${UNDER_FORMER} where link.pay_id = pays.id order by link.submission_id desc limit 1),
      (select ${current} from companies where companies.id = pays.company_id), '')
    else '' end`
}
