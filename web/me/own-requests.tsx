import { RequestWhat, STATE_TONES, STATE_WORDS } from '../access/request-what.tsx'
import { useApi, useWrite } from '../api/hooks.ts'
import type { EmployeeRequest } from '../api/types.ts'
import { moment } from '../format.ts'
import { Badge } from '../parts/badge.tsx'
import { ErrorNotice, Waiting } from '../parts/notice.tsx'
import { Panel } from '../parts/page.tsx'

type Props = { kinds: EmployeeRequest['kind'][]; title: string; empty: string }

/** The employee's requests and the officer's decisions. An open request can be withdrawn. */
export function OwnRequests({ kinds, title, empty }: Props) {
  const requests = useApi<EmployeeRequest[]>('/api/me/requests')
  const withdraw = useWrite<void>('/api/me')
  const rows = requests.data?.filter(({ kind }) => kinds.includes(kind))
  return (
    <Panel title={title}>
      <ErrorNotice error={requests.error ?? withdraw.error} />
      {!rows && !requests.error && <Waiting />}
      {rows?.length === 0 && <p className="empty">{empty}</p>}
      <ul className="requests">
        {rows?.map((request) => (
          <li key={request.id}>
            <p className="request-who">
              <Badge text={STATE_WORDS[request.state]} tone={STATE_TONES[request.state]} />
              <span className="soft"> {moment(request.created_at)}</span>
            </p>
            <RequestWhat request={request} />
            {request.state === 'open' && (
              <button
                type="button"
                className="small"
                disabled={withdraw.isPending}
                onClick={() => withdraw.mutate({ method: 'DELETE', path: `/api/me/requests/${request.id}` })}
              >
                Withdraw
              </button>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
