import type { Generated, Selectable } from 'kysely'

/** Employment types and tenures. A built-in one has no customer. */
export type EmploymentOptionsTable = { id: Generated<number>; customer_id: number | null; name: string }

export type EmploymentOption = Selectable<EmploymentOptionsTable>
