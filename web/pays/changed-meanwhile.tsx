import { useQuery } from '@tanstack/react-query'
import { call } from '../api/client.ts'
import type { Pay } from '../api/types.ts'
import { moment, plural } from '../format.ts'
import { ErrorNotice, Notice } from '../parts/notice.tsx'
import { changedRows } from './changed-rows.ts'

const SHOWN = 5

type Props = { path: string; before: Pay; onKeep: (now: Pay) => void; onTake: (now: Pay) => void }

/** Shown when another user changed the pay while this form was open, so neither change is lost silently. */
export function ChangedMeanwhile({ path, before, onKeep, onTake }: Props) {
  const { data: now, error } = useQuery({
    queryKey: ['changed', path],
    queryFn: () => call<Pay>('GET', `${path}?include_version=true`),
    staleTime: 0,
    gcTime: 0,
  })
  if (!now) return <ErrorNotice error={error} />
  const rows = changedRows(before, now)
  return (
    <Notice kind="warning">
      {rows.slice(0, SHOWN).map((row) => (
        <p key={`${row.name} ${row.before} ${row.after}`}>
          {row.name}: changed by {now.changed_by ?? 'someone else'} from {row.before} to {row.after}.
        </p>
      ))}
      {rows.length > SHOWN && <p>… and {plural(rows.length - SHOWN, 'more row')}</p>}
      <p>
        Changed by {now.changed_by ?? 'someone else'}
        {now.changed_at ? ` on ${moment(now.changed_at)}` : ''}, after you opened it. Your changes are not
        saved yet.
      </p>
      <button type="button" className="small" onClick={() => onKeep(now)}>
        Keep mine
      </button>{' '}
      <button type="button" className="small" onClick={() => onTake(now)}>
        Take theirs
      </button>
    </Notice>
  )
}
