import type { ReactNode } from 'react'
import type { Pay } from '../api/types.ts'
import { day, hours, money, quantity, words } from '../format.ts'
import { Panel } from '../parts/page.tsx'
import { ALLOWANCE_CATEGORIES, TAX_METHODS } from './codes.ts'

type Line = { name: string; note: string; amount: number }

/** The rows of a pay: hours, leave, additions and deductions, and the remaining leave. */
export function PayRows({ pay }: { pay: Pay }) {
  return (
    <Panel title="Pay lines">
      <Lines title="Hours" lines={pay.hours.map(hoursLine)} />
      <Lines title="Leave" lines={pay.leave.map(leaveLine)} />
      <Lines
        title="Allowances"
        lines={pay.allowances.map((row) => ({
          name: row.description,
          note: [
            row.units === 1 ? '' : `${quantity(row.units)} × ${money(row.amount)}`,
            row.allowance_category ? (ALLOWANCE_CATEGORIES[row.allowance_category] ?? '') : '',
            row.is_taxable ? '' : 'not taxed',
          ]
            .filter(Boolean)
            .join(' · '),
          amount: row.total_amount,
        }))}
      />
      <Lines
        title="Bonuses"
        lines={pay.bonuses.map((row) => ({
          name: row.description,
          note: TAX_METHODS[row.tax_method] ?? '',
          amount: row.amount,
        }))}
      />
      <Lines
        title="Back payments"
        lines={pay.back_payments.map((row) => ({
          name: row.description,
          note: words(row.stp_category),
          amount: row.amount,
        }))}
      />
      <Lines
        title="Salary sacrifice"
        lines={pay.pay_sacrifices.map((row) => ({
          name: row.description,
          note: row.is_super ? 'into super' : '',
          amount: -row.amount,
        }))}
      />
      <Lines
        title="Deductions"
        lines={pay.deductions.map((row) => ({
          name: row.description,
          note: words(row.classification),
          amount: -row.amount,
        }))}
      />
      {pay.leave_balance_rows.length > 0 && (
        <Block title="Leave after this pay">
          {pay.leave_balance_rows.map((row) => (
            <tr key={row.leave_type}>
              <td>{row.name}</td>
              <td className="number">{balance(row)}</td>
            </tr>
          ))}
        </Block>
      )}
    </Panel>
  )
}

function balance(row: Pay['leave_balance_rows'][number]): string {
  if (row.weeks !== undefined) return `${hours(row.weeks)} weeks`
  if (row.days !== undefined) return `${hours(row.days)} days`
  return `${hours(row.hours)} h`
}

const hoursLine = (row: Pay['hours'][number]): Line => ({
  name: row.description,
  note: `${quantity(row.value)} ${row.units} × ${money(row.rate)}${row.is_overtime ? ' · overtime' : ''}`,
  amount: row.pay_amount,
})

const leaveLine = (row: Pay['leave'][number]): Line => ({
  name: row.name,
  note: [
    `${quantity(row.hours)} h × ${money(row.rate)}`,
    day(row.date),
    row.leave_loading_amount > 0 ? `loading ${money(row.leave_loading_amount)}` : '',
  ]
    .filter(Boolean)
    .join(' · '),
  amount: row.amount,
})

function Lines({ title, lines }: { title: string; lines: Line[] }) {
  if (lines.length === 0) return null
  return (
    <Block title={title}>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two lines of a pay may be alike
        <tr key={`${line.name} ${index}`}>
          <td>
            {line.name}
            {line.note && <div className="soft">{line.note}</div>}
          </td>
          <td className="number">{money(line.amount)}</td>
        </tr>
      ))}
    </Block>
  )
}

function Block({ title, children }: { title: string; children: ReactNode }) {
  return (
    <table className="rows">
      <caption>{title}</caption>
      <tbody>{children}</tbody>
    </table>
  )
}
