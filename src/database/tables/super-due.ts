import type { CivilDate } from '../../kernel/values/dates.ts'

/** What the pays of a payday owe to funds by one due date. */
export type SuperDue = {
  due_date: CivilDate
  owed: string
  paid: string
  paid_on: CivilDate | null
  /** Whose super is open; paydays added up before 2026-11-18 do not have it. */
  employee_ids?: number[]
}
