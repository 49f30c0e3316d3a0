import type { CivilDate } from '../../../kernel/values/dates.ts'
import type { Figure, PastLine, PastPay } from '../../../payroll/history.ts'

/** What later pays see of a New Zealand pay. */
export type NzPastPay = PastPay & {
  gross: Figure
  levyLiable: Figure
  ordinary: Figure
  payeOrdinary: Figure
  studentLoanBase: Figure
  studentLoan: Figure
  studentLoanCir: Figure
  /** Gross earnings as the Holidays Act counts them (s 14), and the one-off part of them. */
  holidayGross: Figure
  irregular: Figure
  daysPaid: Figure
  unpaidWeeks: Figure
  /** Paid for annual holidays that were taken before they were owed. */
  inAdvance: Figure
  /** The first day whose anniversaries this pay dealt with. */
  annualHolidaysFrom: CivilDate
  annualWeeksEarned: Figure
  /** The same of sick leave: the first day whose years it dealt with, and the hours it gave. */
  sickLeaveFrom: CivilDate
  sickHoursEarned: Figure
  /** Holiday pay that it paid in advance and taxed in the later periods of the holiday. */
  advances: readonly NzAdvance[]
  isLeaveEnabled: boolean
  /** The last day of the employment, when the pay ended it. */
  lastDay: CivilDate | null
  details: NzPastDetails | null
}

/** What is read only for a pay that ends the employment, or may carry annual holidays or an extra pay. */
export type NzPastDetails = {
  ratePerHour: Figure
  hoursPerDay: Figure
  daysPerWeek: Figure
  hoursPaid: Figure
  /** Every line: regular and irregular earnings, and unpaid leave by its days. */
  lines: readonly PastLine[]
}

/** What a pay paid for holidays of a later period, and what it withheld of it. */
export type NzAdvance = {
  periodEnd: CivilDate
  amount: Figure
  paye: Figure
  studentLoan: Figure
  studentLoanCir: Figure
}
