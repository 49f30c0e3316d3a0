import { useState } from 'react'
import { useApi } from '../api/hooks.ts'
import { useCompany } from '../current-company.tsx'
import { money, plural } from '../format.ts'
import { Field } from '../parts/field.tsx'
import { ErrorNotice, Notice } from '../parts/notice.tsx'
import { Page, Panel } from '../parts/page.tsx'
import { typedNumber } from '../typed-numbers.ts'
import { STATES } from './states.ts'

type Step = { name: string; formula: string; amount: number | null; rule: string }
type Owed = { weeks: number | null; amount: number | null; steps: Step[] }

const REASONS: Record<string, string> = {
  TERMINATION: 'The employee leaves',
  DISMISSAL: 'The employer ends it',
  REDUNDANCY: 'Redundancy',
  INVALIDITY: 'Illness or incapacity',
  DEATH_ESTATE: 'Death',
}

/** Reasons for which the employer owes no notice. */
const NO_NOTICE: Record<string, string> = {
  TERMINATION: 'None from the employer if the employee resigns.',
  DEATH_ESTATE: 'None if the employment ends by death.',
}

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/**
 * The minimum entitlements at the end of an Australian employment, from the values typed in. Nothing is
 * stored.
 */
export function CalculatorsPage() {
  const { isNz, today } = useCompany()
  const [start, setStart] = useState('')
  const [end, setEnd] = useState(today)
  const [born, setBorn] = useState('')
  const [weekly, setWeekly] = useState('')
  const [people, setPeople] = useState('')
  const [state, setState] = useState('NSW')
  const [reason, setReason] = useState('TERMINATION')
  if (isNz)
    return (
      <Page title="Calculators">
        <Notice kind="info">Notice and redundancy pay follow the employment agreement in New Zealand.</Notice>
      </Page>
    )
  const common = {
    start_date: start,
    termination_date: end,
    ...(weekly ? { weekly_pay: typedNumber(weekly) } : {}),
  }
  const ending = reason === 'DISMISSAL' ? { reason: 'TERMINATION', cessation_type_code: 'F' } : { reason }
  const isReady = start !== '' && end >= start
  const path = (name: string, more: Record<string, string>) =>
    isReady ? `/api/calculators/${name}?${new URLSearchParams({ ...common, ...more })}` : null
  return (
    <Page title="Calculators" lead="The legal minimum at the end of an employment">
      <Panel title="The employment">
        <div className="fields">
          <Field label="First day" isRequired>
            {(control) => (
              <input type="date" value={start} onChange={(e) => setStart(e.target.value)} {...control} />
            )}
          </Field>
          <Field label="Last day, or the day notice is given" isRequired>
            {(control) => (
              <input type="date" value={end} onChange={(e) => setEnd(e.target.value)} {...control} />
            )}
          </Field>
          <Field label="Date of birth" help="Over 45 with two years of service: one more week of notice.">
            {(control) => (
              <input type="date" value={born} onChange={(e) => setBorn(e.target.value)} {...control} />
            )}
          </Field>
          <Field label="A week’s base pay">
            {(control) => (
              <input
                inputMode="decimal"
                value={weekly}
                onChange={(e) => setWeekly(e.target.value)}
                {...control}
              />
            )}
          </Field>
          <Field label="Number of employees" help="Fewer than 15 owe no redundancy pay.">
            {(control) => (
              <input
                inputMode="numeric"
                value={people}
                onChange={(e) => setPeople(e.target.value)}
                {...control}
              />
            )}
          </Field>
          <Field label="State or territory">
            {(control) => (
              <select value={state} onChange={(e) => setState(e.target.value)} {...control}>
                {STATES.AU.map(({ value, text }) => (
                  <option key={value} value={value}>
                    {text}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <Field label="How it ends">
            {(control) => (
              <select value={reason} onChange={(e) => setReason(e.target.value)} {...control}>
                {Object.entries(REASONS).map(([value, text]) => (
                  <option key={value} value={value}>
                    {text}
                  </option>
                ))}
              </select>
            )}
          </Field>
        </div>
      </Panel>
      <Answer
        title="Notice"
        path={path('notice', born ? { date_of_birth: born } : {})}
        none={NO_NOTICE[reason]}
      />
      <Answer
        title="Redundancy pay"
        path={path('redundancy', people ? { employee_count: people } : {})}
        none={reason === 'REDUNDANCY' ? undefined : 'Owed only where the position is redundant.'}
      />
      <Answer title="Long service leave" path={path('long-service-leave', { state, ...ending })} />
      <p className="soft">An award, an agreement or a contract may give more; serious misconduct less.</p>
    </Page>
  )
}

type AnswerProps = { title: string; path: string | null; none?: string | undefined }

/** The amount owed with the working, or the reason for `none`. */
function Answer({ title, path, none }: AnswerProps) {
  const { data, error } = useApi<Owed>(none ? null : path)
  return (
    <Panel title={title}>
      <ErrorNotice error={error} />
      {none && <p className="soft">{none}</p>}
      {!none && path === null && <p className="soft">Enter the first and the last day.</p>}
      {data && (
        <>
          <p>
            <strong>{data.weeks === null ? 'More details are needed' : plural(data.weeks, 'week')}</strong>
            {data.amount !== null && `, ${money(data.amount)}`}
          </p>
          <ul>
            {data.steps.map((step) => (
              <li key={step.name}>
                {sentence(step.formula)} <span className="soft">({step.rule})</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  )
}
