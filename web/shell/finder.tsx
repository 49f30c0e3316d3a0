import { useEffect, useMemo, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { useApi } from '../api/hooks.ts'
import type { Company, Employee, ListedReport, PayRun } from '../api/types.ts'
import { day, words } from '../format.ts'
import { Dialog } from '../parts/dialog.tsx'
import { paths } from '../paths.ts'

type Found = { kind: string; text: string; also: string; to: string }
const SHOWN = 12

/** `takeTyped` returns the text typed while the finder was loading. After that the input receives the keys. */
type Props = { company: Company; takeTyped: () => string; onClose: () => void }

/** Finds people, runs, reports, pages and actions by a few letters. Arrow keys select, Enter opens. */
export function Finder({ company, takeTyped, onClose }: Props) {
  const [, navigate] = useLocation()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    setText(takeTyped())
    box.current?.focus()
  }, [takeTyped])
  const everything = useEverything(company)
  const found = useMemo(() => search(everything, text), [everything, text])
  const open = (chosen: Found | undefined) => {
    if (!chosen) return
    onClose()
    navigate(chosen.to)
  }
  const press = (event: React.KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) setAt((before) => Math.max(0, Math.min(found.length - 1, before + step)))
    else if (event.key === 'Enter') open(found[at])
    else return
    event.preventDefault()
  }
  return (
    <Dialog title="Find" onClose={onClose}>
      <div className="finder">
        <input
          ref={box}
          type="text"
          role="combobox"
          aria-label="Find a person, a run, a report or a page"
          aria-expanded="true"
          aria-controls="finder-list"
          aria-activedescendant={found[at] ? `finder-${at}` : undefined}
          autoComplete="off"
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setAt(0)
          }}
          onKeyDown={press}
        />
        <div id="finder-list" role="listbox" aria-label="Found">
          {found.map((each, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the box above has the keys
            <div
              key={`${each.kind} ${each.to} ${each.text}`}
              id={`finder-${index}`}
              role="option"
              aria-selected={index === at}
              tabIndex={-1}
              onClick={() => open(each)}
            >
              <span>{each.text}</span>
              <span className="soft">{each.kind}</span>
            </div>
          ))}
        </div>
        <p className="help" role="status">
          {found.length === 0
            ? `No match for “${text.trim()}”.`
            : 'Use the arrow keys to choose and Enter to open.'}
        </p>
      </div>
    </Dialog>
  )
}

function useEverything(company: Company): Found[] {
  const api = `/api/company/${company.id}`
  const people = useApi<Employee[]>(`${api}/employees`).data
  const runs = useApi<PayRun[]>(`${api}/pay-runs`).data
  const reports = useApi<ListedReport[]>(`${api}/reports`).data
  return useMemo(
    () => [
      ...pagesOf(company),
      ...(people ?? []).map((person) => ({
        kind: 'Person',
        text: `${person.first_name} ${person.last_name}`,
        also: `${person.number ?? ''} ${person.position ?? ''} ${person.department ?? ''}`,
        to: paths.employee(company.id, person.id),
      })),
      ...(runs ?? []).toReversed().map((run) => ({
        kind: 'Pay run',
        text: `${words(run.pay_period)} run to ${day(run.pay_run_end_date)}`,
        also: run.pay_run_end_date,
        to: paths.run(company.id, run.pay_run_id ?? 0),
      })),
      ...(reports ?? []).map((report) => ({
        kind: 'Report',
        text: report.title,
        also: '',
        to: `${paths.reports(company.id)}?report=${report.name}`,
      })),
    ],
    [company, people, runs, reports],
  )
}

const page = (text: string, to: string, also = '', kind = 'Page'): Found => ({ kind, text, also, to })

const pagesOf = ({ id, jurisdiction }: Company): Found[] => [
  page('Home', paths.home(id), 'to do due start'),
  page('Start a pay run', paths.pays(id), 'new draft pays', 'Action'),
  page('Add an employee', paths.newEmployee(id), 'new starter person', 'Action'),
  page('Import a file', paths.import(id), 'excel csv upload move in', 'Action'),
  ...(jurisdiction === 'NZ'
    ? [
        page('Holidays Act check', paths.holidaysAct(id), 'leave arrears back pay'),
        page('ESCT rates', paths.esctRates(id), 'kiwisaver employer contribution tax april'),
      ]
    : [page('Calculators', paths.calculators(id), 'notice redundancy long service leave', 'Action')]),
  page('New company', paths.newCompany, 'add', 'Action'),
  page('Make a journal', paths.journals(id), 'accounts xero myob', 'Action'),
  page('Pays', paths.pays(id), 'runs'),
  page('Employees', paths.employees(id), 'people staff'),
  page('Leave', paths.leave(id), 'balances holidays'),
  page('Who is away', paths.leaveCalendar(id), 'leave calendar'),
  page('Many at once', paths.manyEmployees(id), 'employees invite department fund calendar'),
  page('Requests', paths.requests(id), 'leave approve'),
  page('Approvals', paths.approvals(id), 'two people rules'),
  page('What happened', paths.happenings(id), 'since yesterday mentions notes changes'),
  page('Today', paths.today, 'all companies due'),
  page('All pay runs', paths.bulk, 'all companies jobs'),
  page('Deleted companies', paths.deletedCompanies, 'restore undelete'),
  page('Company details', paths.company(id), 'settings bank abn address'),
  page('Pay rates', paths.payRates(id), 'settings'),
  page('Allowances', paths.allowances(id), 'settings'),
  page('Pay calendars', paths.calendars(id), 'settings period weekly fortnightly'),
  page('Payees', paths.payees(id), 'settings child support deductions'),
  page('Reporting', paths.reporting(id), 'lodge stp payday super submissions'),
  page('Year end', paths.year(id), 'finalise'),
  page('Reports', paths.reports(id), 'export'),
  page('My account', paths.account, 'password second factor sessions'),
]

/** Every word must occur. Names that start with a word come first. */
function search(all: readonly Found[], text: string): Found[] {
  const wanted = text.trim().toLowerCase().split(/\s+/).filter(Boolean)
  const hit = ({ text: own, also }: Found) => {
    const name = own.toLowerCase()
    const whole = `${name} ${also.toLowerCase()}`
    if (!wanted.every((word) => whole.includes(word))) return 0
    return wanted.every((word) => ` ${name}`.includes(` ${word}`)) ? 2 : 1
  }
  return all
    .map((each) => ({ each, score: hit(each) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, SHOWN)
    .map(({ each }) => each)
}
