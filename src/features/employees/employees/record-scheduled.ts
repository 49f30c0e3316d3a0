import type { Tx } from '../../../database/connect.ts'
import { present } from '../../../kernel/values/present.ts'
import type { Service } from '../../../service.ts'
import { differences, recordHistory } from './history.ts'
import type { PendingTerms } from './terms.ts'
import { asSent } from './without-declaration.ts'
import { approveAccounts, type Draft } from './write-changes.ts'

/** Records the changes that are dated into the future in the history of their employees. */
export async function recordScheduled(
  service: Service,
  tx: Tx,
  drafts: Iterable<Draft>,
  changes: readonly PendingTerms[],
): Promise<void> {
  const byId = new Map([...drafts].map((draft) => [draft.stored.id, draft]))
  const later = changes.filter(({ status }) => status === 'scheduled')
  // A job makes the change on its day, and jobs need no approval. So the request does.
  const dated = later.map((change) => {
    const draft = present(byId.get(change.employee_id))
    const current = { ...draft.current, ...asSent(change.fields) }
    return { ...draft, opened: draft.current, current, from: change.effective_from }
  })
  await approveAccounts(service, tx, dated)
  const entries = later.map((change) => ({
    employee: present(byId.get(change.employee_id)).stored,
    action: 'scheduled' as const,
    changes: [
      ...differences(change.before ?? {}, asSent(change.fields)),
      { field: 'effective_from', before: null, after: change.effective_from },
    ],
  }))
  await recordHistory(tx, service.clock.now(), entries)
}
