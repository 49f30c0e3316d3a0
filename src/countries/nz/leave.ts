import type { LeaveRules } from '../contract/leave-rules.ts'

export const NZ_LEAVE: LeaveRules = {
  asked: {
    ANNUAL_HOLIDAYS: 'Annual holidays',
    SICK: 'Sick leave',
    ALT_HOLIDAY: 'Alternative holiday',
    NZ_BEREAVEMENT: 'Bereavement leave',
    UNPAID: 'Unpaid leave',
  },
  ownBalances: [
    {
      name: 'Annual holidays',
      column: 'annual_holidays_weeks',
      unit: 'weeks',
      shownBy: 'allow_view_holiday_leave_balance',
    },
    {
      name: 'Alternative holidays',
      column: 'alt_holiday_days',
      unit: 'days',
      shownBy: 'allow_view_holiday_leave_balance',
    },
    { name: 'Sick leave', column: 'sick_days', unit: 'days', shownBy: 'allow_view_sick_leave_balance' },
  ],
  // Holidays Act 2003, s 40.
  areHolidaysNational: true,
  isAccruedBySettings: false,
  isValuedByTheWeek: true,
  isSickLeaveInDays: true,
  isUnderHolidaysAct: true,
  longServicePerHour: () => ({}),
  parentalPayType: null,
  violenceType: 'NZ_FAMILY_VIOLENCE',
  violenceLeaveLeft: null,
  // Holidays Act 2003 ss 63 and 65 count from the start of the current employment.
  endedWithEmployment: ['sick leave'],
  isLongServiceBridged: () => false,
  liabilityNotes: [
    'Annual holidays are valued at the greater of the agreed week and the average week of the last 52 (Holidays Act 2003, s 21); a period that contains an anniversary counts as a whole for the percentage since then (s 23). A final pay has its own rules. Sick leave is not paid out.',
  ],
}
