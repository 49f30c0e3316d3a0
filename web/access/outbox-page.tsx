import { useQuery } from '@tanstack/react-query'
import { readOwn } from '../api/client.ts'
import type { Mail } from '../api/types.ts'
import { moment } from '../format.ts'
import { ErrorNotice, Waiting } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'

/** Demo mode sends no mail: here is what it would have sent. */
export function OutboxPage() {
  const mails = useQuery({ queryKey: ['outbox'], queryFn: () => readOwn<Mail[]>('/app/own/outbox') })
  return (
    <Page title="Outbox" lead="Demo mode sends no mail. This is what would have been sent, newest first.">
      <ErrorNotice error={mails.error} />
      {mails.isPending && <Waiting />}
      {mails.data?.length === 0 && <p className="empty">Nothing was sent yet.</p>}
      {mails.data?.map((mail) => (
        <article key={mail.id} className="panel">
          <div className="panel-head">
            <h2>{mail.subject}</h2>
            <span className="soft">{moment(mail.created_at)}</span>
          </div>
          <p className="soft">To {mail.to_address}</p>
          <pre>{mail.text}</pre>
        </article>
      ))}
    </Page>
  )
}
