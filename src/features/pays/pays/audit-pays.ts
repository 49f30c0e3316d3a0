import type { Company } from '../../../database/tables/companies.ts'
import { recordAuditChange } from '../../../database/transaction-hooks.ts'
import { present } from '../../../kernel/values/present.ts'
import { type StoredPay, viewOf } from './answer/stored-pay.ts'
import { viewStoredPay } from './answer/view.ts'
import type { WholePay } from './context/loaded-pay.ts'
import { countryOf } from './country/index.ts'
import type { PayView } from './schema/pay.ts'

/** Up to this number, pays are logged one by one. Above it, only their number is logged. */
const EACH_MAX = 50

/** Records the amounts of pays in the audit log and, for existing pays, the differences. */
export function auditPays(
  company: Company,
  written: readonly StoredPay[],
  before: readonly WholePay[] = [],
): void {
  if (written.length > EACH_MAX) {
    recordAuditChange(`Pays of the run to ${present(written[0]).run.end_date}`, {}, { pays: written.length })
    return
  }
  const stood = new Map(before.map((pay) => [pay.row.id, pay]))
  for (const pay of written) {
    const old = stood.get(pay.id ?? 0)
    auditPay(old ? viewStoredPay(old, countryOf(company)) : null, viewOf(pay))
  }
}

/** Records one pay in the audit log. `after` is null when the pay is deleted. */
export function auditPay(before: PayView | null, after: PayView | null): void {
  const pay = after ?? before
  if (!pay) return
  const isChange = before !== null && after !== null
  const facts = (view: PayView | null) =>
    view === null ? {} : { ...figuresOf(view), ...(isChange ? rowsOf(view) : {}) }
  recordAuditChange(`Pay ${pay.id} of ${pay.format_name}, ${pay.processed_date}`, facts(before), facts(after))
}

function figuresOf(pay: PayView): Record<string, unknown> {
  return {
    status: pay.status,
    gross: pay.gross || null,
    tax: pay.tax || null,
    super: pay.super || null,
    kiwisaver_employer_amount: pay.kiwisaver_employer_amount || null,
    net: pay.net || null,
    pay_department: pay.pay_department,
    note: pay.note,
  }
}

/** The lines of the pay, by description. */
function rowsOf(pay: PayView): Record<string, string> {
  const rows: [string, string][] = [
    ...pay.hours.map((row) => [row.description, `${row.value} ${row.units} at $${row.rate}`] as const),
    ...pay.leave.map((row) => [row.name, `${row.hours} hours at $${row.rate}`] as const),
    ...pay.allowances.map((row) => [row.description, `$${row.total_amount}`] as const),
    ...[pay.deductions, pay.bonuses, pay.pay_sacrifices, pay.back_payments]
      .flat()
      .map((row) => [row.description, `$${row.amount}`] as const),
  ].map(([name, text]) => [name, text])
  const grouped = Map.groupBy(rows, ([name]) => name)
  return Object.fromEntries(
    [...grouped].map(([name, all]) => [name, all.map(([, text]) => text).join(', ')] as const),
  )
}
