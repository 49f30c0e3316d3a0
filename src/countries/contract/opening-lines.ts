import type { CivilDate } from '../../kernel/values/dates.ts'
import { decimal } from '../../kernel/values/money.ts'
import { type Figure, type PastLine, PLAIN_LINE } from '../../payroll/history.ts'
import type { LeaveType } from '../../payroll/input.ts'
import type { OpeningPeriod } from './opening.ts'

/* Opening figures as lines of pay history. */

/** The description of an earlier system's pay on top of ordinary hours. It may match any such row here, whatever its name. */
export const ELSEWHERE = 'additions, paid elsewhere'

/** The pay lines of a period, as far as the opening figures give them. */
export function openingLines(period: OpeningPeriod): PastLine[] {
  const unpaid = period.unpaidLeaveHours
  return [
    {
      ...PLAIN_LINE,
      kind: 'hours',
      description: 'Paid elsewhere',
      amount: decimal(period.gross)
        .minus(period.irregular ?? '0')
        .minus(period.additions ?? '0')
        .toFixed(2),
      quantity: period.hours ?? '0',
      units: 'hours',
    },
    ...(period.irregular === null
      ? []
      : [
          {
            ...PLAIN_LINE,
            kind: 'bonus' as const,
            description: 'One-off, paid elsewhere',
            amount: period.irregular,
          },
        ]),
    ...(period.additions
      ? [
          {
            ...PLAIN_LINE,
            kind: 'allowance' as const,
            description: ELSEWHERE,
            amount: period.additions,
          },
        ]
      : []),
    ...(period.backPay
      ? [
          {
            ...PLAIN_LINE,
            kind: 'back-payment' as const,
            description: 'Back pay, paid elsewhere',
            amount: period.backPay.amount,
            taxMethod: 'METHOD_B1' as const,
            startDate: period.backPay.start,
            endDate: period.backPay.end,
          },
        ]
      : []),
    ...(unpaid === null
      ? []
      : [
          {
            ...PLAIN_LINE,
            kind: 'leave' as const,
            description: 'Unpaid leave',
            amount: '0.00',
            quantity: unpaid,
            leaveType: 'UNPAID' as const,
            date: period.periodStart,
          },
        ]),
  ]
}

/** Leave hours that were taken under an earlier system, as a line of pay history. */
export const openingLeaveLine = (leaveType: LeaveType, date: CivilDate, quantity: Figure): PastLine => ({
  ...PLAIN_LINE,
  kind: 'leave',
  description: ELSEWHERE,
  amount: '0.00',
  quantity,
  leaveType,
  date,
})
