import { useState } from 'react'
import { Link } from 'wouter'
import { useApi, useIsReader, useSession, useWrite } from '../api/hooks.ts'
import { addDays, day, money, plural, withDays } from '../format.ts'
import { Badge } from '../parts/badge.tsx'
import { ErrorNotice, Notice, Waiting } from '../parts/notice.tsx'
import { Page, Panel } from '../parts/page.tsx'
import { paths } from '../paths.ts'
import { NoteDialog } from './note-dialog.tsx'
import { type Grouping, groupItems, placeOfItem, type WorkItem, type WorkList } from './work-items.ts'

const AHEAD_DAYS = 14
const PAGE = 200

/** Open work in all companies, by due date, company or payroll officer. */
export function TodayPage() {
  const session = useSession()
  const isReader = useIsReader()
  const today = Object.values(session.data?.today ?? {}).toSorted()[0] ?? ''
  const [by, setBy] = useState<Grouping>('date')
  const [who, setWho] = useState('')
  const [isSnoozed, setSnoozed] = useState(false)
  const [limit, setLimit] = useState(PAGE)
  const [noting, setNoting] = useState<WorkItem | null>(null)
  const query = new URLSearchParams({
    to_date: today && addDays(today, AHEAD_DAYS),
    limit: String(Math.min(limit, 500)),
    ...(who ? { assignee: who } : {}),
    ...(isSnoozed ? { is_snoozed: 'true' } : {}),
  })
  const work = useApi<WorkList>(today ? `/api/work?${query}` : null)
  const { counts, total = 0, officers = [], items = [] } = work.data ?? {}
  return (
    <Page title="Today" lead={counts && countsText(counts)}>
      <ErrorNotice error={work.error} />
      {!work.data && !work.error && <Waiting lines={8} />}
      {work.data && work.data.companies_behind > 0 && (
        <Notice>
          Changes of {plural(work.data.companies_behind, 'company is', 'companies are')} being updated. Check
          again in a few minutes.
        </Notice>
      )}
      {work.data && (
        <div className="filters">
          <label>
            Sort by{' '}
            <select value={by} onChange={(event) => setBy(event.target.value as Grouping)}>
              <option value="date">Due date</option>
              <option value="company">Company</option>
              <option value="officer">Officer</option>
            </select>
          </label>{' '}
          <label>
            Officer{' '}
            <select value={who} onChange={(event) => setWho(event.target.value)}>
              <option value="">Everyone</option>
              <option value="me">Me</option>
              <option value="none">Not assigned</option>
              {officers.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </label>{' '}
          <label className="check-line">
            <input type="checkbox" checked={isSnoozed} onChange={() => setSnoozed(!isSnoozed)} />
            Snoozed
          </label>
        </div>
      )}
      {work.data && total === 0 && <p className="empty">Nothing is waiting here.</p>}
      {groupItems(items, by, officers).map(({ title, items: own }) => (
        <Panel key={title} title={by === 'date' ? day(title) : title}>
          <ul className="cards">
            {own.map((item) => (
              <Entry
                key={`${item.company_id} ${item.key}`}
                item={item}
                officer={officers.find(({ id }) => id === item.assignee_id)?.name}
                onNote={isReader ? undefined : () => setNoting(item)}
              />
            ))}
          </ul>
        </Panel>
      ))}
      {work.data?.next && limit < 500 && (
        <button type="button" onClick={() => setLimit(500)}>
          Show more of {total}
        </button>
      )}
      {noting && (
        <NoteDialog item={noting} officers={officers} today={today} onClose={() => setNoting(null)} />
      )}
    </Page>
  )
}

/** The counts of open work, without zeros. */
function countsText({ overdue, failed, open, under_way }: WorkList['counts']): string {
  const parts = [
    [overdue, 'overdue'],
    [failed, 'failed'],
    [open, 'due in the next two weeks'],
    [under_way, 'under way'],
  ].filter(([count]) => count !== 0)
  return parts.length === 0
    ? 'Nothing is due in the next two weeks.'
    : `${parts.map(([count, words]) => `${count} ${words}`).join(', ')}.`
}

const STATUS_WORDS = { open: 'Due', overdue: 'Overdue', 'under-way': 'Under way', failed: 'Failed' }

type EntryProps = { item: WorkItem; officer: string | undefined; onNote: (() => void) | undefined }

function Entry({ item, officer, onNote }: EntryProps) {
  const facts = [
    `Due ${day(item.due_date)}`,
    item.people > 0 ? plural(item.people, 'person', 'people') : '',
    item.amount === null ? '' : money(item.amount),
    officer ?? '',
    item.note ?? '',
  ].filter(Boolean)
  const title = withDays(item.title)
  return (
    <li>
      <div>
        <strong>{item.company}</strong> {title} <Badge text={STATUS_WORDS[item.status]} />
        <p className="soft">{facts.join(' · ')}</p>
      </div>
      <div className="actions">
        {onNote && (
          <button
            type="button"
            className="small"
            aria-label={`Assign: ${title}, ${item.company}`}
            onClick={onNote}
          >
            Assign
          </button>
        )}
        {item.client_id === null ? (
          <Link
            className="button small"
            href={placeOfItem(item)}
            aria-label={`Open: ${title}, ${item.company}`}
          >
            Open
          </Link>
        ) : (
          <OpenClient item={item} />
        )}
      </div>
    </li>
  )
}

/** Opens a client's company through the access that its owner allowed. */
function OpenClient({ item }: { item: WorkItem }) {
  const open = useWrite<{ url: string }>()
  const enter = () =>
    open.mutate(
      {
        method: 'POST',
        path: '/api/partner-checkout/session-handoffs',
        body: { end_customer_id: item.client_id, reason: item.title.slice(0, 200) },
      },
      { onSuccess: ({ url }) => location.assign(url) },
    )
  return (
    <>
      <button
        type="button"
        className="small"
        onClick={enter}
        aria-label={`Open the account of ${item.company}`}
      >
        Open
      </button>
      <ErrorNotice error={open.error} />
      {open.error && <Link href={paths.partner}>Clients</Link>}
    </>
  )
}
