import { Link } from 'wouter'
import { useApi } from '../api/hooks.ts'
import type { CompanyReadiness, FindingGroup, UpcomingRun } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { inPlainLabels } from '../employees/labels.ts'
import { day, plural } from '../format.ts'
import { ErrorNotice, Waiting } from '../parts/notice.tsx'
import { Panel } from '../parts/page.tsx'
import { paths } from '../paths.ts'

type Entry = {
  title: string
  to: string
  act: string
  isIts: (group: FindingGroup) => boolean
  /** A missing item that no check reports. */
  lacks?: string | undefined
  /** Whether the user cannot fix it yet. */
  isLater?: boolean
}

const none = () => false

const isOfCompany = (group: FindingGroup) => group.people.length === 0
const ofPeople = (area: FindingGroup['area']) => (group: FindingGroup) =>
  !isOfCompany(group) && group.area === area

/** The open tasks of a new company before its first payday, each with a link to its page. */
export function SetUp() {
  const { api, company, wording, isNz } = useCompany()
  const check = useApi<CompanyReadiness>(`${api}/readiness`)
  const upcoming = useApi<UpcomingRun[]>(`${api}/upcoming-pay-runs`)
  const openings = useApi<unknown[]>(`${api}/opening-balances`)
  if (!check.data)
    return <Panel title="Set up">{check.error ? <ErrorNotice error={check.error} /> : <Waiting />}</Panel>
  const employees = paths.employees(company.id)
  const many = paths.manyEmployees(company.id)
  const [next] = upcoming.data ?? []
  const isAnyonePaid = next !== undefined
  const hasPeople = company.employees.length > 0
  const people = hasPeople ? {} : { lacks: 'Available once there are people.', isLater: true }
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
    {
      title: 'Pay calendar',
      to: paths.calendars(company.id),
      act: 'Set when you pay',
      isIts: none,
      lacks: isAnyonePaid ? undefined : 'Created with the first person, or with your own calendar.',
    },
    { title: 'Tax numbers', to: many, act: 'Invite the people', isIts: ofPeople('pay'), ...people },
    {
      title: 'Accounts of the people',
      to: many,
      act: 'Invite the people',
      isIts: ofPeople('bank'),
      ...people,
    },
    ...(isNz
      ? []
      : [{ title: 'Super funds', to: many, act: 'Set for many', isIts: ofPeople('super'), ...people }]),
    {
      title: `What ${wording.authority} needs for each person`,
      to: employees,
      act: 'Open the people',
      isIts: ofPeople('lodgement'),
      ...people,
    },
    {
      title: wording.lodging,
      to: paths.reporting(company.id),
      act: 'Open reporting',
      isIts: (group) => isOfCompany(group) && group.area === 'lodgement' && group.mend === 'operator',
    },
    {
      title: 'Opening figures',
      to: paths.import(company.id),
      act: 'Import them',
      isIts: none,
      lacks:
        openings.data?.length === 0
          ? 'Only if these people were paid this year in another program: their year to date and leave.'
          : undefined,
    },
    {
      title: 'First run',
      to: paths.pays(company.id),
      act: 'Open the pays',
      isIts: none,
      lacks: next
        ? `The next one pays ${plural(next.employee_count, 'person', 'people')} on ${day(next.pay_date)}.`
        : 'Available once there is someone to pay.',
      isLater: !isAnyonePaid,
    },
  ]
  const open = entries.map((entry) => {
    const missing = check.data.groups.filter(entry.isIts)
    return { ...entry, missing, isDone: missing.length === 0 && entry.lacks === undefined }
  })
  const done = open.filter(({ isDone }) => isDone).length
  return (
    <Panel title="Set up">
      <label className="progress">
        {done} of {open.length} done
        <progress aria-label="Steps of the set-up" value={done} max={open.length} />
      </label>
      <ul className="cards">
        {open.map(({ title, to, act, missing, lacks, isLater, isDone }) => (
          <li key={title}>
            <div>
              <strong>
                <span aria-hidden="true">{isDone ? '✓ ' : '○ '}</span>
                {title}
              </strong>
              {isDone && <span className="unseen">: done</span>}
              {lacks && <p className="soft">{lacks}</p>}
              {missing.map((group) => (
                <p key={group.message} className="soft">
                  {group.people.length === 1 && `${group.people[0]?.format_name}: `}
                  {inPlainLabels(group.message)}
                </p>
              ))}
            </div>
            {!isDone && !isLater && (
              <Link className="button" href={to} aria-label={`${act}: ${title}`}>
                {act}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
