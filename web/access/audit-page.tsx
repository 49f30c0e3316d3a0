import { useMemo, useState } from 'react'
import { useApi } from '../api/hooks.ts'
import type { AuditEntry } from '../api/types.ts'
import { labelOf, valueText } from '../employees/labels.ts'
import { second, withDays, words } from '../format.ts'
import { Badge } from '../parts/badge.tsx'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { Field } from '../parts/field.tsx'
import { ErrorNotice, Waiting } from '../parts/notice.tsx'
import { Page, Panel } from '../parts/page.tsx'

/** The audit log: each action with its person, time, address and outcome. */
export function AuditPage() {
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const query = new URLSearchParams({
    limit: '500',
    ...(from ? { from_date: from } : {}),
    ...(to ? { to_date: to } : {}),
  })
  const log = useApi<AuditEntry[]>(`/api/audit-log?${query}`)
  const columns = useMemo(
    (): Column<AuditEntry>[] => [
      { id: 'at', title: 'When', isShort: true, value: (row) => row.at, cell: (row) => second(row.at) },
      { id: 'action', title: 'What', value: (row) => actionName(row.action) },
      {
        id: 'target',
        title: 'About',
        value: (row) => row.target ?? '',
        cell: (row) => <About entry={row} />,
      },
      { id: 'user', title: 'Who', value: (row) => row.user_name ?? row.user_email ?? '–' },
      { id: 'client', title: 'Through', isShort: true, value: (row) => row.client_id ?? '' },
      {
        id: 'outcome',
        title: 'Outcome',
        value: (row) => row.outcome,
        cell: (row) => (
          <span title={`Answered ${row.outcome}`}>
            <Badge text={outcomeName(row.outcome)} tone={row.outcome < 400 ? 'good' : 'bad'} />
          </span>
        ),
      },
      { id: 'ip', title: 'From', value: (row) => row.ip ?? '' },
    ],
    [],
  )
  return (
    <Page title="Audit log" lead="Sign-ins, consents, API management and every payroll write; newest first.">
      <Panel title="Entries">
        <search className="filters">
          <Field label="From">
            {(control) => (
              <input
                type="date"
                value={from}
                onChange={(event) => setFrom(event.target.value)}
                {...control}
              />
            )}
          </Field>
          <Field label="To">
            {(control) => (
              <input type="date" value={to} onChange={(event) => setTo(event.target.value)} {...control} />
            )}
          </Field>
        </search>
        <ErrorNotice error={log.error} />
        {log.data ? (
          <DataTable
            caption="Audit log"
            rows={log.data}
            columns={columns}
            rowKey={(row) => row.id}
            pageSize={25}
          />
        ) : (
          !log.error && <Waiting />
        )}
      </Panel>
    </Page>
  )
}

/** The number of records shown at first. The rest is behind "And … more". */
const SHOWN = 2

/**
 * The changes that a write made, in words: before and after. Shows the path if the changes were not recorded.
 */
function About({ entry }: { entry: AuditEntry }) {
  const { changes } = entry
  if (changes.length === 0) return <span className="wrap">{recordName(entry.target ?? '')}</span>
  return (
    <>
      <Changes changes={changes.slice(0, SHOWN)} />
      {changes.length > SHOWN && (
        <details>
          <summary>And {changes.length - SHOWN} more</summary>
          <Changes changes={changes.slice(SHOWN)} />
        </details>
      )}
    </>
  )
}

type Change = AuditEntry['changes'][number]

function Changes({ changes }: { changes: readonly Change[] }) {
  return (
    <ul className="changes">
      {changes.map(({ about, fields }) => (
        <li key={about}>
          {withDays(about)}
          <Fields fields={fields} />
        </li>
      ))}
    </ul>
  )
}

/** The figures of a pay in payslip order, then the rest. */
const ORDER = ['status', 'gross', 'tax', 'super', 'kiwisaver_employer_amount', 'net']
const placeOf = (name: string) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length)

function Fields({ fields }: { fields: Change['fields'] }) {
  const rows = Object.entries(fields).sort(([a], [b]) => placeOf(a) - placeOf(b))
  const listed = (at: 0 | 1) =>
    rows.map(([name, pair]) => `${labelOf(name)} ${valueText(name, pair[at])}`).join(', ')
  // New and deleted records have values on one side only.
  if (rows.every(([, [before]]) => before === null)) return <div className="soft">{listed(1)}</div>
  if (rows.every(([, [, after]]) => after === null)) return <div className="soft">Before: {listed(0)}</div>
  return (
    <ul>
      {rows.map(([name, [before, after]]) => (
        <li key={name}>
          {labelOf(name)}: <del>{valueText(name, before)}</del> → <ins>{valueText(name, after)}</ins>
        </li>
      ))}
    </ul>
  )
}

function outcomeName(status: number): string {
  if (status < 400) return 'Done'
  if (status === 404) return 'Not found'
  if (status === 429) return 'Too many'
  return status < 500 ? 'Refused' : 'Failed'
}

/** Turns `/api/company/2/pays/40` into "Company 2, pay 40". Other targets stay as they are. */
function recordName(target: string): string {
  if (!target.startsWith('/api/')) return target
  const parts = target.split('/').slice(2)
  const named = parts.flatMap((part, index) => {
    if (/^\d+$/.test(part)) return []
    const id = parts[index + 1]
    const one = part.replaceAll('-', ' ')
    return id && /^\d+$/.test(id) ? `${one.replace(/ies$/, 'y').replace(/s$/, '')} ${id}` : one
  })
  const text = named.join(', ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Turns `createPays` or `sign-in` into words. */
function actionName(action: string): string {
  return words(action.replaceAll(/([a-z])([A-Z])/g, '$1 $2').replaceAll('.', ': '))
}
