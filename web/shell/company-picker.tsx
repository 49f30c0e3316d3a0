import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { type CompanyEntry, recentCompanies, useFoundCompanies } from '../api/companies.ts'
import type { Company } from '../api/types.ts'

const PAUSE_MS = 200

type Props = { company: Company; person: number; onPick: (id: number) => void; mayAdd: boolean }

/** The last entry, for those who may add a company: picking 0 adds one. */
const NEW: CompanyEntry = { id: 0, legal_name: 'New company', jurisdiction: 'AU' }

/** Finds a company among thousands by part of its name. Offers recently opened companies before anything is typed. */
export function CompanyPicker({ company, person, onPick, mayAdd }: Props) {
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const listId = useId()
  useEffect(() => {
    const timer = setTimeout(() => setText(typed.trim()), typed === '' ? 0 : PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const found = useFoundCompanies(text, isOpen)
  const known = isOpen ? offered(text, recentCompanies(person), found.data?.companies ?? []) : []
  const entries = isOpen && mayAdd ? [...known, NEW] : known
  const close = () => {
    setOpen(false)
    setTyped('')
    setActive(0)
  }
  const pick = (id: number) => {
    close()
    if (id !== company.id) onPick(id)
  }
  const steer = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const chosen = entries[active]
    if (step && !isOpen) setOpen(true)
    else if (step && entries.length > 0) setActive((active + step + entries.length) % entries.length)
    else if (event.key === 'Enter' && chosen) pick(chosen.id)
    else if (event.key === 'Escape' && isOpen) close()
    else return
    event.preventDefault()
  }
  return (
    <div className="switcher type-ahead">
      <input
        role="combobox"
        aria-label="Company"
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={entries[active] ? `${listId}-${active}` : undefined}
        autoComplete="off"
        placeholder={nameOf(company)}
        value={isOpen ? typed : nameOf(company)}
        onFocus={() => setOpen(true)}
        onClick={() => setOpen(true)}
        onBlur={close}
        onKeyDown={steer}
        onChange={(event) => {
          setOpen(true)
          setTyped(event.target.value)
          setActive(0)
        }}
      />
      <div role="listbox" id={listId} aria-label="Companies" hidden={!isOpen}>
        {entries.map((entry, index) => (
          <div
            role="option"
            id={`${listId}-${index}`}
            key={entry.id}
            aria-selected={index === active}
            tabIndex={-1}
            // Runs before the input loses focus, which would close the list.
            onMouseDown={(event) => {
              event.preventDefault()
              pick(entry.id)
            }}
          >
            {nameOf(entry)}
          </div>
        ))}
        {found.data && known.length === 0 && (
          <div className="soft">No company with “{text}” in its name.</div>
        )}
        {found.data?.next != null && <div className="soft">Type part of the name to find more.</div>}
      </div>
    </div>
  )
}

const nameOf = ({ id, legal_name, jurisdiction }: CompanyEntry) =>
  id ? `${legal_name} · ${jurisdiction}` : legal_name

function offered(text: string, recent: CompanyEntry[], found: CompanyEntry[]): CompanyEntry[] {
  if (text !== '') return found
  const known = new Set(recent.map(({ id }) => id))
  return [...recent, ...found.filter(({ id }) => !known.has(id))]
}
