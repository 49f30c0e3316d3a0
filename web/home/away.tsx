import { Link } from 'wouter'
import { useApi } from '../api/hooks.ts'
import { useCompany } from '../current-company.tsx'
import { type AwayDay, groupAway } from '../employees/away-days.ts'
import { addDays, day } from '../format.ts'
import { Badge } from '../parts/badge.tsx'
import { ErrorNotice } from '../parts/notice.tsx'
import { Panel } from '../parts/page.tsx'
import { paths } from '../paths.ts'

const AHEAD_DAYS = 13
const SHOWN = 6

/** People on leave today and in the next two weeks. */
export function Away() {
  const { company, api, today } = useCompany()
  const range = `from_date=${today}&to_date=${addDays(today, AHEAD_DAYS)}`
  const days = useApi<AwayDay[]>(`${api}/leave-calendar?${range}`)
  const spells = groupAway(days.data ?? [])
  const calendar = paths.leaveCalendar(company.id)
  return (
    <Panel title="On leave" actions={<Link href={calendar}>Calendar</Link>}>
      <ErrorNotice error={days.error} />
      {days.data && spells.length === 0 && <p className="empty">No one is away in the next two weeks.</p>}
      <ul className="cards">
        {spells.slice(0, SHOWN).map((spell) => (
          <li key={`${spell.employee_id} ${spell.name} ${spell.from}`}>
            <div>
              <Link href={paths.employee(company.id, spell.employee_id)}>{spell.format_name}</Link>{' '}
              {spell.is_requested ? (
                <Badge text="Asked for" tone="open" />
              ) : (
                spell.from <= today && <Badge text="Away today" />
              )}
              <p className="soft">
                {spell.name} · {day(spell.from)}
                {spell.to !== spell.from && ` to ${day(spell.to)}`}
              </p>
            </div>
          </li>
        ))}
      </ul>
      {spells.length > SHOWN && <Link href={calendar}>{spells.length - SHOWN} more</Link>}
    </Panel>
  )
}
