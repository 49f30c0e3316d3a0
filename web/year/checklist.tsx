import { type ReactNode, useMemo, useState } from 'react'
import { Link } from 'wouter'
import { useApi } from '../api/hooks.ts'
import type { Obligation, PayRun, Submission } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { day, plural } from '../format.ts'
import { Badge } from '../parts/badge.tsx'
import { ErrorNotice, Notice, Waiting } from '../parts/notice.tsx'
import { Panel } from '../parts/page.tsx'
import { paths } from '../paths.ts'
import { ReportDialog } from '../reporting/report-dialog.tsx'
import { spanOf } from './years.ts'

type Point = {
  name: string
  /** The open point in one sentence, or null if nothing is open. */
  open: string | null
  done: string
  act?: ReactNode
  /** Whether the user must check it, because the records cannot show whether it is done. */
  isToLook?: boolean
}
type Ask = 'lodge' | 'correct'

/** The open points before the year can be closed, each with its action. */
export function Checklist({ year }: { year: number }) {
  const { company, api, isNz } = useCompany()
  const office = isNz ? 'payday-filing' : 'single-touch'
  const obligations = useApi<Obligation[]>(`${api}/obligations`)
  const runs = useApi<PayRun[]>(`${api}/pay-runs`)
  const messages = useApi<Submission[]>(`/api/${office}/${company.id}/submissions`)
  const [asked, setAsked] = useState<Ask | null>(null)
  const span = spanOf(year, isNz)
  const isReady = obligations.data && runs.data && messages.data
  const points = useMemo(
    () =>
      isReady
        ? pointsOf({
            obligations: obligations.data,
            runs: runs.data,
            messages: messages.data,
            span,
            year,
            isNz,
            companyId: company.id,
            ask: setAsked,
          })
        : [],
    [isReady, obligations.data, runs.data, messages.data, span, year, isNz, company.id],
  )
  const left = points.filter(({ open }) => open !== null).length
  return (
    <Panel title="Checklist">
      <ErrorNotice error={obligations.error ?? runs.error ?? messages.error} />
      {!isReady && !obligations.error && <Waiting lines={6} />}
      {isReady && left === 0 && <Notice kind="good">Nothing is open for this year.</Notice>}
      <ul className="checklist">
        {points.map(({ name, open, done, act, isToLook }) => (
          <li key={name}>
            <Badge
              text={open !== null ? 'Open' : isToLook ? 'To look at' : 'Done'}
              tone={open !== null ? 'warning' : isToLook ? 'quiet' : 'good'}
            />
            <div className="what">
              <strong>{name}</strong>
              <p>{open ?? done}</p>
            </div>
            {(open !== null || isToLook) && <div className="actions">{act}</div>}
          </li>
        ))}
      </ul>
      {asked && <Fix asked={asked} year={year} span={span} onClose={() => setAsked(null)} />}
    </Panel>
  )
}

type FixProps = { asked: Ask; year: number; span: { from: string; to: string }; onClose: () => void }

/** Lodges missing reports or corrects differences, after a preview. */
function Fix({ asked, year, span, onClose }: FixProps) {
  const { company, isNz, wording } = useCompany()
  const dates = { from_date: span.from, to_date: span.to }
  if (isNz)
    return (
      <ReportDialog
        title={asked === 'lodge' ? wording.lodge : 'Amend filed paydays'}
        path={`/api/payday-filing/${company.id}/submit`}
        body={dates}
        nothing="Everything is filed and up to date."
        onClose={onClose}
      />
    )
  return (
    <ReportDialog
      title={asked === 'lodge' ? wording.lodge : 'Update event'}
      path={`/api/single-touch/${company.id}/${asked === 'lodge' ? 'submit-stp-pays' : 'update'}`}
      body={asked === 'lodge' ? dates : { year }}
      nothing={asked === 'lodge' ? 'Every pay is lodged.' : 'Nothing has changed since it was lodged.'}
      onClose={onClose}
    />
  )
}

type Books = {
  obligations: Obligation[]
  runs: PayRun[]
  messages: Submission[]
  span: { from: string; to: string }
  year: number
  isNz: boolean
  companyId: number
  ask: (asked: Ask) => void
}

