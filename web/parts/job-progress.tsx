import { useApi } from '../api/hooks.ts'
import type { Job } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'

const EVERY_MS = 400

type Props = {
  job: Job['job']
  /** The run in progress, omitted when there is none yet. */
  runId?: number
  /** Shown until the progress is known. */
  text: string
  /** The unit to count. Without it the progress is a percentage. */
  of?: string
}

/** The progress of a running job, as reported by the service while its call is still open. */
export function JobProgress({ job, runId, text, of }: Props) {
  const { api } = useCompany()
  const jobs = useApi<Job[]>(`${api}/jobs`, { everyMs: EVERY_MS })
  const found = jobs.data?.find((row) => row.job === job && (runId === undefined || row.pay_run_id === runId))
  return (
    <div className="progress">
      {found ? `${text}: ${told(found, of)}` : `${text} …`}
      <progress aria-label={text} {...(found ? { value: found.done, max: found.total } : {})} />
    </div>
  )
}

function told({ done, total }: Job, of: string | undefined): string {
  return of ? `${done} of ${total} ${of}` : `${Math.floor((done / total) * 100)}%`
}
