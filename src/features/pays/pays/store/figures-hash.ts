import { hash } from 'node:crypto'
import { memoizeByKey } from '../../../../kernel/values/memoize-by-key.ts'
import { type FigureCell, reportedColumns } from '../../../../payroll/figures.ts'
import type { PayCountry } from '../country/types.ts'

const reportedOnce = memoizeByKey(reportedColumns)

/** A hash of the reported figures of a pay. A different hash means that the authority needs an update. */
export function figuresHash(
  { figures }: Pick<PayCountry, 'figures'>,
  cells: Readonly<Record<string, FigureCell>>,
): string {
  const text = reportedOnce(figures)
    .map((column) => String(cells[column] ?? ''))
    .join('\n')
  return hash('sha1', text, 'base64url').slice(0, 16)
}
