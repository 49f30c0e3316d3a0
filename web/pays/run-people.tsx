import { useMemo, useRef, useState } from 'react'
import { Link } from 'wouter'
import { useApi } from '../api/hooks.ts'
import type { CompanyAllowance, Pay, PayRateGroup, RunComparison } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { Field } from '../parts/field.tsx'
import { paths } from '../paths.ts'
import { leaveTypesOf } from './codes.ts'
import { type Density, useDensity } from './density.ts'
import { columnsOf, type GridColumn, offeredColumns } from './grid-columns.ts'
import type { Person } from './grid-row.tsx'
import { RunGrid } from './run-grid.tsx'
import type { RunWithPays } from './run-with-pays.ts'
import { CellNotices, GridHelp, SaveState } from './save-state.tsx'
import { useDraftEdits } from './use-draft-edits.ts'

type Props = { run: RunWithPays; comparison: RunComparison | undefined; onEdit: (pay: Pay) => void }
type People = ReadonlyMap<number, Person>

const FILTERS = {
  all: 'Everyone',
  look: 'To look at',
  changed: 'Net changed',
  new: 'New',
  drafts: 'Drafts',
} as const
type Filter = keyof typeof FILTERS

/** The people of a run, filtered by name, department or unusual figures, and edited in the grid. */
export function RunPeople({ run, comparison, onEdit }: Props) {
  const { company, api, isNz } = useCompany()
  const [search, setSearch] = useState('')
  const [filter, setFilter] = useState<Filter>('all')
  const [department, setDepartment] = useState('')
  const [added, setAdded] = useState<GridColumn[]>([])
  const [isGrouped, setIsGrouped] = useState(false)
  const rows = useDensity()
  const edits = useDraftEdits(run.pay_run_id ?? 0)
  const period = { start: run.pay_run_start_date, end: run.pay_run_end_date }
  const people: People = useMemo(
    () => new Map(comparison?.people.map((person) => [person.employee_id, person]) ?? []),
    [comparison],
  )
  const allowances = useApi<CompanyAllowance[]>(isNz ? `${api}/allowances` : null).data
  const columns = useSteady(
    useMemo(
      () => [...columnsOf(run.pays, isNz, run.pay_run_end_date, allowances), ...added],
      [run.pays, run.pay_run_end_date, isNz, added, allowances],
    ),
  )
  const pays = useMemo(
    () => choose(run.pays, people, { search, filter, department, isGrouped }),
    [run.pays, people, search, filter, department, isGrouped],
  )
  const starts = useMemo(
    () => (isGrouped ? groupStarts(pays, people) : new Map<Pay, string>()),
    [isGrouped, pays, people],
  )
  const departments = [...new Set([...people.values()].flatMap((person) => person.department ?? []))].sort()
  if (run.pays.length === 0)
    return (
      <p className="empty">
        No one is paid in this run: no active employee is paid in this period.{' '}
        <Link href={paths.employees(company.id)}>Open the employees</Link>
      </p>
    )
  return (
    <>
      <div className="grid-tools">
        <Field label="Search">
          {(control) => (
            <input
              type="search"
              value={search}
              onChange={(event) => setSearch(event.target.value)}
              {...control}
            />
          )}
        </Field>
        <Field label="Show">
          {(control) => (
            <select value={filter} onChange={(event) => setFilter(event.target.value as Filter)} {...control}>
              {Object.entries(FILTERS).map(([name, text]) => (
                <option key={name} value={name}>
                  {text}
                </option>
              ))}
            </select>
          )}
        </Field>
        {departments.length > 0 && (
          <Field label="Department">
            {(control) => (
              <select value={department} onChange={(event) => setDepartment(event.target.value)} {...control}>
                <option value="">All</option>
                {departments.map((name) => (
                  <option key={name}>{name}</option>
                ))}
              </select>
            )}
          </Field>
        )}
        {departments.length > 0 && (
          <Field label="Order">
            {(control) => (
              <select
                value={isGrouped ? 'department' : 'name'}
                onChange={(event) => setIsGrouped(event.target.value === 'department')}
                {...control}
              >
                <option value="name">By name</option>
                <option value="department">By department</option>
              </select>
            )}
          </Field>
        )}
        {!rows.isFixed && (
          <Field label="Rows">
            {(control) => (
              <select
                value={rows.density}
                onChange={(event) => rows.choose(event.target.value as Density)}
                {...control}
              >
                <option value="compact">Compact</option>
                <option value="comfortable">Comfortable</option>
              </select>
            )}
          </Field>
        )}
        {!edits.isLocked && (
          <AddColumn run={run} columns={columns} onAdd={(column) => setAdded((all) => [...all, column])} />
        )}
      </div>
      <SaveState edits={edits} />
      {pays.length === 0 ? (
        <>
          <p className="empty">No one matches. Clear the search or show everyone.</p>
          <CellNotices edits={edits} pays={run.pays} />
        </>
      ) : (
        <RunGrid
          {...{ pays, columns, period, edits, people, onEdit }}
          all={run.pays}
          rowPx={rows.rowPx}
          groupOf={(pay) => starts.get(pay)}
        />
      )}
      <GridHelp edits={edits} pays={run.pays} />
    </>
  )
}

