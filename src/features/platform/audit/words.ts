import type { AuditChange } from '../../../database/tables/operations.ts'
import { nameSome } from '../../../kernel/values/name-some.ts'

/** Turns `createPays` and `invitation.accept` into "Create pays" and "Invitation: accept". */
export function actionWords(action: string): string {
  const text = action
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('.', ': ')
    .replaceAll(/[_-]+/g, ' ')
    .toLowerCase()
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Turns `/api/company/2/pays/40` into "Company 2, pay 40". Anything else stays unchanged. */
export function recordWords(target: string): string {
  if (!target.startsWith('/api/')) return target
  const parts = target.split('/').slice(2)
  const named = parts.flatMap((part, index) => {
    if (/^\d+$/.test(part)) return []
    const id = parts[index + 1]
    const one = part.replaceAll('-', ' ')
    return id && /^\d+$/.test(id) ? `${one.replace(/ies$/, 'y').replace(/s$/, '')} ${id}` : one
  })
  const text = named.join(', ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The number of records named on one line. The rest are only counted. */
const NAMED_MAX = 3

/** The names of the records that a write changed. Null when no changes were recorded. */
export function changedRecords(changes: readonly AuditChange[] | null): string | null {
  if (!changes || changes.length === 0) return null
  const about = [...new Set(changes.map((change) => change.about))]
  return nameSome(about, NAMED_MAX, String, '; ')
}
