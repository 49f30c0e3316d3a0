import { useState } from 'react'
import { Link } from 'wouter'
import { useApi, useWrite } from '../api/hooks.ts'
import { useCompany } from '../current-company.tsx'
import { addDays, day, moment } from '../format.ts'
import { Badge } from '../parts/badge.tsx'
import { ErrorNotice, Notice, Waiting } from '../parts/notice.tsx'
import { Page, Panel } from '../parts/page.tsx'
import { paths } from '../paths.ts'
import type { AwayDay } from './away-days.ts'
import { employeeTabs } from './employees-page.tsx'

type Feed = { id: number; created_at: string; created_by: string | null; url: string | null }

const WEEKS = 5
const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

const mondayOf = (date: string) => addDays(date, -((new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7))

/** Who is away in the next weeks, and the address for calendar programs. */
export function CalendarPage() {
  const { company, api, today } = useCompany()
  const [from, setFrom] = useState(mondayOf(today))
  const to = addDays(from, WEEKS * 7 - 1)
  const away = useApi<AwayDay[]>(`${api}/leave-calendar?from_date=${from}&to_date=${to}`)
  const weeks = Array.from({ length: WEEKS }, (_, week) =>
    Array.from({ length: 7 }, (_unused, index) => addDays(from, week * 7 + index)),
  )
  const taken = new Set(away.data?.map(({ date }) => date))
  const isTaken = (date: string) => taken.has(date)
  return (
    <Page title="Employees" lead={`${day(from)} to ${day(to)}`} tabs={employeeTabs(company.id)}>
      <Panel
        title="Who is away"
        actions={
          <>
            <button type="button" onClick={() => setFrom(addDays(from, -WEEKS * 7))}>
              Earlier
            </button>
            <button type="button" onClick={() => setFrom(mondayOf(today))}>
              Today
            </button>
            <button type="button" onClick={() => setFrom(addDays(from, WEEKS * 7))}>
              Later
            </button>
          </>
        }
      >
        <ErrorNotice error={away.error} />
        {!away.data && !away.error && <Waiting />}
        {away.data?.length === 0 && <p className="empty">No one is away in these weeks.</p>}
        {away.data && away.data.length > 0 && (
          <div className="table-frame">
            <table className="calendar">
              <caption className="unseen">Leave by day</caption>
              <thead>
                <tr>
                  {DAYS.map((name) => (
                    <th key={name} scope="col">
                      {name}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {weeks.map((week) => (
                  <tr key={week[0]} className={week.some(isTaken) ? undefined : 'free'}>
                    {week.map((date, index) => (
                      <td
                        key={date}
                        data-title={DAYS[index]}
                        className={[date === today && 'today', !isTaken(date) && 'free']
                          .filter(Boolean)
                          .join(' ')}
                      >
                        <span className="soft">{day(date)}</span>
                        <ul>
                          {away.data
                            .filter((row) => row.date === date)
                            .map((row) => (
                              <li key={row.employee_id}>
                                <Link href={paths.employee(company.id, row.employee_id)}>
                                  {row.format_name}
                                </Link>{' '}
                                <span className="soft">{row.name}</span>{' '}
                                {row.is_requested && <Badge text="Asked for" tone="open" />}
                              </li>
                            ))}
                        </ul>
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Panel>
      <Feeds />
    </Page>
  )
}

function Feeds() {
  const { api } = useCompany()
  const path = `${api}/leave-calendar/feeds`
  const feeds = useApi<Feed[]>(path)
  const write = useWrite<Feed>(path)
  const end = useWrite<void>(path)
  return (
    <Panel
      title="In your calendar program"
      actions={
        <button
          type="button"
          className="writes"
          disabled={write.isPending}
          onClick={() => write.mutate({ method: 'POST', path })}
        >
          Create an address
        </button>
      }
    >
      <p className="soft">
        Outlook, Google and Apple calendars can subscribe to an address. It shows who is away, not why, and
        works without a password: share it only with people who may see it.
      </p>
      <ErrorNotice error={write.error ?? end.error ?? feeds.error} />
      {write.data?.url && (
        <Notice kind="good">
          Copy this address now, it is shown once: <code>{write.data.url}</code>
        </Notice>
      )}
      {feeds.data?.length === 0 && <p className="empty">There is no address yet.</p>}
      <ul className="cards">
        {feeds.data?.map((feed) => (
          <li key={feed.id}>
            <span>
              Made {moment(feed.created_at)} by {feed.created_by}
            </span>
            <button
              type="button"
              className="danger writes"
              aria-label={`Revoke the address made ${moment(feed.created_at)}`}
              disabled={end.isPending}
              onClick={() =>
                end.mutate(
                  { method: 'DELETE', path: `${path}/${feed.id}` },
                  { onSuccess: () => write.data?.id === feed.id && write.reset() },
                )
              }
            >
              Revoke
            </button>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
