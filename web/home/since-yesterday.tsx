import { Link } from 'wouter'
import { useApi } from '../api/hooks.ts'
import type { Happening, MentionView } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { plural } from '../format.ts'
import { HappeningList } from '../notes/happenings.tsx'
import { ErrorNotice } from '../parts/notice.tsx'
import { Panel } from '../parts/page.tsx'
import { paths } from '../paths.ts'

const SHOWN = 5

/** The latest activity of colleagues, with a link to all of it. */
export function SinceYesterday() {
  const { company, api } = useCompany()
  const happenings = useApi<Happening[]>(`${api}/happenings?limit=50`)
  const unseen = (useApi<MentionView[]>('/api/mentions').data ?? []).filter(({ is_seen }) => !is_seen).length
  const all = <Link href={paths.happenings(company.id)}>All of it</Link>
  return (
    <Panel title="Since yesterday" className="since" actions={all}>
      <ErrorNotice error={happenings.error} />
      {unseen > 0 && (
        <p>
          <Link href={paths.happenings(company.id)}>
            {plural(unseen, 'note mentions', 'notes mention')} you
          </Link>
        </p>
      )}
      {happenings.data?.length === 0 && <p className="empty">Nothing was changed.</p>}
      {happenings.data && <HappeningList happenings={happenings.data.slice(0, SHOWN)} />}
    </Panel>
  )
}
