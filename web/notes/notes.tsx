import { type FormEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { useApi, useIsReader, useWrite } from '../api/hooks.ts'
import { usePages } from '../api/pages.ts'
import type { NoteView } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { moment } from '../format.ts'
import { ErrorNotice } from '../parts/notice.tsx'
import { Panel } from '../parts/page.tsx'
import { ShowMore } from '../parts/show-more.tsx'

type About = { employee_id: number } | { pay_run_id: number }

/** Notes of payroll staff on an employee or a run. Employees never see them. */
export function Notes({ about }: { about: About }) {
  const { api } = useCompany()
  const isReader = useIsReader()
  const path = `${api}/notes`
  const query = new URLSearchParams(Object.entries(about).map(([name, id]) => [name, String(id)]))
  const notes = usePages<NoteView>(`${path}?${query}`)
  const remove = useWrite<void>(path)
  return (
    <Panel title="Notes">
      <p className="help">For your colleagues. Employees do not see them.</p>
      <ErrorNotice error={notes.error ?? remove.error} />
      {!isReader && <NoteForm about={about} />}
      <ul className="notes">
        {notes.rows?.map((note) => (
          <li key={note.id}>
            <p className="note-head">
              <strong>{note.author}</strong> <span className="soft">{moment(note.created_at)}</span>
              {note.can_delete && (
                <button
                  type="button"
                  className="link writes"
                  aria-label={`Delete the note of ${moment(note.created_at)}`}
                  disabled={remove.isPending}
                  onClick={() => remove.mutate({ method: 'DELETE', path: `${path}/${note.id}` })}
                >
                  Delete
                </button>
              )}
            </p>
            <NoteText note={note} />
          </li>
        ))}
      </ul>
      <ShowMore pages={notes} />
    </Panel>
  )
}

/** The text of a note with mentioned colleagues highlighted. */
export function NoteText({ note }: { note: Pick<NoteView, 'text' | 'mentions'> }) {
  const names = note.mentions.map((name) => `@${name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}`)
  const parts = names.length === 0 ? [note.text] : note.text.split(new RegExp(`(${names.join('|')})`, 'i'))
  return (
    <p className="note-text">
      {parts.map((part, place) =>
        place % 2 === 1 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, which never move
          <strong key={place} className="mention">
            {part}
          </strong>
        ) : (
          part
        ),
      )}
    </p>
  )
}

function NoteForm({ about }: { about: About }) {
  const { api } = useCompany()
  const [text, setText] = useState('')
  const write = useWrite<NoteView>(`${api}/notes`, `${api}/happenings`)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() === '') return
    write.mutate(
      { method: 'POST', path: `${api}/notes`, body: { ...about, text } },
      { onSuccess: () => setText('') },
    )
  }
  return (
    <form className="note-form" onSubmit={submit}>
      <NoteBox text={text} onChange={setText} />
      <ErrorNotice error={write.error} />
      <button type="submit" disabled={write.isPending || text.trim() === ''}>
        Add the note
      </button>
    </form>
  )
}

/** Offers colleagues after an @. Arrow keys select, Enter or Tab accepts. */
function NoteBox({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const { api } = useCompany()
  const box = useRef<HTMLTextAreaElement>(null)
  const listId = useId()
  const [caret, setCaret] = useState(0)
  const [at, setAt] = useState(0)
  const typed = /(?:^|\s)@([^@\n]{0,40})$/.exec(text.slice(0, caret))?.[1]
  const colleagues = useApi<{ id: number; name: string }[]>(typed === undefined ? null : `${api}/colleagues`)
  const wanted = typed?.toLowerCase() ?? ''
  const found =
    typed === undefined
      ? []
      : (colleagues.data ?? [])
          .filter(({ name }) => name.toLowerCase().startsWith(wanted) && name.toLowerCase() !== wanted)
          .slice(0, 6)
  const take = (name: string) => {
    const start = caret - (typed?.length ?? 0)
    const after = text.slice(caret)
    onChange(`${text.slice(0, start)}${name}${after.startsWith(' ') ? '' : ' '}${after}`)
    setCaret(start + name.length + 1)
    box.current?.focus()
  }
  const press = (event: KeyboardEvent) => {
    const chosen = found[at]
    if (!chosen) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) setAt((at + step + found.length) % found.length)
    else if (event.key === 'Enter' || event.key === 'Tab') take(chosen.name)
    else if (event.key === 'Escape') setCaret(0)
    else return
    event.preventDefault()
  }
  return (
    <div className="type-ahead">
      <label className="field">
        New note
        <textarea
          ref={box}
          rows={3}
          maxLength={2000}
          placeholder="Type @ and a name to mention a colleague"
          aria-autocomplete="list"
          aria-controls={listId}
          aria-activedescendant={found[at] ? `${listId}-${at}` : undefined}
          value={text}
          onKeyDown={press}
          onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
          onChange={(event) => {
            setCaret(event.target.selectionStart)
            setAt(0)
            onChange(event.target.value)
          }}
        />
      </label>
      <div role="listbox" id={listId} aria-label="Colleagues" hidden={found.length === 0}>
        {found.map((person, index) => (
          <div
            role="option"
            id={`${listId}-${index}`}
            key={person.id}
            aria-selected={index === at}
            tabIndex={-1}
            // Runs before the text box loses focus.
            onMouseDown={(event) => {
              event.preventDefault()
              take(person.name)
            }}
          >
            {person.name}
          </div>
        ))}
      </div>
    </div>
  )
}
