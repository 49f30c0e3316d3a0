import { useState } from 'react'
import { Link } from 'wouter'
import { ApiError, download } from '../api/client.ts'
import { useApi, useWrite } from '../api/hooks.ts'
import type { Company, ObjectSchema } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { words } from '../format.ts'
import { ErrorNotice, FormProblem, Notice, Waiting } from '../parts/notice.tsx'
import { Page, Panel } from '../parts/page.tsx'
import { changedMembers, SchemaFields, toValues, useSchemaForm } from '../parts/schema-form.tsx'
import { paths } from '../paths.ts'
import { companyTabs } from './tabs.ts'

const LABELS: Record<string, string> = {
  abn: 'ABN',
  nzbn: 'NZBN',
  ird_number: 'IRD number',
  address1: 'Address',
  address2: 'Address, second line',
  city: 'Town or suburb',
  state: 'State or region',
  country: 'Country code',
  bank_bsb: 'BSB',
  bank_account_number: 'Account number',
  bank_account_name: 'Account name',
  bank_name_code: 'Bank',
  direct_entry_user_id: 'Direct entry user id (APCA)',
  pay_cycle_anchor: 'A date that ends a pay period',
  days_in_arrears: 'Days after the period’s end that pays are paid',
  is_stp_enabled: 'Reports through Single Touch Payroll',
  is_payday_filing_enabled: 'Files on paydays',
}

const namer = {
  labelOf: (field: string) => LABELS[field] ?? words(field),
  optionOf: (_: string, code: string) => words(code),
}

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
  const error = schema.error ?? record.error
  return (
    <Page
      title="Company"
      lead={company.legal_name}
      tabs={companyTabs(company.id)}
      actions={
        <>
          <button type="button" onClick={() => void download(`${api}/export`, `company-${company.id}.zip`)}>
            Export everything
          </button>
          <Link href={paths.newCompany} className="button">
            New company
          </Link>
        </>
      }
    >
      <ErrorNotice error={error} />
      {schema.data && record.data ? (
        <Form schema={schema.data} record={record.data} key={record.data.updated_at} />
      ) : (
        !error && <Waiting />
      )}
    </Page>
  )
}

function Form({ schema, record }: { schema: ObjectSchema; record: Company }) {
  const { api, isNz } = useCompany()
  const [start] = useState(() => toValues(schema, record))
  const form = useSchemaForm(start)
  const save = useWrite<Company>('/api/company')
  const problems = save.error instanceof ApiError ? save.error.fields : {}
  const submit = form.handleSubmit((values) =>
    save.mutate({ method: 'PATCH', path: api, body: changedMembers(schema, start, values) }),
  )
  return (
    <form className="form" onSubmit={submit} noValidate>
      {partsOf(isNz).map(({ title, fields }) => (
        <Panel key={title} title={title}>
          <SchemaFields {...{ form, schema, fields, namer, problems }} required={['legal_name']} />
        </Panel>
      ))}
      <div className="buttons sticky">
        <button type="submit" className="main" disabled={save.isPending}>
          {save.isPending ? 'Saving …' : 'Save changes'}
        </button>
        <FormProblem error={save.error} fields={problems} />
        {save.isSuccess && <Notice kind="good">Saved.</Notice>}
      </div>
    </form>
  )
}
