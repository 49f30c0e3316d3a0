import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { FormButtons } from '../access/person-forms.tsx'
import { NeedsSecondFactor } from '../account/second-factor-panel.tsx'
import { ApiError } from '../api/client.ts'
import { useApi, useWrite } from '../api/hooks.ts'
import type { EmployeeRequest } from '../api/types.ts'
import { labelOf, valueText } from '../employees/labels.ts'
import { Dialog } from '../parts/dialog.tsx'
import { CheckField, Field } from '../parts/field.tsx'
import { FormProblem, Notice } from '../parts/notice.tsx'
import { Page, Panel } from '../parts/page.tsx'
import { OwnRequests } from './own-requests.tsx'
import type { Me } from './types.ts'

const TITLES: Record<string, string> = {
  details: 'Address and contacts',
  bank: 'Bank account',
  tax: 'Tax',
  super: 'Super',
}
/** Labels for employees, where those for payroll officers would be confusing. */
const OWN_LABELS: Record<string, string> = {
  kin_name: 'Next of kin',
  kin_relationship: 'Next of kin, relationship',
  kin_phone_mobile: 'Next of kin, mobile',
  primary_bank_account_name: 'Account name',
  primary_bank_account_number: 'Account number',
  primary_bank_bsb: 'BSB',
}
const FIRST_WORDS: Record<string, string> = {
  bank: 'your bank account',
  tax: 'your tax number',
  super: 'your super fund',
}
const nameOf = (field: string) => OWN_LABELS[field] ?? labelOf(field)

/** The details on record, and a form to request changes. */
export function DetailsPage({ me }: { me: Me }) {
  const [asking, setAsking] = useState<string | null>(null)
  const [isSent, setIsSent] = useState(false)
  const requests = useApi<EmployeeRequest[]>('/api/me/requests')
  const asked = (requests.data ?? []).filter(({ state }) => state === 'open').map(({ kind }) => String(kind))
  const waits = me.missing.filter((kind) => !asked.includes(kind))
  const [first] = requests.data ? waits : []
  // Changing existing details requires a second factor.
  const hasOthers = Object.keys(me.details).some((kind) => !me.missing.includes(kind))
  return (
    <Page title="Your details" lead="Changes apply once your payroll officer has approved them.">
      {first && (
        <Notice kind="warning">
          Your employer still needs {me.missing.map((kind) => FIRST_WORDS[kind] ?? kind).join(', ')}.{' '}
          <button type="button" className="main" onClick={() => setAsking(first)}>
            Enter it now
          </button>
        </Notice>
      )}
      {!me.has_second_factor && hasOthers && <NeedsSecondFactor />}
      {isSent && <Notice kind="good">Your request is on its way to your payroll officer.</Notice>}
      {Object.entries(me.details).map(([kind, fields]) => (
        <Panel
          key={kind}
          title={kind === 'super' && me.country === 'NZ' ? 'KiwiSaver' : (TITLES[kind] ?? kind)}
          actions={
            (me.has_second_factor || me.missing.includes(kind)) &&
            !asked.includes(kind) && (
              <button
                type="button"
                aria-label={`${me.missing.includes(kind) ? 'Enter' : 'Change'}: ${TITLES[kind]}`}
                onClick={() => setAsking(kind)}
              >
                {me.missing.includes(kind) ? 'Enter' : 'Change'}
              </button>
            )
          }
        >
          <dl className="facts">
            {Object.entries(fields).map(([name, value]) => (
              <div key={name}>
                <dt>{nameOf(name)}</dt>
                <dd>{value === null ? '–' : valueText(name, value)}</dd>
              </div>
            ))}
          </dl>
        </Panel>
      ))}
      <OwnRequests
        kinds={['details', 'bank', 'tax', 'super']}
        title="Your requests"
        empty="Nothing yet. Your requests are listed here with the answers."
      />
      {asking && (
        <AskForDetails
          key={asking}
          kind={asking}
          fields={me.details[asking] ?? {}}
          isFirst={me.missing.includes(asking)}
          onClose={() => setAsking(null)}
          onDone={() => {
            const rest = waits.filter((kind) => kind !== asking)
            setAsking(me.missing.includes(asking) ? (rest[0] ?? null) : null)
            setIsSent(true)
          }}
        />
      )}
    </Page>
  )
}

type Fields = Me['details'][string]
type Values = Record<string, string | boolean>

function AskForDetails(props: {
  kind: string
  fields: Fields
  isFirst: boolean
  onClose: () => void
  onDone: () => void
}) {
  const { kind, fields, isFirst, onClose, onDone } = props
  const ask = useWrite<EmployeeRequest>('/api/me')
  // A masked number is either typed in full or left unchanged.
  const start: Values = Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, typeof value === 'boolean' ? value : shown(value)]),
  )
  const { register, handleSubmit } = useForm<Values>({ defaultValues: { ...start, code: '' } })
  const [isUnchanged, setIsUnchanged] = useState(false)
  const problems = ask.error instanceof ApiError ? ask.error.fields : {}
  const submit = handleSubmit(({ code, ...values }) => {
    const changed = Object.entries(values).filter(([name, value]) => value !== start[name])
    setIsUnchanged(changed.length === 0)
    if (changed.length === 0) return
    const body = {
      kind,
      ...(isFirst ? {} : { code }),
      fields: Object.fromEntries(changed.map(([name, value]) => [name, value === '' ? null : value])),
    }
    ask.mutate({ method: 'POST', path: '/api/me/detail-requests', body }, { onSuccess: onDone })
  })
  return (
    <Dialog title={TITLES[kind] ?? kind} onClose={onClose}>
      <form className="form" onSubmit={submit} noValidate>
        {Object.entries(fields).map(([name, value]) =>
          typeof value === 'boolean' ? (
            <CheckField key={name} label={nameOf(name)}>
              {(control) => <input type="checkbox" {...control} {...register(name)} />}
            </CheckField>
          ) : (
            <Field
              key={name}
              label={nameOf(name)}
              help={isMasked(value) ? `Now ${value}. Leave empty to keep it.` : undefined}
              problem={problems[`fields.${name}`]}
            >
              {(control) => <input {...control} {...register(name)} autoComplete="off" />}
            </Field>
          ),
        )}
        {!isFirst && (
          <Field label="Code from your authenticator app" problem={problems.code}>
            {(control) => (
              <input className="code" {...control} {...register('code')} autoComplete="one-time-code" />
            )}
          </Field>
        )}
        {isUnchanged && <Notice kind="problem">Nothing is changed yet.</Notice>}
        <FormProblem error={ask.error} fields={problems} />
        <FormButtons
          text={isFirst ? 'Send to my payroll officer' : 'Ask for the change'}
          isBusy={ask.isPending}
          onClose={onClose}
        />
      </form>
    </Dialog>
  )
}

const isMasked = (value: Fields[string]) => typeof value === 'string' && value.startsWith('•••')
const shown = (value: Fields[string]) => (value === null || isMasked(value) ? '' : String(value))
