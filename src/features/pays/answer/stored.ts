import type { WholePay } from '../load/pays.ts'
import type { PayView } from './schema.ts'
import { payView } from './view.ts'

/** The read model of a pay that was read back. */
export function showPay(pay: WholePay, jurisdiction: 'AU' | 'NZ'): PayView {
  const { row } = pay
  return payView({
    ...row,
    jurisdiction,
    employee: pay.employee,
    run: pay.run,
    figures: row as unknown as Record<string, string | null>,
    lines: pay.lines,
    termination: pay.termination,
    warnings: row.warnings ?? [],
  })
}
