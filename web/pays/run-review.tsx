import type { UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link } from 'wouter'
import { useWrite } from '../api/hooks.ts'
import type { RunComparison, RunStages } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { day, money, plural } from '../format.ts'
import { Badge } from '../parts/badge.tsx'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { ErrorNotice, Waiting } from '../parts/notice.tsx'
import { paths } from '../paths.ts'
import { Figure } from './figure.tsx'
import { FLAGS } from './flags.ts'
import type { RunWithPays } from './run-with-pays.ts'

type Person = RunComparison['people'][number]

/** Compares a run with the previous one, person by person, and records the review. */
export function RunReview({
  run,
  comparison,
}: {
  run: RunWithPays
  comparison: UseQueryResult<RunComparison>
}) {
  const { api } = useCompany()
  const mark = useWrite<RunStages>(`${api}/pay-runs/${run.pay_run_id}/stages`)
  const { data } = comparison
  const moved = useMemo(
    () =>
      (data?.people ?? [])
        .filter((person) => person.flags.length > 0 || person.net_change !== 0)
        .sort((a, b) => Math.abs(b.net_change) - Math.abs(a.net_change)),
    [data],
  )
  if (!data) return comparison.error ? <ErrorNotice error={comparison.error} /> : <Waiting />
  const same = data.people.length - moved.length
  return (
    <>
      {data.previous_totals ? (
        <>
          <p>
            Compared with the run to {day(data.previous_pay_run_end_date)}:{' '}
            {plural(moved.length, 'person', 'people')} with a difference, {same} as before.
          </p>
          <div className="figures">
            <Figure name="Gross" amount={data.totals.gross} before={data.previous_totals.gross} />
            <Figure name="Tax" amount={data.totals.tax} before={data.previous_totals.tax} />
            <Figure name="Net" amount={data.totals.net} before={data.previous_totals.net} isMain />
          </div>
        </>
      ) : (
        <p>There is no earlier processed run to compare with.</p>
      )}
      <Differences rows={moved} />
      <ErrorNotice error={mark.error} />
      <div className="buttons">
        <button
          type="button"
          disabled={mark.isPending}
          onClick={() =>
            mark.mutate({
              method: 'PUT',
              path: `${api}/pay-runs/${run.pay_run_id}/stages/reviewed`,
              body: { is_done: true },
            })
          }
        >
          Mark as reviewed
        </button>
        {mark.isSuccess && <span role="status">Marked as reviewed, until a figure changes.</span>}
      </div>
    </>
  )
}

function Differences({ rows }: { rows: Person[] }) {
  const { company } = useCompany()
  const columns = useMemo(
    (): Column<Person>[] => [
      {
        id: 'name',
        title: 'Name',
        value: (person) => person.format_name,
        cell: (person) =>
          person.pay_ids[0] ? (
            <Link href={paths.pay(company.id, person.pay_ids[0])}>{person.format_name}</Link>
          ) : (
            <Link href={paths.employee(company.id, person.employee_id)}>{person.format_name}</Link>
          ),
      },
      amount('before', 'Net before', (person) => person.before?.net ?? 0),
      amount('now', 'Net now', (person) => person.now?.net ?? 0),
      {
        id: 'change',
        title: 'Change',
        isNumber: true,
        value: (person) => person.net_change,
        cell: (person) =>
          `${person.net_change > 0 ? '+' : ''}${money(person.net_change)}${person.net_change_percent === null ? '' : ` (${person.net_change_percent}%)`}`,
      },
      {
        id: 'flags',
        title: 'What is unusual',
        value: (person) => person.flags.join(),
        cell: (person) => (
          <span className="flags">
            {person.flags.map((flag) => (
              <Badge key={flag} text={FLAGS[flag].text} tone={FLAGS[flag].tone} />
            ))}
          </span>
        ),
      },
    ],
    [company.id],
  )
  return (
    <DataTable
      caption="Differences from the previous run"
      rows={rows}
      columns={columns}
      rowKey={(person) => person.employee_id}
      pageSize={25}
      empty="Everyone gets the same as before."
    />
  )
}

function amount(id: string, title: string, value: (person: Person) => number): Column<Person> {
  return { id, title, isNumber: true, value, cell: (person) => money(value(person)) }
}
