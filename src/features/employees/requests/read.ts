import type { Queryable, Tx } from '../../../database/connect.ts'
import type { Employee } from '../../../database/tables/employees.ts'
import type { Caller } from '../../../http/caller.ts'
import { formatName } from '../../../http/view.ts'
import { conflict, notFound } from '../../../kernel/problem.ts'
import { civilDate } from '../../../kernel/values/dates.ts'
import { decimal, ZERO } from '../../../kernel/values/money.ts'
import { present } from '../../../kernel/values/present.ts'
import type { Service } from '../../../service.ts'
import { loadBankAccounts, type StoredAccount } from '../bank-accounts/index.ts'
import { readAwayDays } from './calendar-queries.ts'
import { loadOutlooks } from './outlook.ts'
import {
  decideRequest,
  lockOpen,
  type RequestFilter,
  type RequestRow,
  readDays,
  readEmployees,
  readRequests,
} from './queries.ts'
import type { EmployeeRequest } from './schema.ts'
import { viewRequest } from './view.ts'

/** Lists requests as the API shows them. */
export async function listRequests(
  service: Service,
  filter: RequestFilter,
  query: Queryable | Tx = service.database.query,
): Promise<EmployeeRequest[]> {
  const rows = await readRequests(query, filter)
  const days = Map.groupBy(
    await readDays(
      query,
      rows.map((row) => row.id),
    ),
    (day) => day.request_id,
  )
  const employees = await readEmployees(
    query,
    filter.customerId,
    rows.map((row) => row.employee_id),
  )
  const byId = new Map(employees.map((employee) => [employee.id, employee]))
  const listed = await listedAccounts(service, query, rows)
  const views = rows.map((row) => {
    const employee = present(byId.get(row.employee_id))
    return viewRequest(service.cipher, row, days.get(row.id) ?? [], employee, listed.get(row.employee_id))
  })
  return withOutlooks(service, query, { ...filter, country: rows[0]?.jurisdiction ?? '' }, views, byId)
}

/** The listed account that an approved change would replace, for employees with a list of accounts. */
async function listedAccounts(
  { cipher }: Service,
  query: Queryable | Tx,
  rows: readonly Pick<RequestRow, 'kind' | 'employee_id'>[],
): Promise<ReadonlyMap<number, StoredAccount>> {
  const ids = rows.filter(({ kind }) => kind === 'bank').map((row) => row.employee_id)
  if (ids.length === 0) return new Map()
  const accounts = await loadBankAccounts(query, cipher, ids)
  return new Map(
    accounts
      .filter(({ amount_type }) => amount_type === 'REMAINDER')
      .map((account) => [account.employee_id, account]),
  )
}

/**
 * Adds to pending leave requests the balance on the first day and after the leave. For the officer, also adds the others
 * on leave.
 */
async function withOutlooks(
  service: Service,
  query: Queryable | Tx,
  { companyId, country }: RequestFilter & { country: string },
  views: EmployeeRequest[],
  employees: ReadonlyMap<number, Employee>,
): Promise<EmployeeRequest[]> {
  const open = views.filter(({ state, leave }) => state === 'open' && leave !== null)
  const [first] = open
  if (!first?.leave || companyId === undefined) return views
  const people = [...new Set(open.map(({ employee_id }) => employee_id))].map((id) =>
    present(employees.get(id)),
  )
  const find = await loadOutlooks(query, people, country, service.clock.today())
  const starts = open.map(({ leave }) => leave?.start_date ?? '').sort()
  const ends = open.map(({ leave }) => leave?.end_date ?? '').sort()
  const away = await readAwayDays(query, companyId, starts[0] ?? '', ends.at(-1) ?? '')
  return views.map((view) => {
    if (!view.leave || view.state !== 'open') return view
    const { leave } = view
    const outlook = find(present(employees.get(view.employee_id)), {
      leave_type: leave.leave_type,
      start_date: civilDate(leave.start_date),
      hours: decimal(String(leave.hours)),
      waiting: ZERO,
    })
    const asked = new Set(leave.days.map(({ date }) => date))
    const others = away.filter((day) => day.employee_id !== view.employee_id && asked.has(day.date))
    return {
      ...view,
      leave: {
        ...leave,
        balance_on_day: outlook?.on_day ?? null,
        balance_after: outlook?.after ?? null,
        others_away: [...new Set(others.map(formatName))],
      },
    }
  })
}

/** Finds one request, or throws. */
export async function requireRequest(
  service: Service,
  query: Queryable | Tx,
  filter: RequestFilter & { id: number },
): Promise<EmployeeRequest> {
  const [request] = await listRequests(service, filter, query)
  if (!request) throw notFound('Request not found.')
  return request
}

/** Withdraws an undecided request of the employee. */
export async function withdrawRequest(
  service: Service,
  tx: Tx,
  caller: Caller,
  filter: RequestFilter & { id: number },
): Promise<void> {
  const row = await lockOpen(tx, filter)
  if (!row) throw notFound('Request not found.')
  if (row.state !== 'open') throw conflict('Only a waiting request can be withdrawn.')
  await decideRequest(tx, service.cipher, row.id, {
    state: 'withdrawn',
    answer: null,
    decided_at: service.clock.now(),
    decided_by: caller.userId,
  })
}
