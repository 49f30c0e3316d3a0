import { contentTag } from '../../../http/etag.ts'
import { conflict } from '../../../kernel/problem.ts'
import type { Editor } from './context/editors.ts'
import type { PayView } from './schema/pay.ts'

/** A hash of the changeable content of a pay. It changes with any of its rows. */
function versionOf(pay: PayView): string {
  const { status, pay_department, note, hours, leave, allowances, deductions } = pay
  const { bonuses, pay_sacrifices, back_payments } = pay
  return contentTag([
    status,
    pay_department,
    note ?? null,
    hours,
    leave,
    allowances,
    deductions,
    bonuses,
    pay_sacrifices,
    back_payments,
  ]).slice(1, -1)
}

/** The ETag of a pay. */
export const payTag = (pay: PayView) => `"${versionOf(pay)}"`

/** Adds the version and the last editor to a pay. */
export function withVersion(pay: PayView, editor: Editor | undefined): PayView {
  return { ...pay, version: versionOf(pay), ...editor }
}

/** Rejects a write based on an outdated version of the pay, and names the last editor. */
export function requireVersion(version: string | undefined, pay: PayView, editor: Editor | undefined): void {
  if (version === undefined || version === versionOf(pay)) return
  const by = editor?.changed_by ? ` by ${editor.changed_by}` : ''
  throw conflict(
    `The pay of ${pay.format_name} was changed${by} since it was read. Read it again, then repeat the change.`,
  )
}
