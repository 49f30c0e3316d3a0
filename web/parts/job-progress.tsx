import { useApi } from '../api/hooks.ts'
import type { Job } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'

const EVERY_MS = 400

type Props = {
  job: Job['job']
  /** The run in progress; omitted if there is none yet. */
  runId?: number
  /** What is done, before a number is known. */
  text: string
  /** What is counted; without it, progress is shown as a percentage. */
  of?: string
}

/** How far a job has come whose call is still open, as the service reports it. Shown while it runs. */
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
