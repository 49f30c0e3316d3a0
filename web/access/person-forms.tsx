import { useForm } from 'react-hook-form'
import { ApiError } from '../api/client.ts'
import { useWrite } from '../api/hooks.ts'
import type { Person, Role } from '../api/types.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Field } from '../parts/field.tsx'
import { FormProblem } from '../parts/notice.tsx'
import { GIVEN_ROLES, ROLE_HELP, ROLE_NAMES } from './roles.ts'

const PEOPLE = '/api/people'
const rolesFor = (isOwner: boolean) => GIVEN_ROLES.filter((role) => isOwner || role !== 'owner')

type Invite = { email: string; name: string; role: Role }

/** Invites a person by email. */
export function InviteForm(props: {
  isOwner: boolean
  onClose: () => void
  onDone: (email: string) => void
}) {
  const { isOwner, onClose, onDone } = props
  const invite = useWrite<{ email: string }>(PEOPLE)
  const { register, handleSubmit, watch } = useForm<Invite>({
    defaultValues: { email: '', name: '', role: 'member' },
  })
  const problems = invite.error instanceof ApiError ? invite.error.fields : {}
  const submit = handleSubmit((body) =>
    invite.mutate(
      { method: 'POST', path: `${PEOPLE}/invitations`, body: { ...body, email: body.email.trim() } },
      { onSuccess: ({ email }) => onDone(email) },
    ),
  )
  return (
    <Dialog title="Invite someone" onClose={onClose}>
      <form className="form" onSubmit={submit} noValidate>
        <Field label="Name" problem={problems.name}>
          {(control) => <input {...control} {...register('name')} autoComplete="off" />}
        </Field>
        <Field label="E-mail address" help="The link works once, for seven days." problem={problems.email}>
          {(control) => <input type="email" {...control} {...register('email')} autoComplete="off" />}
        </Field>
        <Field label="Role" help={ROLE_HELP[watch('role')]} problem={problems.role}>
          {(control) => (
            <select {...control} {...register('role')}>
              {rolesFor(isOwner).map((role) => (
                <option key={role} value={role}>
                  {ROLE_NAMES[role]}
                </option>
              ))}
            </select>
          )}
        </Field>
        <FormProblem error={invite.error} fields={problems} />
        <FormButtons text="Send the invitation" isBusy={invite.isPending} onClose={onClose} />
      </form>
    </Dialog>
  )
}

/** Changes a person's role. */
export function RoleForm(props: {
  person: Person
  isOwner: boolean
  onClose: () => void
  onDone: (warnings: string[]) => void
}) {
  const { person, isOwner, onClose, onDone } = props
  const change = useWrite<Person & { warnings?: string[] }>(PEOPLE)
  const { register, handleSubmit, watch } = useForm<{ role: Role }>({ defaultValues: { role: person.role } })
  const submit = handleSubmit((body) =>
    change.mutate(
      { method: 'PATCH', path: `${PEOPLE}/${person.id}`, body },
      { onSuccess: ({ warnings = [] }) => onDone(warnings) },
    ),
  )
  return (
    <Dialog title={`Role of ${person.name}`} onClose={onClose}>
      <form className="form" onSubmit={submit} noValidate>
        <Field label="Role" help={ROLE_HELP[watch('role')]}>
          {(control) => (
            <select {...control} {...register('role')}>
              {rolesFor(isOwner).map((role) => (
                <option key={role} value={role}>
                  {ROLE_NAMES[role]}
                </option>
              ))}
            </select>
          )}
        </Field>
        <FormProblem error={change.error} fields={{}} />
        <FormButtons text="Change the role" isBusy={change.isPending} onClose={onClose} />
      </form>
    </Dialog>
  )
}

/** The buttons under a form in a dialog. */
export function FormButtons({
  text,
  isBusy,
  onClose,
}: {
  text: string
  isBusy: boolean
  onClose: () => void
}) {
  return (
    <div className="buttons">
      <button type="submit" className="main" disabled={isBusy}>
        {text}
      </button>
      <button type="button" onClick={onClose}>
        Cancel
      </button>
    </div>
  )
}
