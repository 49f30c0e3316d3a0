import { useForm } from 'react-hook-form'
import { useAccountWrite } from '../api/hooks.ts'
import { Field } from '../parts/field.tsx'
import { ErrorNotice, Notice } from '../parts/notice.tsx'
import { Panel } from '../parts/page.tsx'

type Values = { old_password: string; new_password: string }

/** Changes the password of a person who knows the current one. */
export function PasswordPanel() {
  const change = useAccountWrite<void>()
  const { register, handleSubmit, reset } = useForm<Values>({
    defaultValues: { old_password: '', new_password: '' },
  })
  const submit = handleSubmit((body) =>
    change.mutate({ method: 'POST', path: '/password', body }, { onSuccess: () => reset() }),
  )
  return (
    <Panel title="Password">
      <form className="form" onSubmit={submit} noValidate>
        <Field label="Current password">
          {(control) => (
            <input
              type="password"
              autoComplete="current-password"
              {...control}
              {...register('old_password')}
            />
          )}
        </Field>
        <Field label="New password" help="At least 10 characters. Every other browser is signed out.">
          {(control) => (
            <input type="password" autoComplete="new-password" {...control} {...register('new_password')} />
          )}
        </Field>
        <ErrorNotice error={change.error} />
        {change.isSuccess && <Notice kind="good">Your password has been changed.</Notice>}
        <div className="buttons">
          <button type="submit" disabled={change.isPending}>
            Change the password
          </button>
        </div>
      </form>
    </Panel>
  )
}
