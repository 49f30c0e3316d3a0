import { useQuery } from '@tanstack/react-query'
import { call } from '../api/client.ts'
import type { Pay } from '../api/types.ts'
import { moment } from '../format.ts'
import { ErrorNotice, Notice } from '../parts/notice.tsx'

type Props = { path: string; onKeep: (now: Pay) => void; onTake: (now: Pay) => void }

/** Shown when another user changed the pay while this form was open, so neither change is lost silently. */
export function ChangedMeanwhile({ path, onKeep, onTake }: Props) {
  const { data: now, error } = useQuery({
    queryKey: ['changed', path],
    queryFn: () => call<Pay>('GET', `${path}?include_version=true`),
    staleTime: 0,
    gcTime: 0,
  })
  if (!now) return <ErrorNotice error={error} />
  return (
    <Notice kind="warning">
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
