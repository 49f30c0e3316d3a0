import type { Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import type { Caller } from '../../../http/caller.ts'
import { conflict, notFound } from '../../../kernel/problem.ts'
import { nameSome } from '../../../kernel/values/name-some.ts'
import type { Service } from '../../../service.ts'
import { requireSubscription } from '../../access/customers/index.ts'
import {
  deleteEmployeesIn,
  EmployeeUpdate,
  isSensitive,
  normaliseEmployee,
  updateEmployeesIn,
} from '../../employees/employees/index.ts'
import { lockCompanyPays } from '../../pays/pays/index.ts'
import { type ImportedPerson, importedPeople, lockImport, markUndone } from './record-queries.ts'
import type { UndoneImport } from './record-schema.ts'
import { emptyRow, rowCheck } from './rows.ts'
import { undoDrafts } from './undo-drafts.ts'

const NAMED_MAX = 10
const checkChange = rowCheck<EmployeeUpdate>(EmployeeUpdate)

/**
 * Undoes an import of employees or of time, completely or not at all. It deletes the people whom the import created, frees their
 * numbers, and restores the earlier values of the others. A value that was changed again since then stays. Of time it deletes the
 * drafts.
 */
export function undoImport(
  service: Service,
  company: Company,
  caller: Caller,
  id: number,
): Promise<UndoneImport> {
  return service.database.transaction(async (tx) => {
    await requireSubscription(service, tx, company.customer_id)
    await lockCompanyPays(tx, company.id)
    const one = await lockImport(tx, company.id, id)
    if (!one) throw notFound(`No import of this company has the id ${id}.`)
    if (one.undone_at) throw conflict('This import has already been undone.')
    if (one.kind !== 'employees') {
      const drafts = await undoDrafts(tx, one)
      await markUndone(tx, id, caller.userId, service.clock.now())
      return { import_id: id, deleted: 0, restored: 0, ...drafts }
    }
    const people = await importedPeople(tx, one)
    requireNoPays(people)
    const changed = people.filter((person) => !person.is_created)
    const restored = changed.flatMap((person): EmployeeUpdate[] => {
      const fields = person.before.filter(({ field }) => !isSensitive(field))
      if (fields.length === 0) return []
      const values = Object.fromEntries(fields.map(({ field, before }) => [field, before]))
      const row = emptyRow(person.employee_id)
      const item = checkChange(row, normaliseEmployee({ id: person.employee_id, ...values }))
      if (!item) throw notRestored(person.name, row.errors[0]?.message)
      return [item]
    })
    const created = people.filter((person) => person.is_created)
    // A deleted employee keeps the number. Clearing it lets the same file be imported again.
    const numberless = created.map(({ employee_id: employeeId }) => ({ id: employeeId, number: null }))
    await update(service, tx, company, [...restored, ...numberless])
    await deleteEmployeesIn(
      service,
      tx,
      created.map(({ employee_id: employeeId }) => employeeId),
    )
    await markUndone(tx, id, caller.userId, service.clock.now())
    const kept = changed.filter((person) => person.before.some(({ field }) => isSensitive(field)))
    return {
      import_id: id,
      deleted: created.length,
      restored: restored.length,
      deleted_pays: 0,
      warnings: kept.length > 0 ? [keptNumbers(kept)] : [],
    }
  })
}

/** A pay that was made since then was calculated with what was imported. */
function requireNoPays(people: readonly ImportedPerson[]): void {
  const paid = people.filter(({ pay_id }) => pay_id !== null)
  if (paid.length === 0) return
  const named = nameSome(paid, NAMED_MAX, ({ name, pay_id, pay_date, is_processed: isProcessed }) => {
    const day = pay_date ? ` of ${pay_date}` : ''
    return `${name} (${isProcessed ? 'pay' : 'draft pay'} ${pay_id}${day})`
  })
  throw conflict(
    `This import can no longer be undone, because pays were made with it: ${named}. Delete these pays first, or correct the employees.`,
  )
}

async function update(
  service: Service,
  tx: Tx,
  company: Company,
  items: readonly EmployeeUpdate[],
): Promise<void> {
  if (items.length === 0) return
  const results = await updateEmployeesIn(service, tx, company, items, {
    identifierType: 'employee_id',
    ifMatch: undefined,
  })
  const place = results.findIndex(({ employee }) => !employee)
  if (place < 0) return
  const [reason] = Object.values(results[place]?.errors ?? {})
  throw notRestored(`Employee ${items[place]?.id}`, reason)
}

const notRestored = (who: string, reason = 'they are no longer valid') =>
  conflict(`${who} cannot get the earlier values back: ${reason}`)

const keptNumbers = (people: readonly ImportedPerson[]) =>
  `Tax, account and member numbers stay as they were imported: ${nameSome(people, NAMED_MAX, ({ name }) => name)}.`
