import { useAccountWrite } from '../api/hooks.ts'
import type { Account } from '../api/types.ts'
import { moment } from '../format.ts'
import { Badge } from '../parts/badge.tsx'
import { ErrorNotice } from '../parts/notice.tsx'
import { Panel } from '../parts/page.tsx'

/** The person's signed-in browsers, with a button to end each session. */
export function SessionsPanel({ account }: { account: Account }) {
  const end = useAccountWrite<void>()
  const close = (id: number | 'others') => end.mutate({ method: 'DELETE', path: `/sessions/${id}` })
  const others = account.sessions.filter(({ is_current }) => !is_current)
  return (
    <Panel
      title="Where you are signed in"
      actions={
        others.length > 0 && (
          <button type="button" disabled={end.isPending} onClick={() => close('others')}>
            Sign out everywhere else
          </button>
        )
      }
    >
      <ErrorNotice error={end.error} />
      <ul className="sessions">
        {account.sessions.map((session) => (
          <li key={session.id}>
            <div>
              <strong>{session.opened_by ? `Opened by ${session.opened_by}` : session.device}</strong>{' '}
              {session.is_current && <Badge text="This browser" tone="good" />}
              <div className="soft">
                Last used {moment(session.last_seen_at ?? session.created_at)}
                {session.ip ? ` from ${session.ip}` : ''} · signed in {moment(session.created_at)}
              </div>
            </div>
            {!session.is_current && (
              <button
                type="button"
                className="small"
                disabled={end.isPending}
                aria-label={`Sign out ${session.device}`}
                onClick={() => close(session.id)}
              >
                Sign out
              </button>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
