import { useState } from 'react'
import { Link, useParams } from 'wouter'
import { ApiError } from '../api/client.ts'
import { useApi, useIsReader, useWrite } from '../api/hooks.ts'
import type { BankFile, FileLine } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { day, money } from '../format.ts'
import { Badge } from '../parts/badge.tsx'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { ErrorNotice, Notice, Waiting } from '../parts/notice.tsx'
import { Page, Panel } from '../parts/page.tsx'
import { paths } from '../paths.ts'
import { ReturnDialog } from './return-dialog.tsx'

const OUTCOMES: Record<FileLine['outcome'], { text: string; tone: string }> = {
  created: { text: 'In the file', tone: 'open' },
  accepted: { text: 'Paid', tone: 'good' },
  returned: { text: 'Came back', tone: 'bad' },
  withdrawn: { text: 'Cancelled', tone: 'quiet' },
}
const KINDS: Record<FileLine['kind'], string> = {
  net: 'Net pay',
  payee: 'Deduction to a payee',
  super: 'Super',
}

/** The payees of a bank file or contribution file, and the outcome of each line. */
export function FilePage({ kind }: { kind: 'bank' | 'super' }) {
  const { fileId } = useParams<{ fileId: string }>()
  const { company, api } = useCompany()
  const path =
    kind === 'bank' ? `${api}/payments/files/${fileId}` : `/api/super-payments/${company.id}/files/${fileId}`
  const bank = useApi<BankFile & { items: FileLine[] }>(kind === 'bank' ? path : null)
  const contributions = useApi<FileLine[]>(kind === 'super' ? `${path}/lines` : null)
  const error = bank.error ?? contributions.error
  const lines = kind === 'bank' ? bank.data?.items : contributions.data
  const cameBack = (lines ?? []).filter(({ outcome }) => outcome === 'returned').length
  return (
    <Page
      title={kind === 'bank' ? `Bank file ${fileId}` : `Super file ${fileId}`}
      lead={
        cameBack === 0
          ? 'Each line with its outcome'
          : `${cameBack} ${cameBack === 1 ? 'line' : 'lines'} came back`
      }
      back={{ to: paths.reporting(company.id), text: 'Reporting' }}
    >
      <ErrorNotice error={error} />
      {lines ? <Lines lines={lines} path={path} kind={kind} /> : !error && <Waiting />}
    </Page>
  )
}

function Lines({ lines, path, kind }: { lines: FileLine[]; path: string; kind: 'bank' | 'super' }) {
  const { company, api } = useCompany()
  const isReader = useIsReader()
  const [chosen, setChosen] = useState<FileLine | null>(null)
  const [redirected, setRedirected] = useState<FileLine | null>(null)
  const touches = [`${api}/payments`, '/api/super-payments', `${api}/reconciliation`, `${api}/obligations`]
  const redirect = useWrite<unknown>(...touches)
  const sendAgain = (line: FileLine, isSamePlace: boolean) => {
    setRedirected(line)
    redirect.mutate({
      method: 'POST',
      path: `${api}/payments/redirects`,
      body: { pay_ids: [line.pay_id], kind: line.kind, is_same_place: isSamePlace },
    })
  }
  const place = kind === 'bank' ? 'account' : 'fund'
  const columns: Column<FileLine>[] = [
    {
      id: 'who',
      title: 'Who',
      value: (line) => line.format_name,
      cell: (line) => (
        <Link href={paths.employee(company.id, line.employee_id, 'pay')}>{line.format_name}</Link>
      ),
    },
    { id: 'kind', title: 'What', value: (line) => KINDS[line.kind] },
    {
      id: 'pay',
      title: 'Pay',
      value: (line) => line.pay_id,
      cell: (line) => <Link href={paths.pay(company.id, line.pay_id)}>Pay {line.pay_id}</Link>,
    },
    {
      id: 'amount',
      title: 'Amount',
      isNumber: true,
      value: (line) => line.amount,
      cell: (line) => money(line.amount),
    },
    {
      id: 'outcome',
      title: 'Outcome',
      value: (line) => OUTCOMES[line.outcome].text,
      cell: (line) => (
        <>
          <Badge {...OUTCOMES[line.outcome]} />{' '}
          {line.returned_on && `${day(line.returned_on)}: ${line.return_reason ?? ''}`}
        </>
      ),
    },
    {
      id: 'actions',
      title: 'Actions',
      isPlain: true,
      value: () => '',
      cell: (line) =>
        isReader ? null : (
          <LineAction
            line={line}
            place={place}
            onReturn={() => setChosen(line)}
            onRedirect={() => sendAgain(line, false)}
          />
        ),
    },
  ]
  return (
    <Panel title="Lines">
      <ErrorNotice error={redirect.error} />
      {redirected && redirect.error instanceof ApiError && redirect.error.status === 409 && (
        <p>
          <button type="button" disabled={redirect.isPending} onClick={() => sendAgain(redirected, true)}>
            The {place} is right: pay {redirected.format_name} there again
          </button>
        </p>
      )}
      {redirect.data !== undefined && (
        <Notice kind="good">The next file pays it to the {place} now on record.</Notice>
      )}
      <DataTable
        caption="Lines of the file"
        rows={lines}
        columns={columns}
        rowKey={(line) => `${line.pay_id} ${line.kind} ${line.party} ${line.outcome} ${line.returned_on}`}
        pageSize={50}
      />
      {chosen && (
        <ReturnDialog
          line={chosen}
          path={`${path}/returns`}
          place={place}
          touches={touches}
          onClose={() => setChosen(null)}
        />
      )}
    </Panel>
  )
}

type LineActionProps = {
  line: FileLine
  place: 'account' | 'fund'
  onReturn: () => void
  onRedirect: () => void
}

/** The action for a line: record its return, then send it to the right account. */
function LineAction({ line, place, onReturn, onRedirect }: LineActionProps) {
  if (line.outcome === 'withdrawn') return null
  if (line.outcome !== 'returned')
    return (
      <button
        type="button"
        className="small"
        aria-label={`Came back: ${line.format_name}, pay ${line.pay_id}`}
        onClick={onReturn}
      >
        Came back
      </button>
    )
  if (line.kind === 'payee') return <>Change the account under Payees.</>
  return (
    <button
      type="button"
      className="small"
      aria-label={`Pay to the current ${place}: ${line.format_name}, pay ${line.pay_id}`}
      onClick={onRedirect}
    >
      Pay to the current {place}
    </button>
  )
}
