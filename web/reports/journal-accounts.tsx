import { useState } from 'react'
import { useApi, useWrite } from '../api/hooks.ts'
import type { JournalAccount } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { Field } from '../parts/field.tsx'
import { FormFields } from '../parts/form-fields.tsx'
import { ErrorNotice, Notice, Waiting } from '../parts/notice.tsx'
import { Panel } from '../parts/page.tsx'

type JournalKind = JournalAccount['kind']

/** The kinds of amounts in journal order. */
const TITLES: Record<JournalKind, string> = {
  ordinary: 'Wages and salaries',
  overtime: 'Overtime',
  leave: 'Leave',
  allowances: 'Allowances',
  bonuses: 'Bonuses and back pay',
  termination: 'Termination payments',
  other: 'Other earnings',
  employer_super: 'Employer super',
  employer_kiwisaver: 'Employer KiwiSaver and funds',
  net_pay: 'Net pay',
  tax: 'Tax withheld',
  student_loan: 'Student loan deductions',
  deductions: 'Deductions',
  salary_sacrifice: 'Salary sacrifice',
  super_payable: 'Super payable',
  kiwisaver_payable: 'KiwiSaver and funds payable',
  esct: 'Contribution tax (ESCT)',
}

/** Liabilities. All other kinds are expenses. */
const OWED: ReadonlySet<JournalKind> = new Set([
  'net_pay',
  'tax',
  'student_loan',
  'deductions',
  'salary_sacrifice',
  'super_payable',
  'kiwisaver_payable',
  'esct',
])

/** Kinds of amounts in only one country. */
const ONLY_IN: Partial<Record<JournalKind, 'AU' | 'NZ'>> = {
  employer_super: 'AU',
  super_payable: 'AU',
  employer_kiwisaver: 'NZ',
  kiwisaver_payable: 'NZ',
  student_loan: 'NZ',
  esct: 'NZ',
}

/** The account for each kind of amount. Accounts of single departments are kept, but can only be changed through the API. */
export function JournalAccounts() {
  const { api } = useCompany()
  const accounts = useApi<JournalAccount[]>(`${api}/journal-accounts`)
  const save = useWrite<JournalAccount[]>(`${api}/journal-accounts`)
  return (
    <Panel title="Accounts">
      <ErrorNotice error={accounts.error} />
      {accounts.data ? (
        <Chart
          key={JSON.stringify(accounts.data)}
          accounts={accounts.data}
          isSaving={save.isPending}
          onSave={(body) => save.mutate({ method: 'PUT', path: `${api}/journal-accounts`, body })}
        />
      ) : (
        !accounts.error && <Waiting />
      )}
      <ErrorNotice error={save.error} />
      {save.data && <Notice kind="good">Saved. New journals use these accounts.</Notice>}
    </Panel>
  )
}

/** The form resets to the saved accounts. The result of saving is shown outside it. */
function Chart(props: {
  accounts: JournalAccount[]
  isSaving: boolean
  onSave: (accounts: JournalAccount[]) => void
}) {
  const { accounts, isSaving, onSave } = props
  const { company } = useCompany()
  const [codes, setCodes] = useState<Partial<Record<JournalKind, string>>>(() =>
    Object.fromEntries(accounts.filter((row) => !row.department).map((row) => [row.kind, row.account_code])),
  )
  const kinds = (Object.keys(TITLES) as JournalKind[]).filter(
    (kind) => (ONLY_IN[kind] ?? company.jurisdiction) === company.jurisdiction,
  )
  const departments = accounts.filter((row) => row.department)
  const submit = () => {
    const named = new Map(accounts.filter((row) => !row.department).map((row) => [row.kind, row]))
    const body = kinds.flatMap((kind): JournalAccount[] => {
      const code = codes[kind]?.trim()
      if (!code) return []
      const before = named.get(kind)
      const name = before?.account_code === code ? (before.account_name ?? null) : null
      return [{ kind, department: null, account_code: code, account_name: name }]
    })
    onSave([...body, ...departments])
  }
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <p className="help">
        The account code in your accounting system for each kind of amount. You are asked for missing ones
        when a journal needs them.
      </p>
      <div className="fields">
        <FormFields>
          {kinds.map((kind) => (
            <Field key={kind} label={TITLES[kind]} help={OWED.has(kind) ? 'Owed' : 'Expense'}>
              {(control) => (
                <input
                  {...control}
                  autoComplete="off"
                  maxLength={50}
                  value={codes[kind] ?? ''}
                  onChange={(event) => setCodes({ ...codes, [kind]: event.target.value })}
                />
              )}
            </Field>
          ))}
        </FormFields>
      </div>
      {departments.length > 0 && (
        <p className="help">
          {`Accounts of departments stay as they are: ${departments
            .map((row) => `${row.department}, ${TITLES[row.kind]}: ${row.account_code}`)
            .join('; ')}.`}
        </p>
      )}
      <div className="buttons">
        <button type="submit" className="main" disabled={isSaving}>
          Save the accounts
        </button>
      </div>
    </form>
  )
}
