import { type FormEvent, useState } from 'react'
import { useFoundCompanies } from '../api/companies.ts'
import { useApi, useWrite } from '../api/hooks.ts'
import type { Person, PersonAccess, Portfolio } from '../api/types.ts'
import { Dialog } from '../parts/dialog.tsx'
import { ErrorNotice, Waiting } from '../parts/notice.tsx'
import { PORTFOLIOS } from './portfolio-form.tsx'
import { ROLE_NAMES } from './roles.ts'

type RoleRow = PersonAccess['roles'][number]
/** A row on the screen. It has no id until it is saved. */
type KeyedRole = RoleRow & { key: number }
type Props = { person: Person; people: Person[]; onClose: (said?: string[]) => void }

/** The companies a person can access: all, or chosen portfolios and companies with dates and a deputy. */
export function AccessForm({ person, people, onClose }: Props) {
  const access = useApi<PersonAccess>(`/api/access/people/${person.id}`)
  return (
    <Dialog title={`Access of ${person.name}`} onClose={() => onClose()} isWide>
      <ErrorNotice error={access.error} />
      {access.data ? (
        <Roles key={person.id} access={access.data} person={person} people={people} onClose={onClose} />
      ) : (
        !access.error && <Waiting />
      )}
    </Dialog>
  )
}

function Roles({ access, person, people, onClose }: Props & { access: PersonAccess }) {
  const [scope, setScope] = useState(access.scope)
  const [roles, setRoles] = useState(() => access.roles.map((role, key): KeyedRole => ({ ...role, key })))
  const portfolios = useApi<Portfolio[]>(PORTFOLIOS).data ?? []
  const [search, setSearch] = useState('')
  const found = useFoundCompanies(search.trim(), true).data
  // Chosen companies keep their names when the search finds others.
  const [names] = useState(() => new Map(access.companies.map(({ id, legal_name: name }) => [id, name])))
  for (const { id, legal_name: name } of found?.companies ?? []) names.set(id, name)
  const write = useWrite<PersonAccess>('/api/access', '/api/people', '/api/access-review')
  const change = (key: number, fields: Partial<RoleRow>) =>
    setRoles(roles.map((role) => (role.key === key ? { ...role, ...fields } : role)))
  const send = (event: FormEvent) => {
    event.preventDefault()
    // For an empty date the service uses its default: today, or no end.
    const rows = roles.map(({ key: _key, from_date: from, ...role }) =>
      from ? { ...role, from_date: from } : role,
    )
    const body = scope === 'account' ? { scope } : { scope, roles: rows }
    write.mutate(
      { method: 'PUT', path: `/api/access/people/${person.id}`, body },
      { onSuccess: () => onClose([`The access of ${person.name} is saved.`]) },
    )
  }
  const places = [
    ...portfolios.map(({ id, name }) => ({ value: `p${id}`, text: `Portfolio ${name}` })),
    ...(found?.companies ?? []).map(({ id, legal_name: name }) => ({ value: `c${id}`, text: name })),
  ]
  const first = search.trim() === '' ? places[0] : places.find(({ value }) => value.startsWith('c'))
  const others = people.filter(({ id, role }) => id !== person.id && role !== 'employee')
  return (
    <form className="form" onSubmit={send}>
      <label className="check-line">
        <input type="radio" name="scope" checked={scope === 'account'} onChange={() => setScope('account')} />
        All companies of the account
      </label>
      <label className="check-line">
        <input
          type="radio"
          name="scope"
          checked={scope === 'companies'}
          onChange={() => setScope('companies')}
        />
        Only these portfolios and companies
      </label>
      {scope === 'companies' && (found?.next != null || search !== '') && (
        <label>
          Find a company{' '}
          <input
            type="search"
            placeholder="Part of its name"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </label>
      )}
      {scope === 'companies' &&
        roles.map((role, place) => (
          <RoleLine
            key={role.key}
            role={role}
            place={place + 1}
            places={places}
            names={names}
            others={others}
            onChange={(fields) => change(role.key, fields)}
            onRemove={() => setRoles(roles.filter(({ key }) => key !== role.key))}
          />
        ))}
      {scope === 'companies' && (
        <button
          type="button"
          className="small"
          onClick={() => setRoles([...roles, { ...emptyRole(first?.value), key: Date.now() }])}
        >
          Add a role
        </button>
      )}
      <ErrorNotice error={write.error} />
      <div className="buttons">
        <button type="submit" className="main" disabled={write.isPending}>
          Save the access
        </button>
        <button type="button" onClick={() => onClose()}>
          Cancel
        </button>
      </div>
    </form>
  )
}

