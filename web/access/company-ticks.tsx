import { useState } from 'react'
import { useFoundCompanies } from '../api/companies.ts'

type Props = { chosen: number[]; names: Map<number, string>; onChange: (ids: number[]) => void }

/** A searchable list of companies with checkboxes. Ticked companies stay visible. */
export function CompanyTicks({ chosen, names, onChange }: Props) {
  const [search, setSearch] = useState('')
  const found = useFoundCompanies(search.trim(), true).data?.companies ?? []
  const listed = [
    ...chosen.map((id) => ({ id, name: names.get(id) ?? `Company ${id}` })),
    ...found.filter(({ id }) => !chosen.includes(id)).map(({ id, legal_name: name }) => ({ id, name })),
  ]
  const toggle = (id: number, name: string) => {
    names.set(id, name)
    onChange(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id])
  }
  return (
    <fieldset>
      <legend>
        Companies <span className="soft">({chosen.length} chosen)</span>
      </legend>
      <input
        type="search"
        aria-label="Search companies"
        placeholder="Search"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <div className="picker">
        {listed.map(({ id, name }) => (
          <label key={id} className="check-line">
            <input type="checkbox" checked={chosen.includes(id)} onChange={() => toggle(id, name)} />
            {name}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
