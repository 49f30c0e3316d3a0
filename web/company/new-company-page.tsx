import { useForm } from 'react-hook-form'
import { useLocation } from 'wouter'
import { ApiError } from '../api/client.ts'
import { useWrite } from '../api/hooks.ts'
import type { Company, Country } from '../api/types.ts'
import { Field } from '../parts/field.tsx'
import { FormProblem } from '../parts/notice.tsx'
import { Page, Panel } from '../parts/page.tsx'
import { paths } from '../paths.ts'
import { payPeriodChoices, payPeriodsOf } from '../pays/codes.ts'

type Values = { jurisdiction: Country; legal_name: string; number: string; default_pay_period: string }

/** Creates a company from its country and name. Its Home then lists what is missing. */
export function NewCompanyPage() {
  const [, navigate] = useLocation()
  const create = useWrite<Company>('/api/company', '/api/companies')
  const { register, handleSubmit, watch, getValues, setValue } = useForm<Values>({
    defaultValues: { jurisdiction: 'AU', legal_name: '', number: '', default_pay_period: 'WEEKLY' },
  })
  const isNz = watch('jurisdiction') === 'NZ'
  /** The other country may not have the chosen period. */
  const keepPeriod = ({ target }: { target: { value: string } }) => {
    const offered: readonly string[] = payPeriodsOf(target.value === 'NZ')
    if (!offered.includes(getValues('default_pay_period'))) setValue('default_pay_period', 'WEEKLY')
  }
  const numberName = isNz ? 'ird_number' : 'abn'
  const problems = create.error instanceof ApiError ? create.error.fields : {}
  const submit = handleSubmit(({ number, ...values }) =>
    create.mutate(
      {
        method: 'PUT',
        path: '/api/company/create',
        body: { ...values, ...(number ? { [numberName]: number } : {}) },
      },
      { onSuccess: ({ id }) => navigate(paths.home(id)) },
    ),
  )
  return (
    <Page title="New company">
      <Panel title="The company">
        <form className="form" onSubmit={submit} noValidate>
          <div className="fields">
            <Field label="Country" problem={problems.jurisdiction}>
              {(control) => (
                <select {...control} {...register('jurisdiction', { onChange: keepPeriod })}>
                  <option value="AU">Australia</option>
                  <option value="NZ">New Zealand</option>
                </select>
              )}
            </Field>
            <Field label="Legal name" isRequired problem={problems.legal_name}>
              {(control) => <input autoComplete="off" {...control} {...register('legal_name')} />}
            </Field>
            <Field label={isNz ? 'IRD number' : 'ABN'} problem={problems[numberName]}>
              {(control) => <input autoComplete="off" {...control} {...register('number')} />}
            </Field>
            <Field label="Pay period" problem={problems.default_pay_period}>
              {(control) => (
                <select {...control} {...register('default_pay_period')}>
                  {payPeriodChoices(isNz).map(({ value, text }) => (
                    <option key={value} value={value}>
                      {text}
                    </option>
                  ))}
                </select>
              )}
            </Field>
          </div>
          <FormProblem error={create.error} fields={problems} />
          <div className="buttons">
            <button type="submit" className="main" disabled={create.isPending}>
              Create the company
            </button>
          </div>
        </form>
      </Panel>
    </Page>
  )
}
