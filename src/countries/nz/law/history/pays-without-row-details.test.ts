import { describe, expect, it } from 'vitest'
import { hoursLine, leaveLine } from '../../../../../test/support/au-pay.ts'
import { nzPay, nzRates } from '../../../../../test/support/nz-pay.ts'
import { NO_LINES, withoutLines } from '../../../../../test/support/pay-lines.ts'
import { addDays, civilDate } from '../../../../kernel/values/dates.ts'
import { decimal } from '../../../../kernel/values/money.ts'
import type { PastQuestion } from '../../../../payroll/history.ts'
import type { LeaveType, PayLines } from '../../../../payroll/input.ts'
import { LEAVE_TYPES } from '../../../../payroll/words.ts'
import type { NzPastPay } from '../figures/past-pay.ts'
import { nz } from '../index.ts'
import { needsOfPast } from './history.ts'

/* Rows of earlier pays are read for some pays only. An employee must be paid the same with or without them. */

const TERMS = nzPay({
  startDate: civilDate('2025-09-23'),
  ratePerHour: decimal('50'),
  hoursPerDay: decimal('6'),
  daysPerWeek: decimal('2'),
  leaveBalances: { ...nzPay().leaveBalances, annualHolidaysWeeks: decimal('4') },
})
const on = civilDate

function timingOf(monday: string) {
  const periodStart = on(monday)
  return {
    payDate: addDays(periodStart, 3),
    payPeriod: 'WEEKLY' as const,
    periodStart,
    periodEnd: addDays(periodStart, 6),
  }
}

const unpaid = (date: string) => ({ ...leaveLine('UNPAID', '6', '0'), date: on(date) })
/** An employee who works on Tuesdays and Thursdays, by the rows. The anniversary is the Wednesday of the second week. */
const WEEKS: [string, string][] = [
  ['2026-09-14', '2026-09-17'],
  ['2026-09-21', '2026-09-22'],
]
const PAST: NzPastPay[] = WEEKS.map(([monday, away], index) => {
  const timing = timingOf(monday)
  const pay = {
    ...TERMS,
    payDate: timing.payDate,
    periodEnd: timing.periodEnd,
    hours: [hoursLine('12', '50')],
    leave: [unpaid(away)],
  }
  return { ...nz.toPastPay(timing, pay, nz.calculate(pay, nzRates)), id: index + 1 }
})

function paid(leaveType: LeaveType, pays: readonly NzPastPay[]) {
  const past: PastQuestion = {
    timing: timingOf('2026-09-28'),
    beforeId: 1000,
    startDate: TERMS.startDate,
    dateOfBirth: null,
    lastDay: null,
    mayHaveExtras: false,
    leaveTypes: [leaveType],
  }
  const lines: PayLines = {
    ...NO_LINES,
    leave: [{ ...leaveLine(leaveType, '6', '50'), date: on('2026-09-29') }],
  }
  const asked = { past, lines, isWorkersComp: false, ending: null, taxShare: null }
  const input = nz.inputOf(
    withoutLines(TERMS) as never,
    asked,
    {
      pays,
      balances: TERMS.leaveBalances,
      periodHours: null,
    },
    nzRates,
  )
  const { figures, leaveMovements } = nz.calculate(nz.settle(input, nzRates), nzRates)
  return { hasDetails: needsOfPast(past).hasDetails, shown: JSON.stringify({ figures, leaveMovements }) }
}

describe('a pay for which no rows are read', () => {
  const withoutRows = PAST.map((pay) => ({ ...pay, details: null }))
  it.each(LEAVE_TYPES.filter((type) => !type.startsWith('AU_')))('is the same with them: %s', (leaveType) => {
    const { hasDetails, shown } = paid(leaveType, PAST)
    if (!hasDetails) expect(shown).toBe(paid(leaveType, withoutRows).shown)
  })

  it('would not be for a closedown, whose rows are read', () => {
    const { hasDetails, shown } = paid('NZ_CLOSEDOWN', PAST)
    expect(hasDetails).toBe(true)
    expect(shown).not.toBe(paid('NZ_CLOSEDOWN', withoutRows).shown)
  })
})
