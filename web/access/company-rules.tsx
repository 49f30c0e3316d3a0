import { useForm } from 'react-hook-form'
import { ApiError } from '../api/client.ts'
import { useApi, useSession, useWrite } from '../api/hooks.ts'
import { useCompany } from '../current-company.tsx'
import { CheckField, Field } from '../parts/field.tsx'
import { ErrorNotice, FormProblem, Notice, Waiting } from '../parts/notice.tsx'
import { Panel } from '../parts/page.tsx'
import { AS_NUMBER, numberOrText } from '../typed-numbers.ts'
import { managesAccount } from './roles.ts'

type Rules = {
  masks_numbers: boolean
  approve_runs: 'off' | 'always' | 'above'
  approve_runs_above: number | null
  approve_accounts: boolean
  approve_files: boolean
  hold_accounts: boolean
}

const CHECKS = [
  ['approve_accounts', 'A changed bank account, or a new payee, needs two people'],
  ['approve_files', 'A bank file or contribution file needs two people'],
  ['hold_accounts', 'Money for a changed bank account waits for a day'],
  ['masks_numbers', 'Applications see tax and bank account numbers masked'],
] as const

/** The company's rules for approvals, changed bank accounts and masked numbers. For owners and admins. */
export function CompanyRules() {
  const { api } = useCompany()
  const rules = useApi<Rules>(`${api}/rules`)
  const role = useSession().data?.role
  if (rules.error) return <ErrorNotice error={rules.error} />
  if (!rules.data) return <Waiting />
  if (!role || !managesAccount(role)) return null
  return <Form path={`${api}/rules`} rules={rules.data} key={JSON.stringify(rules.data)} />
}

function Form({ path, rules }: { path: string; rules: Rules }) {
  const save = useWrite<Rules>(path, '/api/approvals')
  const { register, handleSubmit, watch } = useForm<Record<string, unknown>>({
    defaultValues: { ...rules, approve_runs_above: rules.approve_runs_above ?? '' },
  })
  const problems = save.error instanceof ApiError ? save.error.fields : {}
  const submit = handleSubmit((values) => {
    const amount = String(values.approve_runs_above ?? '')
    const body = Object.fromEntries(CHECKS.map(([name]) => [name, values[name] === true]))
    const above = values.approve_runs === 'above' && amount !== '' ? numberOrText(amount) : null
    save.mutate({
      method: 'PATCH',
      path,
      body: {
        ...body,
        approve_runs: values.approve_runs,
        approve_runs_above: above,
        for_companies_without_rules: values.for_companies_without_rules === true,
      },
    })
  })
  return (
    <Panel title="What needs two people">
      <form className="form" onSubmit={submit} noValidate>
        <Field label="Processing pays" problem={problems.approve_runs}>
          {(control) => (
            <select {...control} {...register('approve_runs')}>
              <option value="off">Needs one person</option>
              <option value="always">Always needs two people</option>
              <option value="above">Needs two people above an amount</option>
            </select>
          )}
        </Field>
        {watch('approve_runs') === 'above' && (
          <Field label="Paid on one day is above (dollars)" problem={problems.approve_runs_above}>
            {(control) => (
              <input inputMode="decimal" {...control} {...register('approve_runs_above', AS_NUMBER)} />
            )}
          </Field>
        )}
        {CHECKS.map(([name, label]) => (
          <CheckField key={name} label={label}>
            {(control) => <input type="checkbox" {...control} {...register(name)} />}
          </CheckField>
        ))}
        <CheckField label="Also for the other companies that have no rules yet">
          {(control) => <input type="checkbox" {...control} {...register('for_companies_without_rules')} />}
        </CheckField>
        <p className="soft">
          If any of these rules needs two people, giving the role of owner or admin and changing the rules
          need two people too.
        </p>
        <FormProblem error={save.error} fields={problems} />
        {save.isSuccess && <Notice kind="good">Saved.</Notice>}
        <button type="submit" disabled={save.isPending}>
          Save the rules
        </button>
      </form>
    </Panel>
  )
}
