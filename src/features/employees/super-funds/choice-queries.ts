import type { Queryable, Tx } from '../../../database/connect.ts'
import type { SuperChoice } from '../../../database/tables/super-choices.ts'

export function findChoice(query: Queryable, employeeId: number): Promise<SuperChoice | undefined> {
  return query
    .selectFrom('super_choices')
    .selectAll()
    .where('employee_id', '=', employeeId)
    .executeTakeFirst()
}

export async function storeChoice(tx: Tx, choice: SuperChoice): Promise<void> {
  const { employee_id: _id, customer_id: _customer, company_id: _company, ...rest } = choice
  await tx
    .insertInto('super_choices')
    .values(choice)
    .onConflict((on) => on.column('employee_id').doUpdateSet(rest))
    .execute()
}
