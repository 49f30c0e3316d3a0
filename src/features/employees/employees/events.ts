import type { Tx } from '../../../database/connect.ts'
import type { Employee } from '../../../database/tables/employees.ts'
import type { EventType } from '../../../events/catalogue.ts'
import type { Service } from '../../../service.ts'
import { lawRatesOn } from './law-rates.ts'
import { createTextWriter } from './list-text.ts'
import { openEmployee } from './queries.ts'
import { isDeleted, readRecords } from './text-queries.ts'
import { viewEmployee } from './view.ts'

export function recordUpdated(service: Service, tx: Tx, employees: readonly Employee[]): Promise<void> {
  return recordChange(service, tx, 'employee.updated', employees)
}

/**
 * Records an employee event. All employees must belong to one customer. A deleted employee is always reported as deleted,
 * never as updated.
 */
export async function recordChange(
  service: Service,
  tx: Tx,
  type: Extract<EventType, `employee.${string}`>,
  employees: readonly Employee[],
): Promise<void> {
  const shown = type === 'employee.updated' ? employees.filter((row) => !row.is_deleted) : employees
  const [first] = shown
  if (!first) return
  const law = lawRatesOn(service, service.clock.today())
  await service.events.record(tx, {
    type,
    customerId: first.customer_id,
    entities: shown.map((employee) => ({
      id: employee.id,
      data: () => viewEmployee(openEmployee(service.cipher, employee), law),
    })),
  })
}

/** Records that pays changed the leave balances of these employees. The last event of a deleted employee is the deletion. */
export function recordBalancesMoved(
  service: Service,
  tx: Tx,
  customerId: number,
  ids: readonly number[] | Promise<readonly number[]>,
): Promise<void> {
  return service.events.record(tx, {
    type: 'employee.updated',
    customerId,
    ids,
    async read(some, isMasked) {
      const write = createTextWriter(service, { isMasked })
      const rows = (await readRecords(tx, customerId, some)).filter(({ row }) => !isDeleted(row))
      return rows.map(({ id, row }) => ({ id, json: write(row), isMasked }))
    },
  })
}
