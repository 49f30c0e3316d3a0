import type { Tx } from '../../database/connect.ts'
import type { Employee } from '../../database/tables/employees.ts'
import type { EventType } from '../../events/catalogue.ts'
import type { Service } from '../../service.ts'
import { lawRatesOn } from './law-rates.ts'
import { openEmployee } from './queries.ts'
import { employeeView } from './view.ts'

/** Writes down that these employees changed; the read model is built only when somebody listens. */
export function recordUpdated(service: Service, tx: Tx, employees: readonly Employee[]): Promise<void> {
  return recordChange(service, tx, 'employee.updated', employees)
}

/** The same for any of the three employee events; all employees belong to one customer. */
export async function recordChange(
  service: Service,
  tx: Tx,
  type: Extract<EventType, `employee.${string}`>,
  employees: readonly Employee[],
): Promise<void> {
  const [first] = employees
  if (!first) return
  const law = lawRatesOn(service, service.clock.today())
  await service.events.record(
    tx,
    type,
    first.customer_id,
    employees.map((employee) => ({
      id: employee.id,
      data: () => employeeView(openEmployee(service.cipher, employee), law),
    })),
  )
}
