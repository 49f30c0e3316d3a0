import { CalculationError } from '../../../../kernel/values/calculation-error.ts'
import { decimal } from '../../../../kernel/values/money.ts'
import type { FigureTexts } from '../../../../payroll/figures.ts'

/** Whether a pay is stored with exactly these figures. */
export function hasFigures(
  columns: Readonly<Record<string, unknown>>,
  figures: FigureTexts | undefined,
): boolean {
  const isSameAs = (stored: unknown, figure: string) =>
    typeof stored === 'string' && isSameFigure(stored, figure)
  return figures !== undefined && Object.entries(figures).every(([name, now]) => isSameAs(columns[name], now))
}

/** The same of a calculation, which the law may refuse. */
export function isStoredBy(
  columns: Readonly<Record<string, unknown>>,
  calculate: () => { figures: FigureTexts },
): boolean {
  try {
    return hasFigures(columns, calculate().figures)
  } catch (error) {
    if (error instanceof CalculationError) return false
    throw error
  }
}

export const isSameFigure = (a: string | undefined, b: string | undefined): boolean =>
  a !== undefined && b !== undefined && decimal(a).eq(b)
