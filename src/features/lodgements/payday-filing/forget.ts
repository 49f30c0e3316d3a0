import { readRecord, writeRecord } from '../../../countries/nz/payday-filing/records.ts'
import type { Tx } from '../../../database/connect.ts'
import { rowName } from '../../../security/sealed-columns.ts'
import type { Service } from '../../../service.ts'
import { loadLinesOf, replaceLines } from './load.ts'

const NOBODY = { name: 'Former Employee', ird_number: '000000000' }

/** Removes the names and IRD numbers of these employees from filed lines. The amounts stay. */
export async function forgetFiledNames(
  { cipher }: Service,
  tx: Tx,
  employeeIds: readonly number[],
): Promise<void> {
  const lines = (await loadLinesOf(tx, employeeIds)).map(({ line, ...key }) => {
    const row = rowName(key.submission_id, key.employee_id, key.pay_run_id, key.tax_code)
    const { record, values } = readRecord(cipher.open('payday_lines.line', row, line))
    const text = writeRecord(record, { ...values, ...NOBODY })
    return { ...key, line: cipher.seal('payday_lines.line', row, text) }
  })
  if (lines.length > 0) await replaceLines(tx, lines)
}
