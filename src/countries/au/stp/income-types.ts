import { auIncomeYear, makeDate } from '../../../kernel/values/dates.ts'
import { ZERO } from '../../../kernel/values/money.ts'
import type { IncomeType } from '../law/input/tax-treatment.ts'
import type { Income } from './facts.ts'

/** Income types that need a country: of the visa, of the home employer, or of the place of work. */
export const WITH_COUNTRY: readonly string[] = ['FEI', 'IAA', 'WHM'] satisfies IncomeType[]

/** Income types that do not report these payments separately. They are part of gross. */
export const WITHOUT_OVERTIME: readonly string[] = ['VOL', 'LAB', 'OSP'] satisfies IncomeType[]
export const WITHOUT_BONUSES: readonly string[] = ['VOL', 'LAB', 'OSP'] satisfies IncomeType[]
export const WITHOUT_DIRECTORS_FEES: readonly string[] = [
  'JPD',
  'WHM',
  'SWP',
  'VOL',
  'LAB',
  'OSP',
] satisfies IncomeType[]

/** Moves amounts that the income type does not report separately into gross. */
export function inTheirTypes(income: Income): Income {
  const overtime = WITHOUT_OVERTIME.includes(income.type) ? income.overtime : ZERO
  const bonuses = WITHOUT_BONUSES.includes(income.type) ? income.bonuses : ZERO
  const fees = WITHOUT_DIRECTORS_FEES.includes(income.type) ? income.directorsFees : ZERO
  return {
    ...income,
    gross: income.gross.plus(overtime).plus(bonuses).plus(fees),
    overtime: income.overtime.minus(overtime),
    bonuses: income.bonuses.minus(bonuses),
    directorsFees: income.directorsFees.minus(fees),
  }
}

/** The income year that ends in the given calendar year. */
export const incomeYear = (year: number) => auIncomeYear(makeDate(year, 6, 30))
