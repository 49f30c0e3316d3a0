import { useState } from 'react'
import { Link } from 'wouter'
import { useWrite } from '../api/hooks.ts'
import type { ReportDryRun, SubmissionDetail } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { ErrorNotice, Notice } from '../parts/notice.tsx'
import { paths } from '../paths.ts'
import { DryRunSummary, SubmissionSummary } from '../reporting/submission-summary.tsx'

/** Sends a processed run to the tax authority, after a look at what would be sent. */
export function LodgeRun({ runId, isLodged }: { runId: number; isLodged: boolean }) {
  const { company, api, wording, isNz } = useCompany()
  const [isOpen, setIsOpen] = useState(false)
  const path = isNz
    ? `/api/payday-filing/${company.id}/submit`
    : `/api/single-touch/${company.id}/submit-stp-pays`
  const touches = [`${api}/pay`, `${api}/obligations`, '/api/single-touch', '/api/payday-filing']
  const preview = useWrite<ReportDryRun>()
  const lodge = useWrite<SubmissionDetail>(...touches)
  const open = () => {
    setIsOpen(true)
    lodge.reset()
    preview.mutate({ method: 'POST', path, body: { pay_run_id: runId, dry_run: true } })
  }
  return (
    <>
      <button type="button" onClick={open}>
        {isLodged ? `${wording.lodging}: send again` : wording.lodge}
      </button>
      {isOpen && (
        <Dialog title={wording.lodge} onClose={() => setIsOpen(false)} isWide>
          <div className="form">
            <ErrorNotice error={preview.error} />
            <ErrorNotice error={lodge.error} />
            {preview.isPending && <p className="waiting">Building what would be sent …</p>}
            {!lodge.data && preview.data && (
              <>
                <p className="soft">This is what {wording.authority} would receive. Nothing was sent yet.</p>
                <DryRunSummary report={preview.data} />
              </>
            )}
            {lodge.data && (
              <>
                <Notice kind="good">
                  Handed over.{' '}
                  <Link href={paths.submission(company.id, lodge.data.id)}>Open the submission</Link>
                </Notice>
                <SubmissionSummary submission={lodge.data} />
              </>
            )}
            <div className="buttons">
              {!lodge.data && (
                <button
                  type="button"
                  className="main"
                  disabled={lodge.isPending || !preview.data?.is_valid}
                  onClick={() => lodge.mutate({ method: 'POST', path, body: { pay_run_id: runId } })}
                >
                  {lodge.isPending ? 'Sending …' : 'Send now'}
                </button>
              )}
              <button type="button" onClick={() => setIsOpen(false)}>
                Close
              </button>
            </div>
          </div>
        </Dialog>
      )}
    </>
  )
}
