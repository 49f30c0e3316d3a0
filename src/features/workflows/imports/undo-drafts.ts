import type { Tx } from '../../../database/connect.ts'
import type { Import } from '../../../database/tables/imports.ts'
import { recordAuditChange } from '../../../database/transaction-hooks.ts'
import { conflict } from '../../../kernel/problem.ts'
import { nameSome } from '../../../kernel/values/name-some.ts'
import { deleteDrafts } from '../../pays/pays/index.ts'
import { type ImportedPay, importedPays } from './record-queries.ts'

const NAMED_MAX = 10

/**
 * Deletes the drafts of an import of time, and runs that are empty then. Refused once one of the pays was processed, because its
 * money and reports are on their way.
 */
export async function undoDrafts(tx: Tx, one: Import): Promise<{ deleted_pays: number; warnings: string[] }> {
  const pays = await importedPays(tx, one)
  const processed = pays.filter(({ is_processed: isProcessed }) => isProcessed)
  if (processed.length > 0)
    throw conflict(
      `This import can no longer be undone, because pays of it are processed: ${named(processed)}. Correct these pays instead.`,
    )
  await deleteDrafts(
    tx,
    pays.map(({ pay_id }) => pay_id),
    [...new Set(pays.map(({ pay_run_id }) => pay_run_id))],
  )
  recordAuditChange(`Drafts of import ${one.id}`, { pays: pays.length }, {})
  const edited = pays.filter(({ is_edited: isEdited }) => isEdited)
  return {
    deleted_pays: pays.length,
    warnings:
      edited.length > 0 ? [`Changes made to these drafts since are deleted too: ${named(edited)}.`] : [],
  }
}

const named = (pays: readonly ImportedPay[]) =>
  nameSome(pays, NAMED_MAX, ({ name, pay_date }) => `${name} (pay of ${pay_date})`)
