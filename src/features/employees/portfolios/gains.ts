import type { CompanyRoleRow } from '../../../database/tables/portfolios.ts'
import type { CivilDate } from '../../../kernel/values/dates.ts'

type Role = Omit<CompanyRoleRow, 'id'>
type Span = { from: CivilDate; to: CivilDate | null }

/**
 * The roles of a payroll officer that give someone access, from today on, that the stored roles do not give: to the
 * person, or to a deputy. Ending a role earlier, or changing days that are past, gives none.
 */
export function gainsOf(added: readonly Role[], stored: readonly Role[], today: CivilDate): Role[] {
  const officers = stored.filter(({ role }) => role === 'member')
  return added.filter((role) => {
    if (role.role !== 'member') return false
    const before = officers.filter((each) => isSamePlace(each, role))
    const own = adds(spanOf(role), before.map(spanOf), today)
    const deputies = before.filter(({ deputy_id }) => deputy_id === role.deputy_id).flatMap(deputySpan)
    return own || deputySpan(role).some((span) => adds(span, deputies, today))
  })
}

const isSamePlace = (one: Role, other: Role) =>
  one.company_id === other.company_id && one.portfolio_id === other.portfolio_id

const spanOf = ({ starts_on: from, ends_on: to }: Role): Span => ({ from, to })

const deputySpan = ({ deputy_id, deputy_from: from, deputy_to: to }: Role): Span[] =>
  deputy_id === null || from === null ? [] : [{ from, to }]

/** Whether the span has a day from today on that none of the others has on its own. */
function adds({ from, to }: Span, others: readonly Span[], today: CivilDate): boolean {
  if (to !== null && to < today) return false
  const first = from > today ? from : today
  return !others.some(
    (other) => other.from <= first && (other.to === null || (to !== null && other.to >= to)),
  )
}
