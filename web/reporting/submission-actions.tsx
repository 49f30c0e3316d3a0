import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, download } from '../api/client.ts'
import { useWrite } from '../api/hooks.ts'
import type { SubmissionDetail } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { CheckField, Field } from '../parts/field.tsx'
import { ErrorNotice } from '../parts/notice.tsx'
import { ReportDialog } from './report-dialog.tsx'

/** The actions for a submission: download, replace, send again, withdraw, or record the response. */
export function SubmissionActions({ submission, base }: { submission: SubmissionDetail; base: string }) {
  const { api, isNz } = useCompany()
  const [open, setOpen] = useState<'replace' | 'record' | 'arrived' | 'withdraw' | null>(null)
  const { id, status, kind, transport } = submission
  const touches = [`${api}/pay`, `${api}/obligations`, '/api/single-touch', '/api/payday-filing'] as const
  const write = useWrite<SubmissionDetail>(...touches)
  const file = useMutation({
    mutationFn: () =>
      isNz
        ? download(`${base}/file`, `employment-information-${id}.csv`)
        : download(`${base}/xml`, `pay-event-${id}.xml`),
  })
  const isWaiting = status === 'queued'
  const isTaken = status === 'accepted' || status === 'partial' || status === 'lodged-by-hand'
  const isPayEvent = kind === 'submit' || kind === 'full-file-replacement'
  const canResend = status === 'rejected' || status === 'withdrawn' || (isWaiting && transport !== 'manual')
  return (
    <>
      <div className="buttons">
        <button type="button" className="reads" disabled={file.isPending} onClick={() => file.mutate()}>
          Download the file
        </button>
        {isWaiting && (
          <button type="button" onClick={() => setOpen('record')}>
            Record the answer by hand
          </button>
        )}
        {status === 'withdrawn' && submission.failed_with_id === null && (
          <button type="button" onClick={() => setOpen('arrived')}>
            It did arrive
          </button>
        )}
        {canResend && (
          <button
            type="button"
            disabled={write.isPending}
            onClick={() => write.mutate({ method: 'POST', path: `${base}/resend`, body: {} })}
          >
            Send again
          </button>
        )}
        {isWaiting && (
          <button type="button" onClick={() => setOpen('withdraw')}>
            Withdraw
          </button>
        )}
        {!isNz && isTaken && isPayEvent && (
          <button type="button" onClick={() => setOpen('replace')}>
            Replace this file
          </button>
        )}
      </div>
      <ErrorNotice error={file.error ?? write.error} />
      {open === 'replace' && (
        <ReportDialog
          title="Full file replacement"
          path={`${base}/replace`}
          body={{}}
          nothing="Nothing would be replaced."
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'record' && <RecordAnswer base={base} touches={touches} onClose={() => setOpen(null)} />}
      {open === 'arrived' && (
        <RecordAnswer base={base} touches={touches} onClose={() => setOpen(null)} isWithdrawn />
      )}
      {open === 'withdraw' && (
        <Withdraw submission={submission} base={base} touches={touches} onClose={() => setOpen(null)} />
      )}
    </>
  )
}

type ActionProps = { base: string; touches: readonly string[]; onClose: () => void }

function RecordAnswer({
  base,
  touches,
  onClose,
  isWithdrawn = false,
}: ActionProps & { isWithdrawn?: boolean }) {
  const [outcome, setOutcome] = useState<'accepted' | 'rejected'>('accepted')
  const [receipt, setReceipt] = useState('')
  const [words, setWords] = useState('')
  const write = useWrite<SubmissionDetail>(...touches)
  const problem = write.error instanceof ApiError ? write.error.fields.receipt : undefined
  const answer =
    outcome === 'accepted'
      ? { outcome, ...(receipt ? { receipt } : {}) }
      : { outcome, notes: words ? [{ code: 'BY-HAND', message: words }] : [] }
  const body = isWithdrawn ? { ...answer, has_arrived: true } : answer
  const save = () =>
    write.mutate({ method: 'POST', path: `${base}/record`, body }, { onSuccess: () => onClose() })
  return (
    <Dialog title={isWithdrawn ? 'The message did arrive' : 'Record the answer by hand'} onClose={onClose}>
      <div className="form">
        <p className="soft">
          {isWithdrawn
            ? 'You withdrew this message, but the authority received it. Its pays and adjustments are lodged after all.'
            : 'For a file that you lodged yourself, in the authority’s or a provider’s portal.'}
        </p>
        <Field label="The authority">
          {(control) => (
            <select
              value={outcome}
              onChange={(event) => setOutcome(event.target.value === 'rejected' ? 'rejected' : 'accepted')}
              {...control}
            >
              <option value="accepted">took it</option>
              <option value="rejected">refused it</option>
            </select>
          )}
        </Field>
        {outcome === 'accepted' ? (
          <Field label="Receipt" isRequired problem={problem}>
            {(control) => (
              <input
                maxLength={200}
                value={receipt}
                onChange={(event) => setReceipt(event.target.value)}
                {...control}
              />
            )}
          </Field>
        ) : (
          <Field label="What it said">
            {(control) => (
              <textarea
                maxLength={2000}
                value={words}
                onChange={(event) => setWords(event.target.value)}
                {...control}
              />
            )}
          </Field>
        )}
        {!problem && <ErrorNotice error={write.error} />}
        <div className="buttons">
          <button type="button" className="main" disabled={write.isPending} onClick={save}>
            Record
          </button>
          <button type="button" onClick={onClose}>
            Close
          </button>
        </div>
      </div>
    </Dialog>
  )
}

function Withdraw({ submission, base, touches, onClose }: ActionProps & { submission: SubmissionDetail }) {
  const [isCertain, setIsCertain] = useState(false)
  const write = useWrite<SubmissionDetail>(...touches)
  const isTried = submission.attempts > 0 && submission.transport !== 'manual'
  const withdraw = () =>
    write.mutate(
      { method: 'POST', path: `${base}/withdraw`, body: { is_certain: isCertain } },
      { onSuccess: () => onClose() },
    )
  return (
    <Dialog title="Withdraw this message?" onClose={onClose}>
      <div className="form">
        <p>Its pays are open again and can be submitted again.</p>
        {isTried && (
          <CheckField label="I have checked that the authority has not received it">
            {(control) => (
              <input
                type="checkbox"
                checked={isCertain}
                onChange={(event) => setIsCertain(event.target.checked)}
                {...control}
              />
            )}
          </CheckField>
        )}
        <ErrorNotice error={write.error} />
        <div className="buttons">
          <button
            type="button"
            className="main"
            disabled={write.isPending || (isTried && !isCertain)}
            onClick={withdraw}
          >
            Withdraw
          </button>
          <button type="button" onClick={onClose}>
            Close
          </button>
        </div>
      </div>
    </Dialog>
  )
}
