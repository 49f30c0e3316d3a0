import { readRecord } from '../../../countries/nz/payday-filing/records.ts'
import type { Tx } from '../../../database/connect.ts'
import { type Decimal, decimal, ZERO } from '../../../kernel/values/money.ts'
import { rowName } from '../../../security/sealed-columns.ts'
import type { Service } from '../../../service.ts'
import { loadFiled } from './load.ts'

/** The amounts Inland Revenue holds for an employee's pays in a period, as far as reports compare them. */
export type HeldPays = { gross: Decimal; paye: Decimal; payIds: ReadonlySet<number> }

/** By employee, from the latest version of each line whose payday is in the period. */
export async function loadHeldPays(
  service: Service,
  tx: Tx,
  companyId: number,
  span: { from: string; to: string },
): Promise<Map<number, HeldPays>> {
  const filed = await loadFiled(tx, companyId, { dates: [], ...span, runId: null })
  const held = new Map<number, HeldPays>()
  for (const { line, employee_id: employeeId, ...filing } of filed) {
    if (line === null) continue
    const row = rowName(filing.submission_id, employeeId, filing.pay_run_id, filing.tax_code)
    const { values } = readRecord(service.cipher.open('payday_lines.line', row, line))
    const before = held.get(employeeId) ?? { gross: ZERO, paye: ZERO, payIds: new Set<number>() }
    held.set(employeeId, {
      gross: before.gross.plus(dollars(values.gross)),
      paye: before.paye.plus(dollars(values.paye)),
      payIds: new Set([...before.payIds, ...filing.pay_ids]),
    })
  }
  return held
}

/** The file has amounts in cents. */
const dollars = (cents: string | undefined) => decimal(cents ?? '0').div(decimal('100'))
