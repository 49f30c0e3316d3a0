import type { Generated, Selectable } from 'kysely'

export type ImportColumnsTable = {
  company_id: number
  customer_id: number
  kind: string
  header: string
  field: string | null
}

/** An import of employees or of time that can be undone. */
export type ImportsTable = {
  id: Generated<number>
  customer_id: number
  company_id: number
  kind: string
  file_name: string | null
  created_by: number | null
  created_at: Date
  undone_by: Generated<number | null>
  undone_at: Generated<Date | null>
}
export type Import = Selectable<ImportsTable>

/** A draft pay that an import of time created. */
export type ImportPaysTable = {
  import_id: number
  customer_id: number
  pay_id: number
}

export type ImportRowsTable = {
  import_id: number
  customer_id: number
  employee_id: number
  is_created: boolean
  /** The entry of the employee's history that the import made. */
  history_id: number
}
