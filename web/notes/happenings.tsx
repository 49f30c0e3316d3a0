import { Link } from 'wouter'
import type { Happening } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { moment, withDays } from '../format.ts'
import { paths } from '../paths.ts'

/** Recent activity, newest first, with links. */
export function HappeningList({ happenings }: { happenings: readonly Happening[] }) {
  const { company } = useCompany()
  return (
    <ul className="happenings">
      {happenings.map((each) => (
        <li key={each.id}>
          <span className="soft">{moment(each.at)}</span>
          <span>
            <strong>{each.who ?? 'The service'}</strong> {each.what}
            {each.about !== null && (each.about.startsWith('to ') ? ' ' : ': ')}
            <About companyId={company.id} happening={each} />
          </span>
        </li>
      ))}
    </ul>
  )
}

function About({ companyId, happening }: { companyId: number; happening: Happening }) {
  const { about, employee_id, pay_run_id } = happening
  if (about === null) return null
  const text = withDays(about)
  if (pay_run_id !== null) return <Link href={paths.run(companyId, pay_run_id)}>{text}</Link>
  if (employee_id !== null) return <Link href={paths.employee(companyId, employee_id)}>{text}</Link>
  return <>{text}</>
}
