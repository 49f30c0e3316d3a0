import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { useWrite } from '../api/hooks.ts'
import type { ReportDryRun, SubmissionDetail } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { CheckField } from '../parts/field.tsx'
import { ErrorNotice, Notice } from '../parts/notice.tsx'
import { paths } from '../paths.ts'
import { DryRunSummary, SubmissionSummary } from './submission-summary.tsx'

type Props = {
  title: string
  path: string
  body: Record<string, unknown>
  /** What is said when there is nothing to send. */
  nothing: string
  onClose: () => void
}

/** Shows what would be sent, has it declared, and sends it. */
export function ReportDialog({ title, path, body, nothing, onClose }: Props) {
  const { company, api, wording, isNz } = useCompany()
  const [isDeclared, setIsDeclared] = useState(false)
  const [isFaultyHeldBack, setIsFaultyHeldBack] = useState(false)
  const preview = useWrite<ReportDryRun>()
  const send = useWrite<SubmissionDetail>(
    `${api}/pay`,
    `${api}/obligations`,
    '/api/single-touch',
    '/api/payday-filing',
  )
  const { mutate: look } = preview
  const asked = JSON.stringify({ ...body, ...(isFaultyHeldBack ? { hold_back_faulty: true } : {}) })
  useEffect(() => {
    look({ method: 'POST', path, body: { ...JSON.parse(asked), dry_run: true } })
  }, [look, path, asked])
  const report = preview.data
  const isEmpty = report !== undefined && report.reports.length === 0 && report.errors.length === 0
  const canHoldBack =
    report !== undefined && !report.is_valid && report.errors.every((error) => error.employee_id !== null)
  return (
    <Dialog title={title} onClose={onClose} isWide>
      <div className="form">
        <ErrorNotice error={preview.error} />
        <ErrorNotice error={send.error} />
        {preview.isPending && <p className="waiting">Building what would be sent …</p>}
        {!send.data && report && (
          <>
            {isEmpty ? (
              <Notice kind="good">{nothing}</Notice>
            ) : (
              <p className="soft">This is what {wording.authority} would receive. Nothing was sent yet.</p>
            )}
            {!isEmpty && <DryRunSummary report={report} />}
            {(canHoldBack || isFaultyHeldBack) && (
              <CheckField label="Hold these people back and lodge the others">
                {(control) => (
                  <input
                    type="checkbox"
                    checked={isFaultyHeldBack}
                    onChange={(event) => setIsFaultyHeldBack(event.target.checked)}
                    {...control}
                  />
                )}
              </CheckField>
            )}
            {!isEmpty && report.is_valid && (
              <CheckField label={isNz ? NZ_DECLARATION : AU_DECLARATION}>
                {(control) => (
                  <input
                    type="checkbox"
                    checked={isDeclared}
                    onChange={(event) => setIsDeclared(event.target.checked)}
                    {...control}
                  />
                )}
              </CheckField>
            )}
          </>
        )}
        {send.data && (
          <>
            <Notice kind="good">
              {send.data.transport === 'manual' && send.data.status === 'queued'
                ? 'The file is ready to be lodged by hand. '
                : 'Handed over. '}
              <Link href={paths.submission(company.id, send.data.id)}>Open the submission</Link>
            </Notice>
            <SubmissionSummary submission={send.data} />
          </>
        )}
        <div className="buttons">
          {!send.data && !isEmpty && (
            <button
              type="button"
              className="main"
              disabled={send.isPending || !report?.is_valid || !isDeclared}
              onClick={() => send.mutate({ method: 'POST', path, body: JSON.parse(asked) })}
            >
              {send.isPending ? 'Sending …' : 'Send now'}
            </button>
          )}
          <button type="button" onClick={onClose}>
            Close
          </button>
        </div>
      </div>
    </Dialog>
  )
}

const AU_DECLARATION =
  'I declare the information transmitted in this payroll report is true and correct and I am authorised to make this declaration.'
const NZ_DECLARATION =
  'I declare that this employment information is true and correct and that I am authorised to file it.'
