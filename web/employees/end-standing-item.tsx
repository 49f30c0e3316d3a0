import { useState } from 'react'
import { ApiError } from '../api/client.ts'
import { useWrite } from '../api/hooks.ts'
import type { AffectedPay } from '../api/types.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Field } from '../parts/field.tsx'
import { FormProblem } from '../parts/notice.tsx'
import { AffectedPays } from './affected-pays.tsx'
import type { Item } from './standing-item-values.ts'

type Props = { path: string; item: Item; onClose: () => void }

/** Ends a standing item, from the next pay or from a day. */
export function EndStandingItem({ path, item, onClose }: Props) {
  const write = useWrite<{ affected_pays?: AffectedPay[] } | null>(path)
  const [from, setFrom] = useState('')
  const [affected, setAffected] = useState<AffectedPay[] | null>(null)
  const problems = write.error instanceof ApiError ? write.error.fields : {}
  const query = from === '' ? '' : `?${new URLSearchParams({ effective_from: from })}`
  const end = () =>
    write.mutate(
      { method: 'DELETE', path: `${path}/${item.id}${query}` },
      {
        onSuccess: (said) => {
          const pays = said?.affected_pays ?? []
          if (pays.length > 0) setAffected(pays)
          else onClose()
        },
      },
    )
  if (affected)
    return (
      <Dialog title="Ended" onClose={onClose}>
        <AffectedPays pays={affected} />
      </Dialog>
    )
  return (
    <Dialog title={`End ${item.description}?`} onClose={onClose}>
      <div className="form">
        <Field
          label="First day without it"
          help="Empty: from the next pay on. With a past day, the affected pays are listed."
          problem={problems.effective_from}
        >
          {(control) => (
            <input type="date" value={from} onChange={(event) => setFrom(event.target.value)} {...control} />
          )}
        </Field>
        <FormProblem error={write.error} fields={problems} />
        <div className="buttons">
          <button type="button" className="danger" disabled={write.isPending} onClick={end}>
            End it
          </button>
          <button type="button" onClick={onClose}>
            Cancel
          </button>
        </div>
      </div>
    </Dialog>
  )
}
