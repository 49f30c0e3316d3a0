import { type Decimal, decimal, ZERO } from '../../payroll/money.ts'
import type { LeaveBalance } from '../../payroll/result.ts'
import type { Calculated } from './country/types.ts'
import type { UsualPay } from './load/past.ts'
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
  { warnings, net, gross, leaveMovements, balances }: Calculated,
  beside: { hasWarnings: boolean; usual: UsualPay | undefined; isRepeated: boolean },
): string[] {
  const all = [...warnings, ...(task.notes ?? [])]
  if (task.employee.is_terminated)
    all.push(`The employee was terminated on ${task.employee.termination_date ?? 'an unknown date'}.`)
  if (!beside.hasWarnings) return all
  if (net.lt(ZERO) && !all.some((sentence) => sentence.includes('negative')))
    all.push(`Net pay is negative: ${net.toFixed(2)}.`)
  const { start_date: start } = task.employee
  if (start > task.timing.periodEnd)
    all.push(`The employee starts on ${start}, after the period that is paid.`)
  if (gross.eq(ZERO)) all.push('The pay has no earnings.')
  const taken = new Set(leaveMovements.filter((move) => move.kind === 'taken').map((move) => move.balance))
  for (const { name, hours, leave_type } of balances) {
    const balance = BALANCE_OF[leave_type]
    if (balance && taken.has(balance) && decimal(hours).lt(ZERO))
      all.push(`${name} goes beyond the balance: ${hours} hours are left.`)
  }
  const usual = decimal(beside.usual?.average_gross ?? '0')
  if (isFarFrom(gross, usual))
    all.push(
      `Gross ${gross.toFixed(2)} is far from the last pays, which were ${usual.toFixed(2)} on average.`,
    )
  if ((beside.usual?.in_run ?? 0) > 0 || beside.isRepeated)
    all.push('The employee has another pay in this pay run: this one may be a duplicate.')
  return all
}

function isFarFrom(gross: Decimal, usual: Decimal): boolean {
  return usual.gt(ZERO) && gross.minus(usual).abs().gt(usual.times(USUAL_SPREAD))
}
