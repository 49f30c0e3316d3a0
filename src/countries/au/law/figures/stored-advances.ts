import { civilDate } from '../../../../kernel/values/dates.ts'
import type { PeriodTaxed } from '../input/input.ts'

/** The advances of a pay in stored form: `2026-09-13 1520 305;…`. */
export function writeAdvances(advances: readonly PeriodTaxed[]): string | null {
  if (advances.length === 0) return null
  return advances
    .map(({ periodEnd, taxable, tax }) => `${periodEnd} ${taxable.toFixed()} ${tax.toFixed()}`)
    .join(';')
}

export function readAdvances(stored: string | null) {
  return (stored?.split(';') ?? []).map((text) => {
    const [periodEnd = '', taxable = '0', tax = '0'] = text.split(' ')
    return { periodEnd: civilDate(periodEnd), taxable, tax }
  })
}
