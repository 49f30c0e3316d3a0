/*
 * Imports of employees that can still be undone. The browser keeps ids and names of fields, never values: the values from before
 * an import come from the history of each employee.
 */

export type KeptImport = {
  /** The name of the file, or of the pasted cells. */
  name: string
  /** When the import began and ended, by the service's clock. */
  from: string
  to: string
  created: number[]
  changed: { id: number; fields: string[] }[]
}

/** A history entry of an employee. The service lists the latest first. */
export type Entry = {
  at: string
  user_email: string | null
  action: string
  changes: readonly { field: string; before: unknown }[]
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
export type ImportScope = { person: number; company: number }

/** More than a person would undo. Older imports are dropped. */
const KEPT = 10

const keyOf = ({ person, company }: ImportScope) => `tasman.imports.${person}.${company}`

/** The kept imports, the newest first. */
export function loadImports(storage: Store, scope: ImportScope): KeptImport[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(keyOf(scope)) ?? '[]')
    return Array.isArray(kept) ? kept : []
  } catch {
    return []
  }
}

export function saveImports(storage: Store, scope: ImportScope, imports: readonly KeptImport[]): void {
  if (imports.length === 0) storage.removeItem(keyOf(scope))
  else storage.setItem(keyOf(scope), JSON.stringify(imports.slice(0, KEPT)))
}

/** Adds a further part of the same file to the parts imported before it. */
export function joinImports(before: KeptImport | undefined, next: KeptImport): KeptImport {
  if (!before) return next
  const created = [...new Set([...before.created, ...next.created])]
  // A person whom the file created has no earlier values.
  const changed = [...before.changed, ...next.changed].filter(({ id }) => !created.includes(id))
  return { name: next.name, from: before.from, to: next.to, created, changed }
}

/** Numbers that the history masks, so their earlier values are unknown. */
const HIDDEN =
  /^(tax_file_number|ird_number|primary_bank_account_number|secondary_bank_account_number|default_employee_fund_member_number)$/

/** Times of the history are rounded to a second. */
const ROUNDING_MS = 1000

/**
 * The values from before an import, read from the history of one employee. A field that was changed again
 * since then keeps its newer value.
 */
export function formerValues(
  kept: KeptImport,
  fields: readonly string[],
  history: readonly Entry[],
  email: string,
): Record<string, unknown> {
  const [from, to] = [Date.parse(kept.from) - ROUNDING_MS, Date.parse(kept.to) + ROUNDING_MS]
  const isIts = ({ at, action, user_email }: Entry) =>
    action === 'changed' && user_email === email && Date.parse(at) >= from && Date.parse(at) <= to
  const isNewer = ({ at }: Entry) => Date.parse(at) > to
  const newer = new Set(history.filter(isNewer).flatMap(({ changes }) => changes.map(({ field }) => field)))
  const found: Record<string, unknown> = {}
  // The history lists the latest change first. If one file made several changes, the earliest has the value
  // from before the import.
  for (const { changes } of history.filter(isIts))
    for (const { field, before } of changes)
      if (fields.includes(field) && !HIDDEN.test(field) && !newer.has(field)) found[field] = before
  return found
}
