import type { Employee, FundSuggestion } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { TypeAhead } from '../parts/type-ahead.tsx'
import { type ListControl, ListEditor } from './list-editor.tsx'

const SHARES = { REMAINDER: 'The rest', FIXED: 'Dollars', PERCENTAGE: 'Percent' }
const FUNDS = { APRA: 'Fund (APRA)', SMSF: 'Self-managed (SMSF)' }
const tail = (number: unknown) => `…${String(number).slice(-4)}`

/** The bank accounts for net pay, in order. */
export function BankAccounts({ employee }: { employee: Employee }) {
  const { isNz } = useCompany()
  const inForm = employee.primary_bank_account_number
  return (
    <ListEditor
      title="Bank accounts"
      help="Paid in this order; the last one receives the rest."
      none={
        inForm
          ? `The net is paid to the account under Details: ${employee.primary_bank_bsb ?? ''} ${tail(inForm)}. An account here replaces it.`
          : 'No account yet: without one, the net pay cannot be in a bank file.'
      }
      add="Add an account"
      path={`/api/employees/${employee.id}/bank-accounts`}
      blank={{ account_name: '', bsb: '', account_number: '', amount_type: 'REMAINDER', amount: '' }}
      columns={[
        { name: 'account_name', label: 'Account name' },
        ...(isNz ? [] : [{ name: 'bsb', label: 'BSB' }]),
        { name: 'account_number', label: 'Account number' },
        { name: 'amount_type', label: 'Gets', options: SHARES },
        {
          name: 'amount',
          label: 'How much',
          isNumber: true,
          when: (row) => row.amount_type !== 'REMAINDER',
        },
      ]}
    />
  )
}

/** The employee's super funds. */
export function SuperFunds({ employee }: { employee: Employee }) {
  const inForm = employee.default_employee_fund_usi
  return (
    <ListEditor
      title="Super funds"
      help="Type the fund’s name or USI and choose. All funds must add up to 100 percent."
      none={
        inForm
          ? `Super goes to the fund under Details: ${inForm}. A fund here replaces it.`
          : 'No fund yet: without one, super cannot be in a contribution file.'
      }
      add="Add a fund"
      path={`/api/employees/${employee.id}/super-funds`}
      blank={{
        fund_type: 'APRA',
        fund_name: '',
        usi: '',
        abn: '',
        esa: '',
        bank_bsb: '',
        bank_account_number: '',
        bank_account_name: '',
        member_number: '',
        percentage: '100',
      }}
      columns={[
        { name: 'fund_name', label: 'Fund', control: FundBox },
        { name: 'fund_type', label: 'Kind', options: FUNDS },
        { name: 'usi', label: 'USI', when: (row) => row.fund_type !== 'SMSF' },
        { name: 'abn', label: 'ABN', when: isOwnFund },
        { name: 'esa', label: 'Service address', when: isOwnFund },
        { name: 'bank_bsb', label: 'Fund’s BSB', when: isOwnFund },
        { name: 'bank_account_number', label: 'Fund’s account', when: isOwnFund },
        { name: 'bank_account_name', label: 'Account name', when: isOwnFund },
        { name: 'member_number', label: 'Member number' },
        { name: 'percentage', label: 'Percent', isNumber: true },
      ]}
    />
  )
}

const isOwnFund = (row: Record<string, string>) => row.fund_type === 'SMSF'

/** The name of a fund, searched by name or USI. */
function FundBox({ form, index, control }: ListControl) {
  return (
    <TypeAhead<FundSuggestion>
      control={control}
      registered={form.register(`rows.${index}.fund_name`)}
      label="Super funds"
      path={(text) => `/api/super-funds/search?${new URLSearchParams({ text })}`}
      textOf={({ fund_name, usi }) => `${fund_name} (${usi})`}
      onChoose={({ fund_name, usi }) => {
        form.setValue(`rows.${index}.fund_name`, fund_name, { shouldDirty: true })
        form.setValue(`rows.${index}.usi`, usi, { shouldDirty: true })
        form.setValue(`rows.${index}.fund_type`, 'APRA')
      }}
    />
  )
}
