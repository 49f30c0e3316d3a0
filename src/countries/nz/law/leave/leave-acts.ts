import { addDays, type CivilDate } from '../../../../kernel/values/dates.ts'
import { type Decimal, greater, smaller, toCent, whole, ZERO } from '../../../../kernel/values/money.ts'
import type { Dated } from '../../../../payroll/rates/timeline.ts'
import { Trace } from '../../../../payroll/trace.ts'
import type { EmploymentLeaveRates, HolidayRates, NzRates } from '../rates/rates.ts'
import { accrueLeave, leaveCompensation, leavePayment, NO_LEAVE_HOURS } from './employment-leave.ts'
import { convertBalances, type HeldBefore } from './employment-leave-transition.ts'

/*
 * Two leave Acts behind one interface, chosen by date: the Holidays Act 2003, which the rest of this folder implements, and the
 * Employment Leave Act 2026. Both return hours, so that they can be compared.
 */

/** The employee for whom both Acts are compared, with the same week all year. */
export type AgreedWeek = {
  hoursPerWeek: Decimal
  hoursPerDay: Decimal
  /** Hourly pay under the agreement, and the week's regular overtime, allowances and productivity pay. */
  hourly: Decimal
  regularWeekly: Decimal
  minimumWage: Decimal
}

export type LeaveAct = {
  name: string
  /** Whether the official text was read. If not, the reader must be warned. */
  isVerified: boolean
  /** Leave hours for a year of agreed weeks. */
  yearOf(week: AgreedWeek): { annual: Decimal; sick: Decimal; sickMaximum: Decimal }
  /** Pay for a week of annual leave or holidays, to the cent. */
  weekPays(week: AgreedWeek): Decimal
  /** Paid on hours beyond the standard ones, which accrue no leave. Zero under the Holidays Act. */
  compensationFor(hours: Decimal, week: AgreedWeek): Decimal
  /** Leave hours held on a day. */
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
    // With the same week all year, average weekly earnings equal the ordinary week (ss 8 and 21).
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

/** The Act that applies to a pay period starting on the day (Schedule 1 cl 6). */
export function leaveActOn(day: CivilDate, rates: NzRates): LeaveAct {
  const next = rates.employmentLeave.find(day)
  return next
    ? employmentLeaveAct(next, rates.holidays.at(addDays(next.from, -1)))
    : holidaysAct(rates.holidays.at(day))
}
