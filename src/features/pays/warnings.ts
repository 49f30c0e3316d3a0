import type { LeaveBalanceRow } from '../../database/tables/pays.ts'
import type { PayResult } from '../../payroll/index.ts'
import { type Decimal, decimal, ZERO } from '../../payroll/money.ts'
import type { LeaveBalance } from '../../payroll/result.ts'
import type { EmployeeFacts } from './load/known.ts'
import type { PayTask } from './task.ts'

/** A gross further than this from the usual one is worth a look. */
const USUAL_SPREAD = decimal('0.5')

const BALANCE_OF: Record<string, LeaveBalance> = {
  HOLIDAY: 'holiday',
  SICK: 'sick',
  LONG_SERVICE: 'lsl',
  RDO: 'rdo',
  TOIL: 'toil',
  ANNUAL_HOLIDAYS: 'annual_holidays_weeks',
  ALT_HOLIDAY: 'alt_holiday_days',
}

/** Sentences for the payroll officer. Comparing with other pays is for drafts and previews: what is paid is paid. */
export function warningsOf(
  task: PayTask,
  facts: EmployeeFacts,
  outcome: PayResult,
  balances: readonly LeaveBalanceRow[],
  { hasWarnings, isRepeated }: { hasWarnings: boolean; isRepeated: boolean },
): string[] {
  const { figures, warnings, leaveMovements } = outcome.result
  const all = [...warnings, ...(task.notes ?? [])]
  if (task.employee.is_terminated)
    all.push(`The employee was terminated on ${task.employee.termination_date ?? 'an unknown date'}.`)
  if (!hasWarnings) return all
  if (figures.net.lt(ZERO) && !all.some((sentence) => sentence.includes('negative')))
    all.push(`Net pay is negative: ${figures.net.toFixed(2)}.`)
  const { start_date: start } = task.employee
  if (start !== null && start > task.place.periodEnd)
    all.push(`The employee starts on ${start}, after the period that is paid.`)
  if (figures.gross.eq(ZERO)) all.push('The pay has no earnings.')
  const taken = new Set(leaveMovements.filter((move) => move.kind === 'taken').map((move) => move.balance))
  for (const { name, hours, leave_type } of balances)
    if (taken.has(BALANCE_OF[leave_type] as LeaveBalance) && decimal(hours).lt(ZERO))
      all.push(`${name} goes beyond the balance: ${hours} hours are left.`)
  const usual = decimal(facts.usual?.average_gross ?? '0')
  if (isFarFrom(figures.gross, usual))
    all.push(
      `Gross ${figures.gross.toFixed(2)} is far from the last pays, which were ${usual.toFixed(2)} on average.`,
    )
  if ((facts.usual?.in_run ?? 0) > 0 || isRepeated)
    all.push('The employee has another pay in this pay run: this one may be a duplicate.')
  return all
}

function isFarFrom(gross: Decimal, usual: Decimal): boolean {
  return usual.gt(ZERO) && gross.minus(usual).abs().gt(usual.times(USUAL_SPREAD))
}