/** Keeps columns in place while the user works: visible columns stay, and new ones are added at the end. */
function useSteady(columns: GridColumn[]): GridColumn[] {
  const seen = useRef(new Map<string, GridColumn>())
  return useMemo(() => {
    for (const column of columns) seen.current.set(column.id, column)
    return [...seen.current.values()]
  }, [columns])
}

/** People without a department come last. */
const departmentOf = (pay: Pay, people: People) => people.get(pay.employee_id)?.department ?? '~'

/** The department of the first row of each group. */
function groupStarts(pays: readonly Pay[], people: People): ReadonlyMap<Pay, string> {
  const starts = new Map<Pay, string>()
  for (const [index, pay] of pays.entries()) {
    const before = pays[index - 1]
    const own = departmentOf(pay, people)
    if (!before || departmentOf(before, people) !== own) starts.set(pay, own === '~' ? 'No department' : own)
  }
  return starts
}

const nameOf = (pay: Pay) => `${pay.employee_last_name} ${pay.employee_first_name}`

function choose(
  pays: readonly Pay[],
  people: People,
  by: { search: string; filter: Filter; department: string; isGrouped: boolean },
): Pay[] {
  const wanted = by.search.trim().toLowerCase()
  const passes: Record<Filter, (pay: Pay, person: Person | undefined) => boolean> = {
    all: () => true,
    look: (pay, person) => pay.warnings.length > 0 || (person?.flags.length ?? 0) > 0,
    changed: (pay, person) => person?.before != null && person.before.net !== pay.net,
    new: (_pay, person) => person?.flags.includes('new') ?? false,
    drafts: (pay) => pay.status === 'pending',
  }
  return pays
    .filter(
      (pay) =>
        wanted === '' || `${pay.format_name} ${pay.employee_number ?? ''}`.toLowerCase().includes(wanted),
    )
    .filter((pay) => by.department === '' || people.get(pay.employee_id)?.department === by.department)
    .filter((pay) => passes[by.filter](pay, people.get(pay.employee_id)))
    .sort(
      (a, b) =>
        (by.isGrouped ? departmentOf(a, people).localeCompare(departmentOf(b, people)) : 0) ||
        nameOf(a).localeCompare(nameOf(b)),
    )
}

function AddColumn({
  run,
  columns,
  onAdd,
}: {
  run: RunWithPays
  columns: GridColumn[]
  onAdd: (column: GridColumn) => void
}) {
  const { api, isNz } = useCompany()
  const isDraft = run.pays.some(({ status }) => status === 'pending')
  const rates = useApi<PayRateGroup[]>(isDraft ? `${api}/pay-rates` : null)
  const allowances = useApi<CompanyAllowance[]>(isDraft ? `${api}/allowances` : null)
  if (!isDraft) return null
  const offered = offeredColumns(
    rates.data ?? [],
    allowances.data ?? [],
    leaveTypesOf(isNz ? 'NZ' : 'AU'),
    run.pay_run_end_date,
  ).filter(({ id }) => !columns.some((column) => column.id === id))
  return (
    <Field label="Add a column">
      {(control) => (
        <select
          value=""
          onChange={(event) => {
            const column = offered.find(({ id }) => id === event.target.value)
            if (column) onAdd(column)
          }}
          {...control}
        >
          <option value="">Choose …</option>
          {offered.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
