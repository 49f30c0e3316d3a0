import { Link } from 'wouter'
import { useApi } from '../api/hooks.ts'
import type { PayRun, RunComparison } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { day, money, plural } from '../format.ts'
import { Badge } from '../parts/badge.tsx'
import { ErrorNotice, Waiting } from '../parts/notice.tsx'
import { Panel } from '../parts/page.tsx'
import { paths } from '../paths.ts'
import { FLAGS } from '../pays/flags.ts'

const SHOWN = 8

/** Unusual figures in the last processed run. */
export function LastRun({ run }: { run: PayRun }) {
  const { company, api } = useCompany()
  const comparison = useApi<RunComparison>(`${api}/pay-runs/${run.pay_run_id}/comparison?unusual_only=true`)
  const unusual = comparison.data?.people.filter(({ flags }) => flags.length > 0) ?? []
  const place = paths.run(company.id, run.pay_run_id ?? 0)
  return (
    <Panel
      title={`Last run, to ${day(run.pay_run_end_date)}`}
      actions={
        <Link className="button" href={place}>
          Open
        </Link>
      }
    >
      <p>
        {plural(run.totals.employee_count, 'person', 'people')}, {money(run.totals.gross)} gross,{' '}
        {money(run.totals.net)} net.
      </p>
      <ErrorNotice error={comparison.error} />
      {!comparison.data && !comparison.error && <Waiting />}
      {comparison.data && unusual.length === 0 && <p className="empty">Nothing was unusual.</p>}
      <ul className="unusual">
        {unusual.slice(0, SHOWN).map((person) => (
          <li key={person.employee_id}>
            <Link
              href={
                person.pay_ids[0]
                  ? paths.pay(company.id, person.pay_ids[0])
                  : paths.employee(company.id, person.employee_id)
              }
            >
              {person.format_name}
            </Link>
            <span className="flags">
              {person.flags.map((flag) => (
                <Badge key={flag} text={FLAGS[flag].text} tone={FLAGS[flag].tone} />
              ))}
            </span>
          </li>
        ))}
      </ul>
      {unusual.length > SHOWN && <Link href={`${place}?show=review`}>All {unusual.length}</Link>}
    </Panel>
  )
}
