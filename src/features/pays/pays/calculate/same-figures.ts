import { CalculationError } from '../../../../kernel/values/calculation-error.ts'
import { decimal } from '../../../../kernel/values/money.ts'
import type { FigureTexts } from '../../../../payroll/figures.ts'

/** Whether the stored figures of a pay equal these figures. */
export function hasFigures(
  columns: Readonly<Record<string, unknown>>,
  figures: FigureTexts | undefined,
): boolean {
  const isSameAs = (stored: unknown, figure: string) =>
    typeof stored === 'string' && isSameFigure(stored, figure)
  return figures !== undefined && Object.entries(figures).every(([name, now]) => isSameAs(columns[name], now))
}

/** Whether a calculation gives the stored figures. False if the law rejects the calculation. */
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
