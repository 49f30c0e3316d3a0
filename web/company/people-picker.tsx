import { useCompany } from '../current-company.tsx'

type Props = { legend: string; chosen: number[]; onChange: (ids: number[]) => void }

/** People of the company to tick. */
export function PeoplePicker({ legend, chosen, onChange }: Props) {
  const { company } = useCompany()
  const people = company.employees.filter(({ id, is_terminated }) => !is_terminated || chosen.includes(id))
  const toggle = (id: number) =>
    onChange(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id])
  return (
    <fieldset>
      <legend>{legend}</legend>
      <div className="picker">
        {people.length === 0 && <p className="empty">Nobody works here yet.</p>}
        {people.map(({ id, format_name }) => (
          <label key={id} className="check-line">
            <input type="checkbox" checked={chosen.includes(id)} onChange={() => toggle(id)} />
            {format_name}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