function pointsOf(books: Books): Point[] {
  const { span, isNz, companyId, year, ask } = books
  const isIn = (date: string) => date >= span.from && date <= span.to
  const open = (kind: Obligation['kind']) =>
    books.obligations.filter(
      (row) => row.kind === kind && isIn(row.period_start) && !['done', 'not-tracked'].includes(row.status),
    )
  const drafts = books.runs.filter((run) => run.status === 'pending' && isIn(run.pay_run_end_date))
  const unsent = open(isNz ? 'payday-filing' : 'stp-pay-event')
  const changed = open(isNz ? 'payday-amendment' : 'stp-update')
  const skipped = open('skipped-period')
  const troubled = books.messages.filter(
    (message) => message.year === year && ['rejected', 'partial', 'queued', 'sent'].includes(message.status),
  )
  const superOpen = open('super')
  const finalisation = books.obligations.find(
    (row) => row.kind === 'stp-finalisation' && row.reference === String(year),
  )
  const reporting = <Link href={paths.reporting(companyId)}>Open Reporting</Link>
  return [
    {
      name: 'Every draft is processed or discarded',
      open:
        drafts.length > 0
          ? `${plural(drafts.length, 'run')} of the year ${drafts.length === 1 ? 'is' : 'are'} still a draft.`
          : null,
      done: 'No draft is left in this year.',
      act: drafts[0] && (
        <Link href={paths.run(companyId, drafts[0].pay_run_id ?? 0)}>Open the first draft</Link>
      ),
    },
    {
      name: isNz ? 'Every payday is filed' : 'Every payday is lodged',
      open: unsent.length > 0 ? `${plural(unsent.length, 'payday')} missing: ${dates(unsent)}.` : null,
      done: isNz ? 'Inland Revenue has every payday.' : 'The tax office has every payday.',
      act: (
        <button type="button" className="small" onClick={() => ask('lodge')}>
          {isNz ? 'File what is missing' : 'Lodge what is missing'}
        </button>
      ),
    },
    {
      name: isNz ? 'Filed amounts match the pays' : 'Reported amounts match the pays',
      open: changed.length > 0 ? `Pays changed afterwards: ${people(changed)}.` : null,
      done: 'No pay changed since it was reported.',
      act: (
        <button type="button" className="small" onClick={() => ask('correct')}>
          {isNz ? 'Amend filed paydays' : 'Send an update event'}
        </button>
      ),
    },
    {
      name: 'Every message was answered and accepted',
      open:
        troubled.length > 0 ? `${plural(troubled.length, 'message')} refused or without an answer.` : null,
      done: 'Nothing is refused or waiting.',
      act: troubled[0] && <Link href={paths.submission(companyId, troubled[0].id)}>Open the first one</Link>,
    },
    {
      name: 'No pay period was missed',
      open: skipped.length > 0 ? `No one was paid in: ${dates(skipped)}.` : null,
      done: 'Every period has its pays.',
      act: <Link href={paths.pays(companyId)}>Open Pays</Link>,
    },
    ...(isNz
      ? [
          {
            name: 'Leave was paid under the Holidays Act',
            open: null,
            done: 'Recalculate every leave payment, and see whether anything is owed.',
            isToLook: true,
            act: <Link href={paths.holidaysAct(companyId)}>Open the check</Link>,
          },
          {
            name: 'ESCT rates of the new year are approved',
            open: null,
            done: 'Look at last year’s figures, and approve the rates from 1 April.',
            isToLook: true,
            act: <Link href={paths.esctRates(companyId)}>Open the list</Link>,
          },
        ]
      : [
          {
            name: 'Super of the year is paid',
            open:
              superOpen.length > 0
                ? `${plural(superOpen.length, 'payday')} open: ${dates(superOpen)}.`
                : null,
            done: 'Every contribution is paid.',
            act: reporting,
          },
          {
            name: 'Everyone is finalised',
            open: finalisation && finalisation.status !== 'done' ? notFinal(finalisation) : null,
            done: finalisation ? 'The year is declared complete.' : 'No one was reported in this year.',
            act: <a href="#finalise">Finalise below</a>,
          },
        ]),
    {
      name: 'The sums agree',
      open: null,
      done: 'The reconciliation calculates every sum in two ways.',
      isToLook: true,
      act: reporting,
    },
  ]
}

const SHOWN = 6
const some = (texts: string[]) =>
  texts.slice(0, SHOWN).join(', ') + (texts.length > SHOWN ? ` and ${texts.length - SHOWN} more` : '')
const dates = (rows: Obligation[]) => some(rows.map((row) => day(row.period_start)))
const people = (rows: Obligation[]) =>
  some([...new Set(rows.flatMap((row) => row.employees.map(({ name }) => name)))])

function notFinal({ employees, due_date }: Obligation): string {
  const who =
    employees.length > 0 ? `Not final yet: ${some(employees.map(({ name }) => name))}` : 'Not final yet'
  return `${who}; due ${day(due_date)}.`
}
