import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { useApi } from '../api/hooks.ts'
import type { ControlProps } from './field.tsx'

const SHORTEST = 3
/** The delay after the last key before the look-up. */
const PAUSE_MS = 250

type Props<T> = {
  control: ControlProps
  registered: UseFormRegisterReturn
  /** The name of the list for screen readers. */
  label: string
  /** The API path that finds matches for the text. */
  path: (text: string) => string
  textOf: (found: T) => string
  onChoose: (found: T) => void
}

/** An input that offers matches while the user types. Arrow keys and Enter choose, Escape closes. */
export function TypeAhead<T>({ control, registered, label, path, textOf, onChoose }: Props<T>) {
  const [typed, setTyped] = useState('')
  const [text, setText] = useState('')
  const [active, setActive] = useState(-1)
  const listId = useId()
  useEffect(() => {
    const timer = setTimeout(() => setText(typed.trim()), typed === '' ? 0 : PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const isLong = text.length >= SHORTEST
  const found = useApi<{ results: T[] }>(isLong ? path(text) : null)
  const results = typed !== '' && isLong ? (found.data?.results ?? []) : []
  const isNothing = typed !== '' && isLong && found.data?.results.length === 0
  const close = () => {
    setTyped('')
    setActive(-1)
  }
  const choose = (chosen: T) => {
    onChoose(chosen)
    close()
  }
  const steer = (event: KeyboardEvent) => {
    if (results.length === 0) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const chosen = results[active]
    if (step) setActive((active + step + results.length) % results.length)
    else if (event.key === 'Enter' && chosen) choose(chosen)
    else if (event.key === 'Escape') close()
    else return
    event.preventDefault()
  }
  const { onChange, onBlur, ...rest } = registered
  return (
    <div className="type-ahead">
      <input
        role="combobox"
        aria-expanded={results.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={active >= 0 ? `${listId}-${active}` : undefined}
        autoComplete="off"
        {...control}
        {...rest}
        onKeyDown={steer}
        onChange={(event) => {
          setTyped(event.target.value)
          setActive(-1)
          return onChange(event)
        }}
        onBlur={(event) => {
          close()
          return onBlur(event)
        }}
      />
      <div role="listbox" id={listId} aria-label={label} hidden={results.length === 0}>
        {results.map((result, index) => (
          <div
            role="option"
            id={`${listId}-${index}`}
            key={textOf(result)}
            aria-selected={index === active}
            tabIndex={-1}
            // Runs before the input loses focus, which would close the list.
            onMouseDown={(event) => {
              event.preventDefault()
              choose(result)
            }}
          >
            {textOf(result)}
          </div>
        ))}
      </div>
      {isNothing && (
        <p className="help" role="status">
          No match for “{text}”.
        </p>
      )}
    </div>
  )
}
