import { useState } from 'react'
import { ApiError } from '../api/client.ts'
import { useWrite } from '../api/hooks.ts'
import { useCompany } from '../current-company.tsx'
import { Field } from '../parts/field.tsx'
import { ErrorNotice, Notice } from '../parts/notice.tsx'
import { Panel } from '../parts/page.tsx'

/** The nationality of a working holiday maker, which STP asks for and the employee record does not hold. */
export function Nationality({ employeeId }: { employeeId: number }) {
  const { company } = useCompany()
  const [country, setCountry] = useState('')
  const set = useWrite<{ country_of_nationality: string | null }>('/api/single-touch')
  const problem = set.error instanceof ApiError ? set.error.fields.country_of_nationality : undefined
  const save = () =>
    set.mutate({
      method: 'PUT',
      path: `/api/single-touch/${company.id}/payees/${employeeId}`,
      body: { country_of_nationality: country },
    })
  return (
    <Panel title="Working holiday maker">
      <div className="filters">
        <Field
          label="Nationality on the visa"
          help="Two letters, such as GB. STP reports it."
          problem={problem}
        >
          {(control) => (
            <input
              maxLength={2}
              value={country}
              autoComplete="off"
              onChange={(event) => setCountry(event.target.value.toUpperCase())}
              {...control}
            />
          )}
        </Field>
        <button type="button" disabled={set.isPending || country.length !== 2} onClick={save}>
          Set the nationality
        </button>
      </div>
      {!problem && <ErrorNotice error={set.error} />}
      {set.data && <Notice kind="good">Nationality set to {set.data.country_of_nationality}.</Notice>}
    </Panel>
  )
}
