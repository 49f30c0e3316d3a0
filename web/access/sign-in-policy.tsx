import { type UseMutationResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { callOwn, readOwn } from '../api/client.ts'
import type { Role } from '../api/types.ts'
import { CheckField, Field } from '../parts/field.tsx'
import { ErrorNotice, Notice, Waiting } from '../parts/notice.tsx'
import { Panel } from '../parts/page.tsx'
import { ROLE_NAMES } from './roles.ts'

type Policy = { second_factor_roles: Role[]; proof_minutes: number | null }
type Values = Record<Role, boolean> & { asks_again: boolean; minutes: string; password: string }

const ADDRESS = '/app/own/sign-in-policy'
const ROLES = ['owner', 'admin', 'member', 'reader', 'employee'] as const satisfies readonly Role[]
const DEFAULT_MINUTES = 15

/** The account's sign-in rules. Only an owner can change them. */
export function SignInPolicyPanel() {
  const policy = useQuery({ queryKey: ['sign-in-policy'], queryFn: () => readOwn<Policy>(ADDRESS) })
  const client = useQueryClient()
  const save = useMutation<Policy, Error, Values>({
    mutationFn: ({ password, ...values }) =>
      callOwn<Policy>('PUT', ADDRESS, {
        second_factor_roles: ROLES.filter((role) => values[role]),
        // The service rejects anything that is not a number, and gives the reason.
        proof_minutes: values.asks_again ? Number(values.minutes) || 0 : null,
        password,
      }),
    onSuccess: (saved) => client.setQueryData(['sign-in-policy'], saved),
  })
  if (!policy.data) return policy.error ? <ErrorNotice error={policy.error} /> : <Waiting />
  return (
    <PolicyForm
      policy={policy.data}
      save={save}
      // Resets the form to the saved values, without the password.
      key={JSON.stringify(policy.data)}
    />
  )
}

function valuesOf(policy: Policy): Values {
  const has = (role: Role) => policy.second_factor_roles.includes(role)
  return {
    owner: has('owner'),
    admin: has('admin'),
    member: has('member'),
    reader: has('reader'),
    employee: has('employee'),
    asks_again: policy.proof_minutes !== null,
    minutes: String(policy.proof_minutes ?? DEFAULT_MINUTES),
    password: '',
  }
}

type Save = UseMutationResult<Policy, Error, Values>

function PolicyForm({ policy, save }: { policy: Policy; save: Save }) {
  const { register, handleSubmit, watch } = useForm<Values>({ defaultValues: valuesOf(policy) })
  return (
    <Panel title="Signing in">
      <form className="form" onSubmit={handleSubmit((values) => save.mutate(values))} noValidate>
        <fieldset>
          <legend>Two-factor sign-in is required for</legend>
          {ROLES.map((role) => (
            <CheckField
              key={role}
              label={role === 'employee' ? 'Employees in self-service' : ROLE_NAMES[role]}
            >
              {(control) => <input type="checkbox" {...control} {...register(role)} />}
            </CheckField>
          ))}
        </fieldset>
        <CheckField
          label="Ask for the password or second factor again before sensitive work"
          help="Bank accounts, showing tax numbers, exports, imports, keys and approvals."
        >
          {(control) => <input type="checkbox" {...control} {...register('asks_again')} />}
        </CheckField>
        {watch('asks_again') && (
          <Field label="Ask again after (minutes)">
            {(control) => <input inputMode="numeric" {...control} {...register('minutes')} />}
          </Field>
        )}
        <Field label="Your password">
          {(control) => (
            <input type="password" autoComplete="current-password" {...control} {...register('password')} />
          )}
        </Field>
        <ErrorNotice error={save.error} />
        {save.isSuccess && <Notice kind="good">Saved. It applies from the next click.</Notice>}
        <button type="submit" disabled={save.isPending || watch('password') === ''}>
          Save
        </button>
      </form>
    </Panel>
  )
}
