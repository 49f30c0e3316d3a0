import { useQuery } from '@tanstack/react-query'
import { call, readOwn } from '../api/client.ts'
import { useWrite } from '../api/hooks.ts'
import type { Mail } from '../api/types.ts'
import { moment } from '../format.ts'
import { Badge } from '../parts/badge.tsx'
import { ErrorNotice, Waiting } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'

const OUTBOX = '/api/outbox'

/** The account's mail with its status. Demo mode sends no mail, so it shows everyone's mail with its text. */
export function OutboxPage({ isDemo }: { isDemo: boolean }) {
  const mails = useQuery({
    queryKey: ['api', OUTBOX],
    queryFn: () => (isDemo ? readOwn<Mail[]>('/app/own/outbox') : call<Mail[]>('GET', OUTBOX)),
  })
  const resend = useWrite<Mail>(OUTBOX)
  const lead = isDemo
    ? 'Demo mode sends no mail unless a mail server is set up. These are its e-mails, newest first.'
    : 'Mail of this account, newest first. Failed e-mails are retried while the mail server is down.'
  return (
    <Page title="Outbox" lead={lead}>
      <ErrorNotice error={mails.error ?? resend.error} />
      {mails.isPending && <Waiting />}
      {mails.data?.length === 0 && (
        <p className="empty">
          Nothing was sent yet. Payslips, invitations and links to set a password are listed here.
        </p>
      )}
      {mails.data?.map((mail) => (
        <article key={mail.id} className="panel">
          <div className="panel-head">
            <h2>{mail.subject}</h2>
            <span className="soft">{moment(mail.created_at)}</span>
          </div>
          <p className="soft">
            To {mail.to_address} <MailBadge mail={mail} />
          </p>
          {mail.error && <p>{mail.error}.</p>}
          {mail.attachments.length > 0 && <p className="soft">With {mail.attachments.join(', ')}</p>}
          {mail.text !== undefined && <pre>{mail.text}</pre>}
          {mail.state === 'failed' && !isDemo && (
            <button
              type="button"
              className="small"
              disabled={resend.isPending}
              onClick={() => resend.mutate({ method: 'POST', path: `${OUTBOX}/${mail.id}/resend` })}
            >
              Send again
            </button>
          )}
        </article>
      ))}
    </Page>
  )
}

function MailBadge({ mail }: { mail: Mail }) {
  if (mail.state === 'failed') return <Badge text="Failed" />
  if (mail.state !== 'sent')
    return <Badge text={mail.attempts > 0 ? 'Waiting for another try' : 'Waiting'} tone="warning" />
  if (mail.transport !== 'smtp') return <Badge text="Kept here, not sent" />
  return <Badge text={`Sent ${mail.sent_at ? moment(mail.sent_at) : ''}`} tone="good" />
}
