import { sum, ZERO } from '../../../../kernel/values/money.ts'
import { keysOf, recordOf } from '../../../../kernel/values/word-lists.ts'
import type { Trace } from '../../../../payroll/trace.ts'
import { NZ_AMOUNTS } from '../input/amounts.ts'
import type { NzFigures } from '../input/result.ts'

/** The step that gives each figure its amount. A figure of zero may have none. */
export const FIGURE_STEPS: Readonly<Record<keyof NzFigures, string>> = {
  gross: 'gross',
  tax: 'tax',
  net: 'net',
  deductions: 'deductions',
  workersCompensation: 'earnings.workers-compensation',
  nzStudentLoan: 'student-loan',
  holidayGrossEarnings: 'holidays.gross-earnings',
  ...recordOf(keysOf(NZ_AMOUNTS), (name) => NZ_AMOUNTS[name].step),
}

/**
 * Closes the pay: net is gross less all deductions, to the cent, and every figure equals the step with its name. A pay that fails
 * this check shows a bug in this program and must not be paid.
 */
export function figuresOf(figures: NzFigures, trace: Trace): NzFigures {
  const taken = sum([
    figures.tax,
    figures.nzStudentLoan,
    figures.studentLoanCir,
    figures.studentLoanBor,
    figures.kiwisaverEmployee,
    figures.deductions,
  ])
  if (!figures.gross.minus(taken).eq(figures.net)) {
    throw new Error(`net ${figures.net} is not gross ${figures.gross} less ${taken}`)
  }
  const { reached } = trace
  for (const [key, name] of STEPS) {
    const amount = reached.get(name) ?? ZERO
    if (figures[key] !== amount && !figures[key].eq(amount)) {
      throw new Error(`${key} ${figures[key]} is not the amount of step ${name}, ${reached.get(name)}`)
    }
  }
  return figures
}

const STEPS = keysOf(FIGURE_STEPS).map((key) => [key, FIGURE_STEPS[key]] as const)
