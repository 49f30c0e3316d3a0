import type { CivilDate } from '../../kernel/values/dates.ts'
import { type Decimal, toPlaces, whole } from '../../kernel/values/money.ts'
import { recordOf } from '../../kernel/values/word-lists.ts'
import type { LeaveRules } from '../contract/leave-rules.ts'
import { AU_STATES } from './law/input/words.ts'
import { violenceLeaveLeft } from './law/leave/violence-leave.ts'
import { isBridged } from './law/termination/bridged-service.ts'

const WEEKS_IN_YEAR = whole(52)

/** Leave accrued per hour worked, from the weeks per year of service, to six places. */
const perHour = (weeksPerYear: Decimal) => toPlaces(weeksPerYear.div(WEEKS_IN_YEAR), 6).toString()

export const AU_LEAVE: LeaveRules = {
  asked: {
    HOLIDAY: 'Annual leave',
    SICK: 'Sick or carer’s leave',
    LONG_SERVICE: 'Long service leave',
    COMPASSIONATE: 'Compassionate leave',
    UNPAID: 'Unpaid leave',
  },
  ownBalances: [
    {
      name: 'Annual leave',
      column: 'holiday_hours',
      unit: 'hours',
      shownBy: 'allow_view_holiday_leave_balance',
    },
    { name: 'Sick leave', column: 'sick_hours', unit: 'hours', shownBy: 'allow_view_sick_leave_balance' },
    {
      name: 'Long service leave',
      column: 'lsl_hours',
      unit: 'hours',
      shownBy: 'allow_view_long_service_leave_balance',
    },
  ],
  areHolidaysNational: false,
  isAccruedBySettings: true,
  isValuedByTheWeek: false,
  isSickLeaveInDays: false,
  isUnderHolidaysAct: false,
  longServicePerHour(rates, day: CivilDate) {
    const states = rates.au.longService.nearest(day)
    return recordOf(AU_STATES, (state) => perHour(states[state].weeksPerYear))
  },
  parentalPayType: 'PAID_PARENTAL',
  violenceType: 'AU_FAMILY_VIOLENCE',
  violenceLeaveLeft: (rates, asked) => violenceLeaveLeft(asked, rates.au),
  // Fair Work Act 2009 ss 22 and 96: earlier service counts only where it is continuous or the business was transferred.
  endedWithEmployment: ['sick leave', 'long service leave'],
  isLongServiceBridged(rates, { state, ended, started }) {
    const known = AU_STATES.find((name) => name === state)
    return (
      known !== undefined && isBridged(rates.au.longServiceBridging.nearest(started)[known], ended, started)
    )
  },
  liabilityNotes: [
    'Liability is the balance at the rate of the last pay up to the day; annual leave with its loading. Long service leave is valued as accrued, whether or not it would be paid out on that day. Personal leave is not paid out.',
  ],
}
