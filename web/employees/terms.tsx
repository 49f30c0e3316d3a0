import { useState } from 'react'
import { useApi } from '../api/hooks.ts'
import type { EmployeeTerms, Jurisdiction } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { day, money, percent, words } from '../format.ts'
import { Facts } from '../parts/facts.tsx'
import { Field } from '../parts/field.tsx'
import { ErrorNotice, Waiting } from '../parts/notice.tsx'
import { Panel } from '../parts/page.tsx'
import { labelOf, valueText } from './labels.ts'
import { isUsedIn } from './sections.ts'

/** The terms of an employee on a chosen date, and the dates on which terms changed. */
export function Terms({ employeeId }: { employeeId: number }) {
  const { company, today } = useCompany()
  const [on, setOn] = useState(today)
  const path = `/api/employees/${employeeId}/terms`
  const timeline = useApi<EmployeeTerms[]>(path)
  const chosen = useApi<EmployeeTerms>(on === '' ? null : `${path}?on=${on}`)
  return (
    <Panel title="Terms by date">
      <ErrorNotice error={timeline.error ?? chosen.error} />
      {!timeline.data && !timeline.error && <Waiting lines={4} />}
      <ol className="timeline">
        {timeline.data?.map((terms, index) => (
          <li key={terms.from}>
            <strong>From {day(terms.from)}</strong>
            {terms.origin === 'reconstructed' && <span className="soft"> (as far as known)</span>}
            <ul>
              {index === 0 && <li>Terms at the start</li>}
              {terms.changed.map((name) => (
                <li key={name}>
                  {nameOf(name)}: {shown(name, timeline.data[index - 1])} → <b>{shown(name, terms)}</b>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
      <Field label="Terms on">
        {(control) => (
          <input type="date" value={on} onChange={(event) => setOn(event.target.value)} {...control} />
        )}
      </Field>
      {chosen.data && <Facts rows={rowsOf(chosen.data, company.jurisdiction)} />}
    </Panel>
  )
}

const NAMES: Readonly<Record<string, string>> = {
  standing_items: 'Standing items',
  tax_number_status: 'Tax file number',
  pay_calendar_id: 'Pay calendar',
}
const nameOf = (name: string) => NAMES[name] ?? labelOf(name)

function shown(name: string, terms: EmployeeTerms | undefined): string {
  if (!terms) return '–'
  if (name === 'standing_items') return itemsText(terms)
  const value = terms.terms[name]
  if (name === 'tax_number_status') return words(String(value ?? '–'))
  return value === null || value === undefined ? '–' : valueText(name, value)
}

const itemsText = ({ standing_items: items }: EmployeeTerms) =>
  items
    .filter((item) => item.auto_apply_to_pay)
    .map(({ description, amount, amount_type }) => {
      const price = amount_type === 'FIXED' ? money(amount) : percent(amount)
      return `${description} ${price}`
    })
    .join(', ') || 'none'

/** The terms of the country that have a value, standing items last. */
function rowsOf(terms: EmployeeTerms, country: Jurisdiction): [string, string][] {
  const own = Object.keys(terms.terms).filter(
    (name) => (terms.terms[name] ?? '') !== '' && isUsedIn(country, name),
  )
  return [
    ...own.map((name): [string, string] => [nameOf(name), shown(name, terms)]),
    ['Standing items', itemsText(terms)],
  ]
}
