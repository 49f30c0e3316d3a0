import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { download } from '../api/client.ts'
import { useApi, useWrite } from '../api/hooks.ts'
import type { PayslipMail, PayslipMails } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { plural } from '../format.ts'
import { Dialog } from '../parts/dialog.tsx'
import { JobProgress } from '../parts/job-progress.tsx'
import { ErrorNotice, Notice } from '../parts/notice.tsx'
import { plainWords } from '../plain-words.ts'

/** The payslips of a run: as one document, as a ZIP, or by email to everyone. */
export function RunPayslips({ runId, isDone }: { runId: number; isDone: boolean }) {
  const { api } = useCompany()
  const path = `${api}/pay-runs/${runId}/payslips`
  const [isAsking, setIsAsking] = useState(false)
  const mark = useWrite<unknown>(`${api}/pay-runs/${runId}/stages`)
  const get = useMutation({
    mutationFn: (format: 'pdf' | 'zip') => download(`${path}?format=${format}`, `payslips.${format}`),
  })
  return (
    <>
      <button type="button" className="reads" disabled={get.isPending} onClick={() => get.mutate('pdf')}>
        All payslips
      </button>
      <button type="button" className="reads" disabled={get.isPending} onClick={() => get.mutate('zip')}>
        Payslips as ZIP
      </button>
      <button type="button" onClick={() => setIsAsking(true)}>
        E-mail payslips
      </button>
      {!isDone && (
        <button
          type="button"
          disabled={mark.isPending}
          onClick={() =>
            mark.mutate({
              method: 'PUT',
              path: `${api}/pay-runs/${runId}/stages/payslips`,
              body: { is_done: true },
            })
          }
        >
          Payslips handed out
        </button>
      )}
      {get.isPending && (
        <JobProgress job="payslips" runId={runId} text="Creating the payslips" of="payslips" />
      )}
      <ErrorNotice error={get.error ?? mark.error} />
      {isAsking && <MailDialog path={`${path}/emails`} onClose={() => setIsAsking(false)} />}
    </>
  )
}

/** Asks how to send the payslips, and sends those whose current version has not been sent. */
export function MailDialog({ path, onClose }: { path: string; onClose: () => void }) {
  const [isLocked, setIsLocked] = useState(false)
  const send = useWrite<PayslipMails>(path, path.replace('payslips/emails', 'stages'), '/api/outbox')
  const mails = useApi<PayslipMail[]>(path, { everyMs: send.isSuccess ? 2000 : false }).data ?? []
  const start = () =>
    send.mutate({ method: 'POST', path, body: { password: isLocked ? 'DATE_OF_BIRTH' : 'NONE' } })
  return (
    <Dialog title="E-mail the payslips" onClose={onClose}>
      <p>
        Everyone gets their own payslip, at their payslip e-mail or otherwise their e-mail address.
        {mails.length > 0 && ` ${plural(mails.length, 'payslip')} already queued.`}
      </p>
      <label>
        <input type="checkbox" checked={isLocked} onChange={(event) => setIsLocked(event.target.checked)} />
        Ask for the date of birth to open it (eight digits, day first)
      </label>
      <ErrorNotice error={send.error} />
      {send.data && (
        <Notice kind="good">
          {send.data.queued === 0
            ? 'Nothing more to send.'
            : `${plural(send.data.queued, 'payslip')} queued; they are sent within a minute.`}
        </Notice>
      )}
      {send.data?.warnings?.map((sentence) => (
        <Notice key={sentence} kind="warning">
          {plainWords(sentence)}
        </Notice>
      ))}
      <MailStates mails={mails} />
      <div className="buttons">
        <button type="button" className="main" disabled={send.isPending} onClick={start}>
          Send now
        </button>
        <button type="button" onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  )
}

function MailStates({ mails }: { mails: readonly PayslipMail[] }) {
  if (mails.length === 0) return null
  return (
    <ul className="plain">
      {mails.map((mail) => (
        <li key={mail.mail_id}>
          {mail.format_name}, {mail.to_address}: {mail.state}
          {mail.error && ` (${mail.error})`}
        </li>
      ))}
    </ul>
  )
}
