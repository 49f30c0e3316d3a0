import { Link } from 'wouter'
import type { FindingGroup, RunFinding } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { inPlainLabels } from '../employees/labels.ts'
import { plural, withDays } from '../format.ts'
import { Badge } from '../parts/badge.tsx'
import { paths } from '../paths.ts'

const AREAS: Record<RunFinding['area'], string> = {
  pay: 'Pay',
  bank: 'Bank file',
  super: 'Super file',
  lodgement: 'Report',
  payslip: 'Payslip',
}
const MENDS: Record<RunFinding['mend'], string> = {
  employee: 'Open the employee',
  'bank-accounts': 'Open bank accounts',
  'super-funds': 'Add a fund',
  company: 'Company details',
  pay: 'Open the pay',
  operator: '',
}

/** The findings of a check, grouped by cause, with links to the pages where they can be fixed. */
export function FindingGroups({ groups }: { groups: readonly FindingGroup[] }) {
  return (
    <ul className="findings">
      {groups.map((group) => (
        <li key={`${group.area} ${group.message} ${group.people[0]?.employee_id}`}>
          <Badge text={AREAS[group.area]} tone={group.severity === 'blocks' ? 'bad' : 'warning'} />
          <span className="finding-text">
            {group.people.length === 1 && <strong>{group.people[0]?.format_name}: </strong>}
            {withDays(inPlainLabels(group.message))}
          </span>
          {group.people.length < 2 ? (
            <Fix group={group} person={group.people[0]} />
          ) : (
            <Everyone group={group} />
          )}
        </li>
      ))}
    </ul>
  )
}

type Person = FindingGroup['people'][number]

/** The people of a group, each with a link to fix the finding for them. */
function Everyone({ group }: { group: FindingGroup }) {
  const more = group.count - group.people.length
  return (
    <details className="finding-people">
      <summary>Who</summary>
      <ul className="plain">
        {group.people.map((person) => (
          <li key={person.employee_id}>
            <Fix group={group} person={person} text={person.format_name} />
          </li>
        ))}
        {more > 0 && (
          <li className="soft">and {plural(more, 'other')}: fix these first, then check again.</li>
        )}
      </ul>
    </details>
  )
}

function Fix(props: { group: FindingGroup; person: Person | undefined; text?: string }) {
  const { company } = useCompany()
  const { mend } = props.group
  const { employee_id, pay_id, format_name } = props.person ?? {}
  const place =
    mend === 'company'
      ? paths.company(company.id)
      : mend === 'pay'
        ? pay_id && paths.pay(company.id, pay_id)
        : employee_id && `${paths.employee(company.id, employee_id)}${mend === 'employee' ? '' : `#${mend}`}`
  if (!place || mend === 'operator') return <>{props.text}</>
  return (
    <Link href={place} aria-label={format_name ? `${MENDS[mend]}: ${format_name}` : MENDS[mend]}>
      {props.text ?? MENDS[mend]}
    </Link>
  )
}
