import { useApi } from '../api/hooks.ts'
import type { LeaveLedger } from '../api/types.ts'
import { day, quantity } from '../format.ts'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { ErrorNotice, Notice } from '../parts/notice.tsx'
import { Panel } from '../parts/page.tsx'

type Balance = LeaveLedger['balances'][number]
type Lot = Balance['lots'][number]

/**
 * Leave by the year or day it arose, first in, first out (New Zealand). `path` is the payroll officer's or the employee's own.
 */
export function LeaveLedgerPanel({ path }: { path: string }) {
  const ledger = useApi<LeaveLedger>(path)
  const balances = (ledger.data?.balances ?? []).filter(({ lots }) => lots.length > 0)
  if (!ledger.error && balances.length === 0) return null
  return (
    <Panel title="Leave by year">
      <ErrorNotice error={ledger.error} />
      {balances.map((balance) => (
        <LotTable key={balance.balance} balance={balance} />
      ))}
      {ledger.data?.differences.map(({ balance, reason }) => (
        <Notice key={balance} kind="warning">
          {reason}
        </Notice>
      ))}
    </Panel>
  )
}

const number = (
  id: 'arisen' | 'taken' | 'cashed_up' | 'paid_out' | 'converted' | 'left',
  title: string,
): Column<Lot> => ({
  id,
  title,
  isNumber: true,
  value: (lot) => lot[id],
  cell: (lot) => quantity(lot[id]),
})
const COLUMNS: Column<Lot>[] = [
  {
    id: 'arose',
    title: 'Arose on',
    isShort: true,
    value: (lot) => lot.arose_on ?? '',
    cell: (lot) => (lot.arose_on === null ? 'Brought along' : day(lot.arose_on)),
  },
  number('arisen', 'Arisen'),
  number('taken', 'Taken'),
  number('cashed_up', 'Cashed up'),
  number('paid_out', 'Paid out'),
  number('left', 'Left'),
  { id: 'rule', title: 'Valued by', value: (lot) => lot.rule },
]

const CONVERTED = number('converted', 'Turned into hours')

function LotTable({ balance: { name, unit, left, in_advance, lots } }: { balance: Balance }) {
  return (
    <>
      <p>
        <strong>{name}</strong>: {quantity(left)} {unit}
        {in_advance > 0 && `, ${quantity(in_advance)} taken in advance`}
      </p>
      <DataTable
        caption={`${name}, in ${unit}`}
        rows={lots}
        columns={lots.some(({ converted }) => converted > 0) ? [...COLUMNS, CONVERTED] : COLUMNS}
        rowKey={(lot) => `${lot.arose_on} ${lot.arisen}`}
        empty="None yet."
      />
    </>
  )
}
