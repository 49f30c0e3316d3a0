import { useForm } from 'react-hook-form'
import { ApiError } from '../api/client.ts'
import { useWrite } from '../api/hooks.ts'
import type { Webhook } from '../api/types.ts'
import { Dialog } from '../parts/dialog.tsx'
import { CheckField, Field } from '../parts/field.tsx'
import { ErrorNotice } from '../parts/notice.tsx'

type Values = { url: string; description: string; is_active: boolean; events: string[] }
type Props = {
  webhook: Webhook | null
  events: string[]
  onClose: () => void
  onSaved: (webhook: Webhook) => void
}

/** Creates or changes a webhook. */
export function WebhookForm({ webhook, events, onClose, onSaved }: Props) {
  const write = useWrite<Webhook>('/api/webhooks')
  const { register, handleSubmit } = useForm<Values>({
    defaultValues: {
      url: webhook?.url ?? '',
      description: webhook?.description ?? '',
      is_active: webhook?.is_active ?? true,
      events: webhook?.events ?? events,
    },
  })
  const problems = write.error instanceof ApiError ? write.error.fields : {}
  const submit = handleSubmit((values) =>
    write.mutate(
      {
        method: webhook ? 'PATCH' : 'POST',
        path: webhook ? `/api/webhooks/${webhook.id}` : '/api/webhooks',
        body: { ...values, description: values.description || null },
      },
      {
        onSuccess: (saved) => {
          onSaved(saved)
          onClose()
        },
      },
    ),
  )
  return (
    <Dialog title={webhook ? 'Change the webhook' : 'New webhook'} onClose={onClose}>
      <form className="form" onSubmit={submit} noValidate>
        <Field label="Address" help="An http or https URL of a public host." problem={problems.url}>
          {(control) => (
            <input type="url" inputMode="url" {...control} {...register('url')} autoComplete="off" />
          )}
        </Field>
        <Field label="Note" help="For you; never sent." problem={problems.description}>
          {(control) => <input {...control} {...register('description')} autoComplete="off" />}
        </Field>
        <fieldset>
          <legend>Events</legend>
          <div className="picker">
            {events.map((event) => (
              <label key={event} className="check-line">
                <input type="checkbox" value={event} {...register('events')} />
                <code>{event}</code>
              </label>
            ))}
          </div>
          {problems.events && <p className="field-problem">{problems.events}</p>}
        </fieldset>
        <CheckField label="Active" help="While off nothing is sent, and queued deliveries are skipped.">
          {(control) => <input type="checkbox" {...control} {...register('is_active')} />}
        </CheckField>
        <ErrorNotice error={write.error} />
        <div className="buttons">
          <button type="submit" className="main" disabled={write.isPending}>
            {webhook ? 'Save' : 'Create the webhook'}
          </button>
          <button type="button" onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  )
}
