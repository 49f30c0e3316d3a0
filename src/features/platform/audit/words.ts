import type { AuditChange } from '../../../database/tables/operations.ts'

/** `createPays` and `invitation.accept` as Create pays and Invitation: accept. */
export function actionWords(action: string): string {
  const text = action
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('.', ': ')
    .replaceAll(/[_-]+/g, ' ')
    .toLowerCase()
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** `/api/company/2/pays/40` as Company 2, pay 40; anything else stays as it is. */
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

/** As many records as one line names; the others are counted. */
const NAMED_MAX = 3

/** The records that a write changed, as its changes name them; null where nothing is recorded of them. */
export function changedRecords(changes: readonly AuditChange[] | null): string | null {
  if (!changes || changes.length === 0) return null
  const about = [...new Set(changes.map((change) => change.about))]
  const more = about.length - NAMED_MAX
  return about.slice(0, NAMED_MAX).join('; ') + (more > 0 ? ` and ${more} more` : '')
}
