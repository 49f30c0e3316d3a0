import { useState } from 'react'
import { useCompany } from '../current-company.tsx'

type Props = {
  legend: string
  chosen: number[]
  onChange: (ids: number[]) => void
  /** Includes former employees. */
  isAll?: boolean
}

/** Shows a search box when there are more people than this. */
const MANY = 12

/** A list of the company's people with checkboxes. */
export function PeoplePicker({ legend, chosen, onChange, isAll = false }: Props) {
  const { company } = useCompany()
  const [search, setSearch] = useState('')
  const wanted = search.trim().toLowerCase()
  const people = company.employees.filter(
    ({ id, is_terminated }) => isAll || !is_terminated || chosen.includes(id),
  )
  const shown = people.filter(({ format_name }) => format_name.toLowerCase().includes(wanted))
  const toggle = (id: number) =>
    onChange(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id])
  return (
    <fieldset>
      <legend>
        {legend} {chosen.length > 0 && <span className="soft">({chosen.length} chosen)</span>}
      </legend>
      {people.length > MANY && (
        <input
          type="search"
          aria-label={`Search: ${legend}`}
          placeholder="Search"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      )}
      <div className="picker">
        {people.length === 0 && <p className="empty">No employees yet. Add some first.</p>}
        {shown.map(({ id, format_name }) => (
          <label key={id} className="check-line">
            <input type="checkbox" checked={chosen.includes(id)} onChange={() => toggle(id)} />
            {format_name}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
