import { useState } from 'react'
import { Link } from 'wouter'
import { useWrite } from '../api/hooks.ts'
import { usePages } from '../api/pages.ts'
import type { Happening, MentionView } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { addDays, moment } from '../format.ts'
import { Badge } from '../parts/badge.tsx'
import { Field } from '../parts/field.tsx'
import { ErrorNotice, Waiting } from '../parts/notice.tsx'
import { Page, Panel } from '../parts/page.tsx'
import { ShowMore } from '../parts/show-more.tsx'
import { paths } from '../paths.ts'
import { HappeningList } from './happenings.tsx'
import { NoteText } from './notes.tsx'

/** The activity of colleagues since yesterday, and notes that mention the user. */
export function HappeningsPage() {
  const { company, api, today } = useCompany()
  const [since, setSince] = useState(addDays(today, -1))
  const happenings = usePages<Happening>(`${api}/happenings?since=${since}`)
  return (
    <Page title="What happened" lead={`${company.legal_name}: what was done, and by whom`}>
      <Mentions />
      <Panel title="Done">
        <div className="filters">
          <Field label="Since">
            {(control) => (
              <input
                {...control}
                type="date"
                min={addDays(today, -31)}
                max={today}
                value={since}
                onChange={(event) => setSince(event.target.value || addDays(today, -1))}
              />
            )}
          </Field>
        </div>
        <ErrorNotice error={happenings.error} />
        {!happenings.rows && !happenings.error && <Waiting />}
        {happenings.rows?.length === 0 && <p className="empty">Nothing was changed since then.</p>}
        {happenings.rows && <HappeningList happenings={happenings.rows} />}
        <ShowMore pages={happenings} />
      </Panel>
    </Page>
  )
}

function Mentions() {
  const mentions = usePages<MentionView>('/api/mentions')
  const see = useWrite<void>('/api/mentions')
  const isNew = mentions.rows?.some((mention) => !mention.is_seen)
  return (
    <Panel
      title="Notes that mention you"
      actions={
        isNew && (
          <button
            type="button"
            className="writes"
            disabled={see.isPending}
            onClick={() => see.mutate({ method: 'POST', path: '/api/mentions/seen' })}
          >
            Mark as seen
          </button>
        )
      }
    >
      <ErrorNotice error={mentions.error ?? see.error} />
      {mentions.rows?.length === 0 && (
        <p className="empty">None yet. Colleagues mention you with @ and your name in a note.</p>
      )}
      <ul className="notes">
        {mentions.rows?.map((mention) => (
          <li key={mention.id}>
            <p className="note-head">
              <strong>{mention.author}</strong> on{' '}
              <Link href={placeOf(mention)}>
                {mention.about}, {mention.company}
              </Link>{' '}
              <span className="soft">{moment(mention.created_at)}</span>
              {!mention.is_seen && <Badge text="new" />}
            </p>
            <NoteText note={mention} />
          </li>
        ))}
      </ul>
      <ShowMore pages={mentions} />
    </Panel>
  )
}

const placeOf = ({ company_id, employee_id, pay_run_id }: MentionView) =>
  pay_run_id === null ? paths.employee(company_id, employee_id ?? 0) : paths.run(company_id, pay_run_id)