const placeOf = (value: string | undefined) => ({
  portfolio_id: value?.startsWith('p') ? Number(value.slice(1)) : null,
  company_id: value?.startsWith('c') ? Number(value.slice(1)) : null,
})
const emptyRole = (value: string | undefined): RoleRow => ({
  ...placeOf(value),
  role: 'member',
  from_date: '',
  to_date: null,
  deputy: null,
})
const placeValue = ({ portfolio_id: portfolio, company_id: company }: RoleRow) =>
  portfolio === null ? `c${company}` : `p${portfolio}`

type LineProps = {
  role: RoleRow
  place: number
  places: { value: string; text: string }[]
  names: ReadonlyMap<number, string>
  others: Person[]
  onChange: (fields: Partial<RoleRow>) => void
  onRemove: () => void
}

const nameOf = ({ company_id: id }: RoleRow, names: ReadonlyMap<number, string>) =>
  id === null ? 'Portfolio' : (names.get(id) ?? `Company ${id}`)

function RoleLine({ role, place, places, names, others, onChange, onRemove }: LineProps) {
  const value = placeValue(role)
  const listed = places.some((each) => each.value === value)
    ? places
    : [{ value, text: nameOf(role, names) }, ...places]
  const { deputy } = role
  return (
    <fieldset>
      <legend>Role {place}</legend>
      <div className="buttons">
        <label>
          For{' '}
          <select value={value} onChange={(event) => onChange(placeOf(event.target.value))}>
            {listed.map((each) => (
              <option key={each.value} value={each.value}>
                {each.text}
              </option>
            ))}
          </select>
        </label>
        <label>
          as{' '}
          <select
            value={role.role}
            onChange={(event) => onChange({ role: event.target.value === 'reader' ? 'reader' : 'member' })}
          >
            <option value="member">{ROLE_NAMES.member}</option>
            <option value="reader">{ROLE_NAMES.reader}</option>
          </select>
        </label>
        <label>
          from{' '}
          <input
            type="date"
            value={role.from_date}
            onChange={(event) => onChange({ from_date: event.target.value })}
          />
        </label>
        <label>
          to{' '}
          <input
            type="date"
            value={role.to_date ?? ''}
            onChange={(event) => onChange({ to_date: event.target.value || null })}
          />
        </label>
        <label>
          Deputy{' '}
          <select
            value={deputy?.user_id ?? ''}
            onChange={(event) =>
              onChange({
                deputy: event.target.value
                  ? { from_date: '', to_date: '', ...deputy, user_id: Number(event.target.value) }
                  : null,
              })
            }
          >
            <option value="">No one</option>
            {others.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
        {deputy && (
          <>
            <label>
              from{' '}
              <input
                type="date"
                required
                value={deputy.from_date}
                onChange={(event) => onChange({ deputy: { ...deputy, from_date: event.target.value } })}
              />
            </label>
            <label>
              to{' '}
              <input
                type="date"
                required
                value={deputy.to_date}
                onChange={(event) => onChange({ deputy: { ...deputy, to_date: event.target.value } })}
              />
            </label>
          </>
        )}
        <button type="button" className="small danger" aria-label={`Remove role ${place}`} onClick={onRemove}>
          Remove
        </button>
      </div>
    </fieldset>
  )
}
