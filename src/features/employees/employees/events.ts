import type { Tx } from '../../../database/connect.ts'
import type { Employee } from '../../../database/tables/employees.ts'
import type { EventType } from '../../../events/catalogue.ts'
import type { Service } from '../../../service.ts'
import { lawRatesOn } from './law-rates.ts'
import { createTextWriter } from './list-text.ts'
import { openEmployee } from './queries.ts'
import { isDeleted, readRecords } from './text-queries.ts'
import { viewEmployee } from './view.ts'

/** Records that these employees changed. */
export function recordUpdated(service: Service, tx: Tx, employees: readonly Employee[]): Promise<void> {
  return recordChange(service, tx, 'employee.updated', employees)
}

/**
 * The same for any of the three employee events; all employees belong to one customer. Who is deleted arrives as deleted, never as
 * updated, whatever still happens to them.
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

/** Records that pays moved the leave of these employees. A deleted employee's last event is the deletion. */
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
