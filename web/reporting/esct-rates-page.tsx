import { useMemo, useState } from 'react'
import { useApi, useWrite } from '../api/hooks.ts'
import type { EsctDecided, EsctRates } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { day, money, percent, plural } from '../format.ts'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { ErrorNotice, Notice, Waiting } from '../parts/notice.tsx'
import { Page, Panel } from '../parts/page.tsx'
import { paths } from '../paths.ts'

type Person = EsctRates['people'][number]

const STATUS: Record<Person['status'], string> = {
  open: 'To decide',
  approved: 'Approved',
  kept: 'Kept',
  set: 'Set on the record',
}

/** The ESCT rates of a new tax year, for approval by the payroll officer. */
export function EsctRatesPage() {
  const { company } = useCompany()
  return (
    <Page
      title="ESCT rates"
      lead="Tax on employer contributions from 1 April, based on the figures of the previous year"
      back={{ to: paths.reporting(company.id), text: 'Reporting' }}
    >
      <Rates key={company.id} />
    </Page>
  )
}

function Rates() {
  const { api } = useCompany()
  const path = `${api}/esct-rates`
  const rates = useApi<EsctRates>(path)
  const decide = useWrite<EsctDecided>(api, '/api/employees', '/api/work')
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const columns = useMemo(() => [chooser(chosen, setChosen), ...COLUMNS], [chosen])
  if (!rates.data) return rates.error ? <ErrorNotice error={rates.error} /> : <Waiting />
  const { from_date, year_start, year_end, is_year_over, open, people } = rates.data
  const send = (action: 'APPROVE' | 'KEEP', employee_ids?: number[]) =>
    decide.mutate(
      { method: 'POST', path: `${path}/decisions`, body: { from_date, action, employee_ids } },
      { onSuccess: () => setChosen(new Set()) },
    )
  const isIdle = !decide.isPending
  return (
    <Panel title={`Rates from ${day(from_date)}`}>
      <p className="help">
        Salary and employer contributions are those from {day(year_start)} to {day(year_end)}. People who were
        not paid for the whole year have an estimate from the last pays.
      </p>
      {!is_year_over && (
        <Notice kind="warning">
          The tax year has not ended: the figures can change until {day(year_end)}.
        </Notice>
      )}
      <ErrorNotice error={decide.error} />
      {decide.data?.warnings?.map((text) => (
        <Notice key={text} kind="warning">
          {text}
        </Notice>
      ))}
      {open === 0 && people.length > 0 && (
        <Notice kind="good">Everyone on the list has a rate from {day(from_date)}.</Notice>
      )}
      <div className="buttons">
        <button type="button" disabled={open === 0 || !isIdle} onClick={() => send('APPROVE')}>
          Approve all ({plural(open, 'person', 'people')})
        </button>
        <button
          type="button"
          disabled={chosen.size === 0 || !isIdle}
          onClick={() => send('APPROVE', [...chosen])}
        >
          Approve the selected rates
        </button>
        <button
          type="button"
          disabled={chosen.size === 0 || !isIdle}
          onClick={() => send('KEEP', [...chosen])}
        >
          Keep the selected rates
        </button>
      </div>
      <DataTable
        caption="ESCT rates by employee"
        rows={people}
        columns={columns}
        rowKey={(row) => row.employee_id}
        empty="No employee has employer contributions."
      />
    </Panel>
  )
}

function chooser(chosen: ReadonlySet<number>, setChosen: (ids: ReadonlySet<number>) => void): Column<Person> {
  return {
    id: 'chosen',
    title: 'Choose',
    isPlain: true,
    value: () => '',
    cell: ({ employee_id: id, format_name }) => (
      <input
        type="checkbox"
        aria-label={`Choose ${format_name}`}
        checked={chosen.has(id)}
        onChange={({ target }) => {
          const next = new Set(chosen)
          if (target.checked) next.add(id)
          else next.delete(id)
          setChosen(next)
        }}
      />
    ),
  }
}

const amount = (
  id: 'salary' | 'employer_contributions' | 'threshold_amount',
  title: string,
): Column<Person> => ({
  id,
  title,
  isNumber: true,
  value: (row) => row[id],
  cell: (row) => money(row[id]),
})

const COLUMNS: Column<Person>[] = [
  { id: 'name', title: 'Employee', value: (row) => row.format_name },
  amount('salary', 'Salary last year'),
  amount('employer_contributions', 'Contributions'),
  amount('threshold_amount', 'Rate by'),
  {
    id: 'basis',
    title: 'From',
    isShort: true,
    value: (row) => (row.basis === 'LAST_YEAR' ? 'Last year' : 'Estimate'),
  },
  {
    id: 'current',
    title: 'Rate now',
    isNumber: true,
    value: (row) => row.current_rate,
    cell: (row) => percent(row.current_rate),
  },
  {
    id: 'rate',
    title: 'New rate',
    isNumber: true,
    value: (row) => row.rate,
    cell: (row) => percent(row.rate),
  },
  { id: 'status', title: 'Status', isShort: true, value: (row) => STATUS[row.status] },
]
