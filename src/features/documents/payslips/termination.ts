import type { FinalPayslip } from '../../../countries/contract/payslip.ts'
import type { PayView } from '../../pays/pays/index.ts'
import { day, first, money, type PayslipSection, right } from '../../platform/pdf/index.ts'

/** The termination parts of a final pay: each component and its tax. */
export function terminationSections(pay: PayView, { components, sections }: FinalPayslip): PayslipSection[] {
  const termination = pay.termination as Record<string, unknown> | null
  if (!termination) return []
  const amount = (member: string) => Number(termination[member] ?? 0)
  const rows = components
    .filter(([member]) => amount(member) !== 0)
    .map(([member, label]) => ({ cells: [label, money(amount(member))] }))
  const paid: PayslipSection = {
    heading: `Termination on ${day(String(termination.termination_date))}`,
    columns: [first(76), right('Amount', 18)],
    rows: [
      ...rows,
      { cells: ['Total, included in gross', money(amount('total_amount'))], isTotal: true },
      { cells: ['Tax on it, included in tax', money(amount('tax_amount'))] },
    ],
  }
  return [paid, ...sections(termination)]
}
