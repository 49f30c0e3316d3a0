import type { CivilDate } from '../../kernel/values/dates.ts'

/** The super owed to funds for a payday by one due date. */
export type SuperDue = {
  due_date: CivilDate
  owed: string
  paid: string
  paid_on: CivilDate | null
  /** Employees whose super is open. Missing on paydays added up before 2026-11-18. */
  employee_ids?: number[]
}
