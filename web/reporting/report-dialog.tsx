import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { useWrite } from '../api/hooks.ts'
import type { ReportDryRun, SubmissionDetail } from '../api/types.ts'
import { PeoplePicker } from '../company/people-picker.tsx'
import { useCompany } from '../current-company.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { CheckField } from '../parts/field.tsx'
import { ErrorNotice, Notice } from '../parts/notice.tsx'
import { paths } from '../paths.ts'
import { AU_DECLARATION, NZ_DECLARATION } from './declarations.ts'
import { DryRunSummary, SubmissionSummary } from './submission-summary.tsx'

type Props = {
  title: string
  path: string
  body: Record<string, unknown>
  /** The message when there is nothing to send. */
  nothing: string
  /** Whether the report can be limited to some people. */
  isForSome?: boolean
  onClose: () => void
}

/** Previews a report, asks for the declaration, and sends it. */
export function ReportDialog({ title, path, body, nothing, isForSome, onClose }: Props) {
  const { company, api, wording, isNz } = useCompany()
  const [isDeclared, setIsDeclared] = useState(false)
  const [isFaultyHeldBack, setIsFaultyHeldBack] = useState(false)
  const [people, setPeople] = useState<People>({ only: [], heldBack: [] })
  const preview = useWrite<ReportDryRun>()
  const send = useWrite<SubmissionDetail>(
    `${api}/pay`,
    `${api}/obligations`,
    '/api/single-touch',
    '/api/payday-filing',
  )
  const { mutate: look } = preview
  const asked = JSON.stringify({
    ...body,
    ...(people.only.length > 0 ? { employee_ids: people.only } : {}),
    ...(people.heldBack.length > 0 ? { hold_back: people.heldBack } : {}),
    ...(isFaultyHeldBack ? { hold_back_faulty: true } : {}),
  })
  useEffect(() => {
    look({ method: 'POST', path, body: { ...JSON.parse(asked), dry_run: true } })
  }, [look, path, asked])
  const report = preview.data
  const isEmpty = report !== undefined && report.reports.length === 0 && report.errors.length === 0
  const canHoldBack =
    report !== undefined && !report.is_valid && report.errors.every((error) => error.employee_id !== null)
  // If the selection changes, the user has to confirm the declaration again.
  const choose = (chosen: People) => {
    setPeople(chosen)
    setIsDeclared(false)
  }
  return (
    <Dialog title={title} onClose={onClose} isWide>
      <div className="form">
        {/* Stays visible while the preview is built again. */}
        {!send.data && <WhoIsMeant people={people} onChange={choose} isForSome={isForSome ?? false} />}
        <ErrorNotice error={preview.error} />
        <ErrorNotice error={send.error} />
        {preview.isPending && <p className="waiting">Preparing the report …</p>}
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
                    onChange={(event) => {
                      setIsFaultyHeldBack(event.target.checked)
                      setIsDeclared(false)
                    }}
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
              disabled={send.isPending || preview.isPending || !report?.is_valid || !isDeclared}
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

type People = { only: number[]; heldBack: number[] }

/** The people in the report: only some, or all except some. */
function WhoIsMeant(props: { people: People; onChange: (people: People) => void; isForSome: boolean }) {
  const { people, onChange, isForSome } = props
  return (
    <>
      {isForSome && (
        <details className="section">
          <summary>
            Only some people{' '}
            <span className="digest">
              {people.only.length > 0 ? `${people.only.length} chosen` : 'everyone'}
            </span>
          </summary>
          <PeoplePicker
            legend="Only these people"
            isAll
            chosen={people.only}
            onChange={(only) => onChange({ ...people, only })}
          />
        </details>
      )}
      <details className="section">
        <summary>
          Hold someone back{' '}
          <span className="digest">
            {people.heldBack.length > 0 ? `${people.heldBack.length} chosen` : 'no one'}
          </span>
        </summary>
        <p className="help">Their pays stay open and are listed as due.</p>
        <PeoplePicker
          legend="Leave these people out"
          isAll
          chosen={people.heldBack}
          onChange={(heldBack) => onChange({ ...people, heldBack })}
        />
      </details>
    </>
  )
}
