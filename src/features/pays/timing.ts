import type { CivilDate, PayPeriod } from '../../payroll/dates.ts'

/** Where a pay lies in time, and what kind of pay it is. */
export type PayPlace = {
  payDate: CivilDate
  payPeriod: PayPeriod
  periodStart: CivilDate
  periodEnd: CivilDate
  isWorkersComp: boolean
}
