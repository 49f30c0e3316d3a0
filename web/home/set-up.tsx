import { Link } from 'wouter'
import { useApi } from '../api/hooks.ts'
import type { CompanyReadiness, FindingGroup } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { ErrorNotice, Waiting } from '../parts/notice.tsx'
import { Panel } from '../parts/page.tsx'
import { paths } from '../paths.ts'
import { plainWords } from '../plain-words.ts'

type Entry = { title: string; to: string; act: string; isIts: (group: FindingGroup) => boolean }

const isOfCompany = (group: FindingGroup) => group.people.length === 0
const ofPeople = (area: FindingGroup['area']) => (group: FindingGroup) =>
  !isOfCompany(group) && group.area === area

/** What a new company still lacks before its first pay day, each with the page where it is done. */
export function SetUp() {
  const { api, company, wording } = useCompany()
  const check = useApi<CompanyReadiness>(`${api}/readiness`)
  if (!check.data)
    return <Panel title="Set up">{check.error ? <ErrorNotice error={check.error} /> : <Waiting />}</Panel>
  const employees = paths.employees(company.id)
  const entries: Entry[] = [
    {
      title: 'Company details',
      to: paths.company(company.id),
      act: 'Complete them',
      isIts: (group) => isOfCompany(group) && group.area === 'lodgement' && group.mend === 'company',
    },
    {
      title: 'Bank account for wages',
      to: paths.company(company.id),
      act: 'Enter it',
      isIts: (group) => isOfCompany(group) && group.area === 'bank',
    },
    {
      title: 'People',
      to: paths.import(company.id),
      act: 'Import a file',
      isIts: (group) => isOfCompany(group) && group.area === 'pay',
    },
    { title: 'Tax numbers', to: employees, act: 'Open the people', isIts: ofPeople('pay') },
    { title: 'Accounts of the people', to: employees, act: 'Open the people', isIts: ofPeople('bank') },
    { title: 'Super funds', to: employees, act: 'Open the people', isIts: ofPeople('super') },
    {
      title: `What ${wording.authority} asks of each person`,
      to: employees,
      act: 'Open the people',
      isIts: ofPeople('lodgement'),
    },
    {
      title: wording.lodging,
      to: paths.reporting(company.id),
      act: 'Open reporting',
      isIts: (group) => isOfCompany(group) && group.area === 'lodgement' && group.mend === 'operator',
    },
  ]
  const open = entries.map((entry) => ({ ...entry, missing: check.data.groups.filter(entry.isIts) }))
  const done = open.filter(({ missing }) => missing.length === 0).length
  return (
    <Panel title="Set up">
      <label className="progress">
        {done} of {open.length} done
        <progress aria-label="Steps of the set-up" value={done} max={open.length} />
      </label>
      <ul className="cards">
        {open.map(({ title, to, act, missing }) => (
          <li key={title}>
            <div>
              <strong>
                <span aria-hidden="true">{missing.length === 0 ? '✓ ' : '○ '}</span>
                {title}
              </strong>
              {missing.length === 0 && <span className="unseen">: done</span>}
              {missing.map((group) => (
                <p key={group.message} className="soft">
                  {group.people.length === 1 && `${group.people[0]?.format_name}: `}
                  {plainWords(group.message)}
                </p>
              ))}
            </div>
            {missing.length > 0 && (
              <Link className="button" href={to} aria-label={`${act}: ${title}`}>
                {act}
              </Link>
            )}
          </li>
        ))}
      </ul>
      <p className="soft">
        Then start the first run above. Figures of this year from another program:{' '}
        <Link href={paths.import(company.id)}>import opening balances</Link>.
      </p>
    </Panel>
  )
}
