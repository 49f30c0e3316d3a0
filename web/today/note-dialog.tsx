import { type FormEvent, useState } from 'react'
import { useWrite } from '../api/hooks.ts'
import { addDays, withDays } from '../format.ts'
import { Dialog } from '../parts/dialog.tsx'
import { ErrorNotice } from '../parts/notice.tsx'
import type { Officer, WorkItem } from './work-items.ts'

type Props = { item: WorkItem; officers: Officer[]; today: string; onClose: () => void }

/** Assigns an entry, adds a note, and snoozes it. */
export function NoteDialog({ item, officers, today, onClose }: Props) {
  const [assignee, setAssignee] = useState(String(item.assignee_id ?? ''))
  const [note, setNote] = useState(item.note ?? '')
  const [until, setUntil] = useState(item.snoozed_until ?? '')
  const save = useWrite<unknown>('/api/work')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const body = {
      company_id: item.company_id,
      key: item.key,
      assignee_id: assignee === '' ? null : Number(assignee),
      note: note.trim() || null,
      snoozed_until: until || null,
    }
    save.mutate({ method: 'PUT', path: '/api/work-notes', body }, { onSuccess: onClose })
  }
  return (
    <Dialog title={`${withDays(item.title)}, ${item.company}`} onClose={onClose}>
      <form className="form" onSubmit={submit}>
        <label className="field">
          Officer
          <select value={assignee} onChange={(event) => setAssignee(event.target.value)}>
            <option value="">Not assigned</option>
            {officers.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label className="field">
          Note
          <textarea value={note} maxLength={1000} onChange={(event) => setNote(event.target.value)} />
        </label>
        <label className="field">
          Snooze until
          <input
            type="date"
            value={until}
            min={addDays(today, 1)}
            onChange={(event) => setUntil(event.target.value)}
          />
        </label>
        <ErrorNotice error={save.error} />
        <div className="buttons">
          <button type="submit" className="main" disabled={save.isPending}>
            Save
          </button>
          <button type="button" onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  )
}
