/** The response of `GET /api/me`. */
export type Me = {
  employee_id: number
  name: string
  email: string
  company_name: string
  country: 'AU' | 'NZ'
  today: string
  standard_hours_per_day: number
  has_second_factor: boolean
  sees_payslips: boolean
  asks_for_leave: boolean
  asks_below_zero: boolean
  leave_types: Record<string, string>
  balances: { name: string; amount: number; unit: string }[]
  /** Kinds of details for which no number is on record yet. */
  missing: string[]
  details: Record<string, Record<string, string | number | boolean | null>>
}

export type OwnPayslip = {
  pay_id: number
  pay_date: string
  start_date: string
  end_date: string
  gross: number
  tax: number
  net: number
}

export type LeaveTaken = {
  date: string | null
  leave_type: string
  description: string
  hours: number
  pay_id: number
}
