import type { Generated, Selectable } from 'kysely'

/** Employment types and tenures alike; a built-in one belongs to no customer. */
export type EmploymentOptionsTable = { id: Generated<number>; customer_id: number | null; name: string }

export type EmploymentOption = Selectable<EmploymentOptionsTable>
