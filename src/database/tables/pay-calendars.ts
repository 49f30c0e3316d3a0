import type { Generated, Selectable } from 'kysely'
import type { PayPeriod } from '../../payroll/pay-periods.ts'
import type { DateColumn } from './date-column.ts'

export type PaymentDayRule = 'BEFORE' | 'AFTER' | 'NONE'

export type PayCalendarsTable = {
  id: Generated<number>
  customer_id: number
  company_id: number
  name: string
  pay_period: PayPeriod
  anchor_date: DateColumn
  days_in_arrears: Generated<number>
  payment_day_rule: PaymentDayRule
  created_at: Date
  updated_at: Date
}

export type PayCalendar = Selectable<PayCalendarsTable>
