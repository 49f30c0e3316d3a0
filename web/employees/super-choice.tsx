import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError } from '../api/client.ts'
import { useApi, useWrite } from '../api/hooks.ts'
import type { SuperChoice as Choice, Employee } from '../api/types.ts'
import { day, moment } from '../format.ts'
import { Field } from '../parts/field.tsx'
import { FormFields } from '../parts/form-fields.tsx'
import { ErrorNotice, FormProblem, Notice, Waiting } from '../parts/notice.tsx'
import { Panel } from '../parts/page.tsx'
import { plainWords } from '../plain-words.ts'

/** The employee's choice of super fund: the form, the answer, and the stapled fund from the tax office. */
export function SuperChoice({ employee }: { employee: Employee }) {
  const path = `/api/employees/${employee.id}/super-choice`
  const choice = useApi<Choice>(path)
  return (
    <Panel title="Choice of fund">
      <ErrorNotice error={choice.error} />
      {choice.data ? <Steps path={path} choice={choice.data} /> : !choice.error && <Waiting />}
    </Panel>
  )
}

type Props = { path: string; choice: Choice }

function Steps({ path, choice }: Props) {
  // A request for the stapled fund may add a fund, so the list of funds is read again.
  const ask = useWrite<Choice>(path, path.replace('super-choice', 'super-funds'))
  const mayAsk = choice.offered_on !== null && choice.is_chosen !== true
  return (
    <>
      <p>
        Next: <b>{plainWords(choice.next_step)}</b>
      </p>
      <ChoiceForm key={`${choice.offered_on} ${choice.is_chosen}`} path={path} choice={choice} />
      {choice.answer && (
        <p>
          {ANSWERS[choice.answer]}
          {choice.fund_name && ` ${choice.fund_name} (${choice.fund_usi}).`} {choice.reason}
          {choice.requested_at && <span className="soft"> Asked on {moment(choice.requested_at)}.</span>}
        </p>
      )}
      {mayAsk && (
        <button
          type="button"
          disabled={ask.isPending}
          onClick={() => ask.mutate({ method: 'POST', path: `${path}/stapled-fund` })}
        >
          {ask.isPending ? 'Asking …' : 'Ask for the stapled fund'}
        </button>
      )}
      <ErrorNotice error={ask.error} />
      {ask.data?.warnings?.map((warning) => (
        <Notice key={warning} kind="warning">
          {plainWords(warning)}
        </Notice>
      ))}
    </>
  )
}

const ANSWERS: Readonly<Record<NonNullable<Choice['answer']>, string>> = {
  found: 'The tax office named the stapled fund:',
  none: 'The tax office has no stapled fund for this person.',
  refused: 'The tax office refused the request.',
  unavailable: 'The tax office could not be asked from here.',
}

type Values = { offered_on: string; is_chosen: '' | 'true' | 'false' }

/** When the form was handed out, and whether the employee chose a fund. */
function ChoiceForm({ path, choice }: Props) {
  const write = useWrite<Choice>(path)
  const [isSaved, setIsSaved] = useState(false)
  const { register, handleSubmit, formState } = useForm<Values>({
    defaultValues: {
      offered_on: choice.offered_on ?? '',
      is_chosen: choice.is_chosen === null ? '' : choice.is_chosen ? 'true' : 'false',
    },
  })
  const problems = write.error instanceof ApiError ? write.error.fields : {}
  const submit = handleSubmit(({ offered_on, is_chosen }) =>
    write.mutate(
      {
        method: 'PATCH',
        path,
        body: { offered_on: offered_on || null, is_chosen: is_chosen === '' ? null : is_chosen === 'true' },
      },
      { onSuccess: () => setIsSaved(true) },
    ),
  )
  return (
    <form className="form" onSubmit={submit} noValidate>
      <div className="fields">
        <FormFields>
          <Field
            label="Choice form given on"
            help={
              choice.offered_on
                ? `Recorded: ${day(choice.offered_on)}.`
                : 'The day on which the employee received it.'
            }
            problem={problems.offered_on}
          >
            {(control) => <input type="date" {...control} {...register('offered_on')} />}
          </Field>
          <Field label="The employee" help="Enter a chosen fund under Super funds.">
            {(control) => (
              <select {...control} {...register('is_chosen')}>
                <option value="">has not answered yet</option>
                <option value="true">chose a fund</option>
                <option value="false">did not choose a fund</option>
              </select>
            )}
          </Field>
        </FormFields>
      </div>
      <div className="buttons">
        <button type="submit" disabled={write.isPending || !formState.isDirty}>
          Save the choice
        </button>
        <FormProblem error={write.error} fields={problems} />
        {isSaved && !formState.isDirty && <Notice kind="good">Saved.</Notice>}
      </div>
    </form>
  )
}
