import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { ApiError, download, isChangedMeanwhile } from '../api/client.ts'
import { useApi, useWrite } from '../api/hooks.ts'
import type { Company, Jurisdiction, ObjectSchema } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { AddressBox } from '../employees/address-box.tsx'
import { optionOf } from '../employees/labels.ts'
import { STATES } from '../employees/states.ts'
import { words } from '../format.ts'
import { MergedNotice, useMergedForm } from '../parts/merged-form.tsx'
import { ErrorNotice, FormProblem, Notice, Waiting } from '../parts/notice.tsx'
import { Page, Panel } from '../parts/page.tsx'
import { RevealNumbers } from '../parts/reveal-numbers.tsx'
import { type Namer, SchemaFields, useSchemaForm } from '../parts/schema-form.tsx'
import { changedMembers, toValues } from '../parts/schema-values.ts'
import { useUnsaved } from '../parts/unsaved.tsx'
import { paths } from '../paths.ts'
import { payPeriodChoices } from '../pays/codes.ts'
import { plainWords } from '../plain-words.ts'
import { DeleteCompany } from './delete-company.tsx'
import { COMPANY_LABELS } from './labels.ts'
import { StpSender } from './stp-sender.tsx'
import { companyTabs } from './tabs.ts'

const namerOf = (country: Jurisdiction): Namer => ({
  labelOf: (field) =>
    field === 'state' ? (country === 'NZ' ? 'Region' : 'State') : (COMPANY_LABELS[field] ?? words(field)),
  optionOf: (_, code) => optionOf('pay_period', code),
  choices: { state: STATES[country], default_pay_period: payPeriodChoices(country === 'NZ') },
  controls: { address1: AddressBox, city: AddressBox },
  helps: {
    address1: 'Type the street and the suburb, then choose.',
    days_in_arrears:
      'For example 3 if a week ends on Sunday and is paid on Wednesday. 0: paid on the last day.',
    pay_cycle_anchor: 'Weeks and fortnights are counted from it.',
    bank_account_number: '',
    bank_bsb: '',
    bank_name_code: 'Three letters, such as CBA, for the header of the bank file.',
    abn: '',
    is_stp_enabled: '',
    is_payday_filing_enabled: '',
    ird_number: '',
    nzbn: '',
  },
})

type Part = { title: string; fields: string[] }

const partsOf = (isNz: boolean): Part[] => [
  {
    title: 'Identity',
    fields: ['legal_name', 'trading_name', ...(isNz ? ['ird_number', 'nzbn'] : ['abn', 'branch_number'])],
  },
  { title: 'Address', fields: ['address1', 'address2', 'city', 'state', 'postcode', 'country'] },
  { title: 'Contact', fields: ['contact_name', 'email_address', 'phone'] },
  {
    title: 'Account that wages are paid from',
    fields: isNz
      ? ['bank_account_number', 'bank_account_name']
      : ['bank_bsb', 'bank_account_number', 'bank_account_name', 'bank_name_code', 'direct_entry_user_id'],
  },
  {
    title: 'Pay periods and reporting',
    fields: [
      'default_pay_period',
      'pay_cycle_anchor',
      'days_in_arrears',
      isNz ? 'is_payday_filing_enabled' : 'is_stp_enabled',
    ],
  },
]

/** The company's own details. */
export function DetailsPage() {
  const { company, api } = useCompany()
  const schema = useApi<ObjectSchema>('/api/schema/components/CompanyPartialUpdate.json?resolved=true')
  const record = useApi<Company>(api)
  const [saved, setSaved] = useState<{ count: number; warnings: string[] }>({ count: 0, warnings: [] })
  const take = useMutation({ mutationFn: () => download(`${api}/export`, `company-${company.id}.zip`) })
  const error = schema.error ?? record.error
  return (
    <Page
      title="Company"
      lead={company.legal_name}
      tabs={companyTabs(company.id)}
      actions={
        <>
          <button type="button" className="reads" disabled={take.isPending} onClick={() => take.mutate()}>
            {take.isPending ? 'Exporting …' : 'Export everything'}
          </button>
          <Link href={paths.newCompany} className="button writes">
            New company
          </Link>
        </>
      }
    >
      <ErrorNotice error={error ?? take.error} />
      {saved.warnings.length > 0 && (
        <Notice kind="warning">
          Saved. Please note:
          <ul>
            {saved.warnings.map((warning) => (
              <li key={warning}>{plainWords(warning)}</li>
            ))}
          </ul>
        </Notice>
      )}
      {schema.data && record.data ? (
        <Form
          schema={schema.data}
          record={record.data}
          // The key is not the record's version, because typed values must stay when the record is read
          // again.
          key={saved.count}
          isSaved={saved.count > 0}
          onSaved={(warnings) => setSaved(({ count }) => ({ count: count + 1, warnings }))}
        />
      ) : (
        !error && <Waiting lines={8} />
      )}
      {record.data?.jurisdiction === 'AU' && record.data.is_stp_enabled && <StpSender />}
      <RevealNumbers path={api} labelOf={(name) => COMPANY_LABELS[name] ?? words(name)} />
      <DeleteCompany />
    </Page>
  )
}

type FormProps = {
  schema: ObjectSchema
  record: Company
  isSaved: boolean
  /** Called with the warnings from the service. */
  onSaved: (warnings: string[]) => void
}

function Form({ schema, record, isSaved, onSaved }: FormProps) {
  const { api, isNz, company } = useCompany()
  const [start] = useState(() => toValues(schema, record))
  const form = useSchemaForm(start)
  const save = useWrite<Company & { warnings?: string[] }>('/api/company', '/api/companies')
  const error = isChangedMeanwhile(save.error) ? null : save.error
  const problems = error instanceof ApiError ? error.fields : {}
  const { isDirty } = form.formState
  useUnsaved(isDirty && !save.isPending)
  const submit = form.handleSubmit((values) => {
    const { values: known, version } = merged.base.current
    const body = changedMembers(schema, known, values)
    // A promise and not a callback: the company is read again, so this form may be unmounted by then.
    return save.mutateAsync({ method: 'PATCH', path: api, body, version }).then(
      ({ warnings = [] }) => onSaved(warnings),
      () => {},
    )
  })
  const merged = useMergedForm({
    form,
    schema,
    start,
    path: api,
    error: save.error,
    resend: () => void submit(),
  })
  const namer = namerOf(company.jurisdiction)
  return (
    <form className="form" onSubmit={submit} noValidate>
      {partsOf(isNz).map(({ title, fields }) => (
        <Panel key={title} title={title}>
          <SchemaFields {...{ form, schema, fields, namer, problems }} required={['legal_name']} />
        </Panel>
      ))}
      <MergedNotice {...{ merged, namer }} />
      <div className="buttons sticky">
        <button type="submit" className="main" disabled={save.isPending}>
          {save.isPending ? 'Saving …' : 'Save changes'}
        </button>
        <FormProblem error={error} fields={problems} />
        {isDirty && !error && <span className="soft">Not saved yet</span>}
        {isSaved && !isDirty && <Notice kind="good">Saved.</Notice>}
      </div>
    </form>
  )
}
