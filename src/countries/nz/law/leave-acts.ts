import { addDays, type CivilDate } from '../../../kernel/values/dates.ts'
import { type Decimal, greater, smaller, toCent, whole, ZERO } from '../../../kernel/values/money.ts'
import type { Dated } from '../../../payroll/rates/timeline.ts'
import { Trace } from '../../../payroll/trace.ts'
import { accrueLeave, leaveCompensation, leavePayment, NO_LEAVE_HOURS } from './employment-leave.ts'
import { convertBalances, type HeldBefore } from './employment-leave-transition.ts'
import type { EmploymentLeaveRates, HolidayRates, NzRates } from './rates.ts'

/*
 * Two leave Acts behind one contract, chosen by date: the Holidays Act 2003, whose pays the rest of this folder calculates, and the
 * Employment Leave Act 2026. Both answer in hours, so that they can be compared.
 */

/** What both Acts are asked about: an employee with the same week all year. */
export type AgreedWeek = {
  hoursPerWeek: Decimal
  hoursPerDay: Decimal
  /** Pay of an hour under the agreement, and regular overtime, allowances and productivity pay of a week. */
  hourly: Decimal
  regularWeekly: Decimal
  minimumWage: Decimal
}

export type LeaveAct = {
  name: string
  /** The text was read in its official version; otherwise a reader must be told. */
  isVerified: boolean
  /** Hours of a year of agreed weeks. */
  yearOf(week: AgreedWeek): { annual: Decimal; sick: Decimal; sickMaximum: Decimal }
  /** A week of annual leave or holidays, to the cent. */
  weekPays(week: AgreedWeek): Decimal
  /** Paid with hours beyond the standard ones, for which no leave arises; zero under the Holidays Act. */
  compensationFor(hours: Decimal, week: AgreedWeek): Decimal
  /** Hours held on a day. */
  heldOn(held: HeldBefore, day: CivilDate): { annual: Decimal; sick: Decimal }
}

const WEEKS_OF_YEAR = whole(52)

function holidaysAct({ value }: Dated<HolidayRates>): LeaveAct {
  const { annualWeeksPerYear, sick } = value
  return {
    name: 'Holidays Act 2003',
    isVerified: true,
    yearOf: ({ hoursPerWeek, hoursPerDay }) => ({
      annual: annualWeeksPerYear.times(hoursPerWeek),
      sick: sick.daysPerYear.times(hoursPerDay),
      sickMaximum: sick.maximumDays.times(hoursPerDay),
    }),
    // With the same week all year, average weekly earnings are the ordinary week (ss 8 and 21).
    weekPays: ({ hourly, hoursPerWeek, regularWeekly }) =>
      toCent(hourly.times(hoursPerWeek).plus(regularWeekly)),
    compensationFor: () => ZERO,
    heldOn: ({ annualWeeks, sickDays, hoursPerWeek, hoursPerDay }) => ({
      annual: annualWeeks.times(hoursPerWeek),
      sick: sickDays.times(hoursPerDay),
    }),
  }
}

function employmentLeaveAct(next: Dated<EmploymentLeaveRates>, before: Dated<HolidayRates>): LeaveAct {
  return {
    name: 'Employment Leave Act 2026',
    isVerified: false,
    yearOf({ hoursPerWeek }) {
      const hours = { standard: hoursPerWeek.times(WEEKS_OF_YEAR), notCounted: ZERO, additional: ZERO }
      const year = accrueLeave(NO_LEAVE_HOURS, hours, next, new Trace())
      return {
        ...year,
        sick: smaller(year.sick, next.value.sickMaximumHours),
        sickMaximum: next.value.sickMaximumHours,
      }
    },
    weekPays: ({ hourly, hoursPerWeek, minimumWage }) =>
      leavePayment(hoursPerWeek, { hourly: greater(hourly, ZERO), minimumWage }, next, new Trace()),
    compensationFor: (additional, { hourly }) => leaveCompensation({ additional }, hourly, next, new Trace()),
    heldOn: (held, day) => convertBalances(held, day, { before, next }),
  }
}

/** The Act that applies to a pay period which starts on the day (Schedule 1 cl 6). */
export function leaveActOn(day: CivilDate, rates: NzRates): LeaveAct {
  const next = rates.employmentLeave.find(day)
  return next
    ? employmentLeaveAct(next, rates.holidays.at(addDays(next.from, -1)))
    : holidaysAct(rates.holidays.at(day))
}
