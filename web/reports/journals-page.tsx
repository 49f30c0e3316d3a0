import { useMemo, useState } from 'react'
import { download } from '../api/client.ts'
import { useApi, useWrite } from '../api/hooks.ts'
import type { Journal, PayRun } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { day, moment, money } from '../format.ts'
import { Badge } from '../parts/badge.tsx'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Field } from '../parts/field.tsx'
import { ErrorNotice, Notice, Waiting } from '../parts/notice.tsx'
import { Page, Panel } from '../parts/page.tsx'
import { JournalAccounts } from './journal-accounts.tsx'
import { reportTabs } from './tabs.ts'

/** The journals of each run, including corrections, as files or posted to the ledger. */
export function JournalsPage() {
  const { company, api } = useCompany()
  const journals = useApi<Journal[]>(`${api}/journals`)
  const [open, setOpen] = useState<Journal | null>(null)
  const columns = useMemo(() => columnsOf(setOpen), [])
  return (
    <Page title="Reports" lead="Payroll in the company’s accounts" tabs={reportTabs(company.id)}>
      <MakeJournal />
      <Panel title="Journals">
        <ErrorNotice error={journals.error} />
        {journals.data ? (
          <DataTable
            caption="Journals"
            rows={journals.data.toReversed()}
            columns={columns}
            rowKey={(journal) => journal.id ?? 0}
            empty="No journal yet: choose a run above."
          />
        ) : (
          !journals.error && <Waiting />
        )}
      </Panel>
      <JournalAccounts />
      {open && <JournalDialog journal={open} onClose={() => setOpen(null)} />}
    </Page>
  )
}

const stateOf = (journal: Journal) => {
  if (journal.status === 'posted') return 'posted'
  return journal.last_error ? 'refused' : journal.status
}

function columnsOf(onOpen: (journal: Journal) => void): Column<Journal>[] {
  return [
    {
      id: 'date',
      title: 'Date',
      isShort: true,
      value: (journal) => journal.journal_date,
      cell: (journal) => day(journal.journal_date),
    },
    {
      id: 'narration',
      title: 'Journal',
      value: (journal) => journal.narration,
      cell: (journal) => (
        <button type="button" className="link reads" onClick={() => onOpen(journal)}>
          {journal.narration}
        </button>
      ),
    },
    {
      id: 'correction',
      title: 'Correction',
      value: (journal) =>
        journal.reverses_id !== null ? 'Takes back' : journal.reversed_by_id !== null ? 'Taken back' : '',
    },
    {
      id: 'total',
      title: 'Each side',
      isNumber: true,
      value: (journal) => journal.total,
      cell: (journal) => money(journal.total),
    },
    {
      id: 'status',
      title: 'Status',
      value: stateOf,
      cell: (journal) => (
        <Badge text={stateOf(journal)} tone={journal.status === 'posted' ? 'good' : 'quiet'} />
      ),
    },
  ]
}

/** Creates the journal of a run from its current pays. An outdated journal is reversed and replaced. */
function MakeJournal() {
  const { api } = useCompany()
  const runs = useApi<PayRun[]>(`${api}/pay-runs`)
  const make = useWrite<Journal[]>(`${api}/journals`)
  const [chosen, setChosen] = useState('')
  const paid = (runs.data ?? []).filter((run) => run.status === 'processed').toReversed()
  const run = chosen || String(paid[0]?.pay_run_id ?? '')
  const made = make.data
  return (
    <Panel title="Journal a pay run">
      <ErrorNotice error={runs.error} />
      <form
        className="filters"
        onSubmit={(event) => {
          event.preventDefault()
          make.mutate({ method: 'POST', path: `${api}/journals`, body: { pay_run_id: Number(run) } })
        }}
      >
        <Field label="Pay run">
          {(control) => (
            <select {...control} value={run} onChange={(event) => setChosen(event.target.value)}>
              {paid.map((each) => (
                <option key={each.pay_run_id} value={each.pay_run_id ?? ''}>
                  {`${day(each.pay_run_start_date)} to ${day(each.pay_run_end_date)}, ${money(each.totals.gross)}`}
                </option>
              ))}
            </select>
          )}
        </Field>
        <button type="submit" className="main" disabled={run === '' || make.isPending}>
          Create the journal
        </button>
      </form>
      <p className="help">
        Balanced to the cent, expenses by department. If a run changed since, its journal is reversed and a
        new one is created.
      </p>
      <ErrorNotice error={make.error} />
      {made && (
        <Notice kind="good">
          {made.length > 1
            ? 'The run has changed: its journal was reversed and a new one created.'
            : `${made[0]?.narration ?? 'The journal'} is booked with ${money(made[0]?.total ?? 0)} on each side.`}
        </Notice>
      )}
    </Panel>
  )
}

const SYSTEMS = [
  ['xero', 'Xero'],
  ['myob', 'MYOB'],
  ['quickbooks', 'QuickBooks'],
] as const

/** The lines of a journal, its files, and a button to post it. */
function JournalDialog({ journal, onClose }: { journal: Journal; onClose: () => void }) {
  const { api } = useCompany()
  const path = `${api}/journals/${journal.id}`
  const post = useWrite<Journal>(`${api}/journals`)
  const [problem, setProblem] = useState<Error | null>(null)
  const now = post.data ?? journal
  return (
    <Dialog title={journal.narration} onClose={onClose}>
      <p>
        {day(journal.journal_date)}
        {now.status === 'posted'
          ? `, posted ${moment(now.posted_at)} as ${now.external_id ?? ''}`
          : ', not posted yet'}
      </p>
      {now.last_error && <Notice kind="warning">{now.last_error}</Notice>}
      <DataTable
        caption="Lines"
        rows={journal.lines.map((line, place) => ({ ...line, place }))}
        columns={LINE_COLUMNS}
        rowKey={(line) => line.place}
        foot={{ account: 'Total', debit: money(journal.total), credit: money(journal.total) }}
      />
      <ErrorNotice error={post.error ?? problem} />
      <div className="buttons">
        {now.status !== 'posted' && (
          <button
            type="button"
            className="main"
            disabled={post.isPending}
            onClick={() => post.mutate({ method: 'POST', path: `${path}/post` })}
          >
            Post to the accounting system
          </button>
        )}
        {SYSTEMS.map(([system, name]) => (
          <button
            key={system}
            type="button"
            className="reads"
            onClick={() =>
              download(`${path}/file?system=${system}`, `journal-${journal.id}-${system}.csv`).catch(
                setProblem,
              )
            }
          >
            {`CSV for ${name}`}
          </button>
        ))}
      </div>
    </Dialog>
  )
}

type Line = Journal['lines'][number] & { place: number }
const amount = (figure: number) => (figure === 0 ? '' : money(figure))
const LINE_COLUMNS: Column<Line>[] = [
  {
    id: 'account',
    title: 'Account',
    value: (line) => line.account_code,
    cell: (line) => [line.account_code, line.account_name].filter(Boolean).join(' · '),
  },
  { id: 'description', title: 'What', value: (line) => line.description },
  {
    id: 'debit',
    title: 'Debit',
    isNumber: true,
    value: (line) => line.debit,
    cell: (line) => amount(line.debit),
  },
  {
    id: 'credit',
    title: 'Credit',
    isNumber: true,
    value: (line) => line.credit,
    cell: (line) => amount(line.credit),
  },
]
