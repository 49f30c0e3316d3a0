import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'wouter'
import { useApi, useWrite } from '../api/hooks.ts'
import type { CompanyReadiness, Employee, FindingGroup, PayCalendar } from '../api/types.ts'
import { PeoplePicker } from '../company/people-picker.tsx'
import { useCompany } from '../current-company.tsx'
import { plural } from '../format.ts'
import { Field } from '../parts/field.tsx'
import { ErrorNotice, Notice } from '../parts/notice.tsx'
import { Page, Panel } from '../parts/page.tsx'
import { TypeAhead } from '../parts/type-ahead.tsx'
import { paths } from '../paths.ts'
import { plainWords } from '../plain-words.ts'
import { employeeTabs } from './employees-page.tsx'

type What = 'invite' | 'department' | 'calendar' | 'fund'
type Values = { department: string; calendar: string; fund: string }
type Fund = { fund_name: string; usi: string }
type Outcome = { name: string; problem: string | null; isThere: boolean }

const WHATS: Record<What, string> = {
  invite: 'Invite them to enter their own account, tax number and fund',
  department: 'Department',
  calendar: 'Pay calendar',
  fund: 'Super fund',
}

/** Changes many employees at once: a department, a calendar, a fund, or an invitation to enter their details. */
export function ManyPage() {
  const { company, api, isNz } = useCompany()
  const [what, setWhat] = useState<What>('invite')
  const [chosen, setChosen] = useState<number[]>([])
  const [fund, setFund] = useState<Fund | null>(null)
  const [outcomes, setOutcomes] = useState<Outcome[]>([])
  const people = useApi<Employee[]>(`${api}/employees?status=active`)
  const calendars = useApi<PayCalendar[]>(what === 'calendar' ? `${api}/pay-calendars` : null)
  const write = useWrite<Answer[]>(api, '/api/company')
  const { register, handleSubmit, setValue, watch } = useForm<Values>({
    defaultValues: { department: '', calendar: '', fund: '' },
  })
  const values = watch()
  const check = useApi<CompanyReadiness>(`${api}/readiness`)
  const lacking = lackingOf(what, people.data ?? [], check.data?.groups ?? [])
  const isReady =
    chosen.length > 0 &&
    (what === 'invite' ||
      (what === 'department' && values.department.trim() !== '') ||
      (what === 'calendar' && values.calendar !== '') ||
      (what === 'fund' && fund !== null))
  const submit = handleSubmit(({ department, calendar }) => {
    setOutcomes([])
    const update = (fields: object) => ({
      method: 'PATCH' as const,
      path: `${api}/employees/update`,
      body: chosen.map((id) => ({ id, ...fields })),
    })
    const known = calendars.data?.find(({ id }) => String(id) === calendar)?.employee_ids ?? []
    const writes = {
      invite: {
        method: 'POST' as const,
        path: `${api}/self-service-invitations`,
        body: { employee_ids: chosen },
      },
      department: update({ department: department.trim() }),
      fund: update({ default_employee_fund_usi: fund?.usi }),
      calendar: {
        method: 'PUT' as const,
        path: `${api}/pay-calendars/${calendar}/employees`,
        body: { employee_ids: [...new Set([...known, ...chosen])] },
      },
    }
    const names = new Map(company.employees.map(({ id, format_name }) => [id, format_name]))
    write.mutate(writes[what], {
      onSuccess: (answers) => {
        const list = Array.isArray(answers) ? answers : []
        setOutcomes(
          chosen.map((id, index) => ({
            name: names.get(id) ?? '',
            problem: list[index] ? problemOf(list[index]) : null,
            isThere: list[index]?.state === 'signs_in',
          })),
        )
        setChosen([])
      },
    })
  })
  const problems = outcomes.filter(({ problem }) => problem !== null)
  const there = outcomes.filter(({ isThere }) => isThere)
  const done = outcomes.length - problems.length - there.length
  return (
    <Page title="Employees" lead="Make the same change for many people" tabs={employeeTabs(company.id)}>
      <Panel title="Set for many people">
        <form className="form" onSubmit={submit} noValidate>
          <Field label="What">
            {(control) => (
              <select
                {...control}
                value={what}
                onChange={(event) => {
                  setWhat(event.target.value as What)
                  setOutcomes([])
                }}
              >
                {Object.entries(WHATS)
                  .filter(([value]) => !(isNz && value === 'fund'))
                  .map(([value, text]) => (
                    <option key={value} value={value}>
                      {text}
                    </option>
                  ))}
              </select>
            )}
          </Field>
          {what === 'invite' && (
            <p className="soft">
              Each person gets an e-mail with a link that works once, for seven days. There, also on a phone,
              they choose a password and enter the missing details. You approve it under Requests before
              anything changes.
            </p>
          )}
          {what === 'department' && (
            <Field label="Department">
              {(control) => <input {...control} {...register('department')} />}
            </Field>
          )}
          {what === 'calendar' && (
            <Field
              label="Pay calendar"
              help={
                calendars.data?.length === 0 && (
                  <>
                    There is none yet. <Link href={paths.calendars(company.id)}>Add a pay calendar</Link>
                  </>
                )
              }
            >
              {(control) => (
                <select {...control} {...register('calendar')}>
                  <option value="">Choose</option>
                  {calendars.data?.map(({ id, name }) => (
                    <option key={id} value={id}>
                      {name}
                    </option>
                  ))}
                </select>
              )}
            </Field>
          )}
          {what === 'fund' && (
            <Field
              label="Super fund"
              help={fund ? `Chosen: ${fund.fund_name} (${fund.usi}).` : 'Type a name or USI and choose.'}
            >
              {(control) => (
                <TypeAhead<Fund>
                  control={control}
                  // Typing clears the chosen fund until another one is chosen.
                  registered={register('fund', { onChange: () => setFund(null) })}
                  label="Super funds"
                  path={(text) => `/api/super-funds/search?${new URLSearchParams({ text })}`}
                  textOf={({ fund_name, usi }) => `${fund_name} (${usi})`}
                  onChoose={(found) => {
                    setFund(found)
                    setValue('fund', found.fund_name)
                  }}
                />
              )}
            </Field>
          )}
          <div className="buttons">
            <button type="button" onClick={() => setChosen((people.data ?? []).map(({ id }) => id))}>
              Choose everyone
            </button>
            {lacking.length > 0 && (
              <button type="button" onClick={() => setChosen(lacking)}>
                Choose the {plural(lacking.length, 'person', 'people')} who{' '}
                {lacking.length === 1 ? 'lacks' : 'lack'} it
              </button>
            )}
          </div>
          <PeoplePicker legend="For whom" chosen={chosen} onChange={setChosen} />
          <ErrorNotice error={write.error} />
          <div className="buttons">
            <button type="submit" className="main writes" disabled={!isReady || write.isPending}>
              {what === 'invite' ? 'Send the invitations' : 'Set it'}
              {chosen.length > 0 && ` for ${plural(chosen.length, 'person', 'people')}`}
            </button>
          </div>
        </form>
        {done > 0 && (
          <Notice kind="good">
            {what === 'invite' ? 'Invited' : 'Done for'} {plural(done, 'person', 'people')}.
          </Notice>
        )}
        {there.length > 0 && (
          <Notice>
            {there.map(({ name }) => name).join(', ')}: already has a sign-in and can enter the details now.
            No e-mail was sent.
          </Notice>
        )}
        {problems.length > 0 && (
          <Notice kind="problem">
            <ul>
              {problems.map(({ name, problem }) => (
                <li key={name}>
                  {name}: {plainWords(problem ?? '')}
                </li>
              ))}
            </ul>
          </Notice>
        )}
      </Panel>
    </Page>
  )
}

/** The answer to an invitation or an update. */
type Answer = { state?: string; reason?: string | null; errors?: Record<string, string> | null }

function problemOf({ state, reason, errors }: Answer): string | null {
  if (state === 'not_invited') return reason ?? 'Not invited.'
  return Object.values(errors ?? {})[0] ?? null
}

/** The areas of the company check that can be fixed here. */
const AREAS: Partial<Record<What, readonly FindingGroup['area'][]>> = {
  invite: ['bank', 'pay', 'super'],
  fund: ['super'],
}

/** The employees with a missing value, from the same check as the set-up list. */
function lackingOf(what: What, people: readonly Employee[], groups: readonly FindingGroup[]): number[] {
  if (what === 'department') return people.filter(({ department }) => !department).map(({ id }) => id)
  const found = groups.filter(({ area }) => AREAS[what]?.includes(area))
  const ids = new Set(found.flatMap((group) => group.people.map(({ employee_id }) => employee_id)))
  return people.filter(({ id }) => ids.has(id)).map(({ id }) => id)
}
