import { useCompany } from '../current-company.tsx'
import { ListEditor } from './list-editor.tsx'

const SHARES = { REMAINDER: 'The rest', FIXED: 'Dollars', PERCENTAGE: 'Percent' }
const FUNDS = { APRA: 'Fund (APRA)', SMSF: 'Self-managed (SMSF)' }

/** Where the net pay goes, in order. */
export function BankAccounts({ employeeId }: { employeeId: number }) {
  const { isNz } = useCompany()
  return (
    <ListEditor
      title="Bank accounts"
      help="Paid in this order; the last one takes the rest. While there is one here, the bank details of the form below are not used."
      add="Add an account"
      path={`/api/employees/${employeeId}/bank-accounts`}
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

/** Where super goes. */
export function SuperFunds({ employeeId }: { employeeId: number }) {
  return (
    <ListEditor
      title="Super funds"
      help="All funds together make 100 percent. While there is one here, the fund of the form below is not used."
      add="Add a fund"
      path={`/api/employees/${employeeId}/super-funds`}
      blank={{
        fund_type: 'APRA',
        fund_name: '',
        usi: '',
        abn: '',
        esa: '',
        member_number: '',
        percentage: '100',
      }}
      columns={[
        { name: 'fund_name', label: 'Fund' },
        { name: 'fund_type', label: 'Kind', options: FUNDS },
        { name: 'usi', label: 'USI', when: (row) => row.fund_type !== 'SMSF' },
        { name: 'abn', label: 'ABN', when: (row) => row.fund_type === 'SMSF' },
        { name: 'esa', label: 'Service address', when: (row) => row.fund_type === 'SMSF' },
        { name: 'member_number', label: 'Member number' },
        { name: 'percentage', label: 'Percent', isNumber: true },
      ]}
    />
  )
}
