import type { Generated, Selectable } from 'kysely'

export type AwardsTable = { id: Generated<number>; customer_id: number; company_id: number; name: string }

/** A classification, with or without an award. */
export type PayRateGroupsTable = {
  id: Generated<number>
  customer_id: number
  company_id: number
  award_id: number | null
  name: string
}

export type CompanyPayRatesTable = {
  id: Generated<number>
  customer_id: number
  company_id: number
  award_id: number | null
  group_id: number | null
  description: string
  rate: string | null
  multiplier: string | null
  created_at: Date
  updated_at: Date
}

export type CompanyPayRate = Selectable<CompanyPayRatesTable>

export type PayRateEmployeesTable = { pay_rate_id: number; employee_id: number; customer_id: number }

export type EmployeePayRatesTable = {
  id: Generated<number>
  customer_id: number
  employee_id: number
  description: string
  rate: string | null
  multiplier: string | null
  units: Generated<string>
  created_at: Date
  updated_at: Date
}

export type EmployeePayRate = Selectable<EmployeePayRatesTable>
