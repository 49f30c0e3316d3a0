import type { Queryable, Tx } from '../../../database/connect.ts'
import type { Caller } from '../../../http/caller.ts'
import { conflict, notFound } from '../../../kernel/problem.ts'
import { present } from '../../../kernel/values/present.ts'
import type { Service } from '../../../service.ts'
import {
  decideRequest,
  lockOpen,
  type RequestFilter,
  readDays,
  readEmployees,
  readRequests,
} from './queries.ts'
import type { EmployeeRequest } from './schema.ts'
import { viewRequest } from './view.ts'

/** Requests as the API shows them. */
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
  return rows.map((row) =>
    viewRequest(service.cipher, row, days.get(row.id) ?? [], present(byId.get(row.employee_id))),
  )
}

/** One of them. */
export async function requireRequest(
  service: Service,
  query: Queryable | Tx,
  filter: RequestFilter & { id: number },
): Promise<EmployeeRequest> {
  const [request] = await listRequests(service, filter, query)
  if (!request) throw notFound('Request not found.')
  return request
}

/** The employee takes a request back that nobody has decided. */
export async function withdrawRequest(
  service: Service,
  tx: Tx,
  caller: Caller,
  filter: RequestFilter & { id: number },
): Promise<void> {
  const row = await lockOpen(tx, filter)
  if (!row) throw notFound('Request not found.')
  if (row.state !== 'open') throw conflict('Only a request that waits can be withdrawn.')
  await decideRequest(tx, row.id, {
    state: 'withdrawn',
    answer: null,
    decided_at: service.clock.now(),
    decided_by: caller.userId,
  })
}
