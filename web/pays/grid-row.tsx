import { memo } from 'react'
import { Link } from 'wouter'
import type { Pay, RunComparison } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { money, quantity } from '../format.ts'
import { Badge } from '../parts/badge.tsx'
import { paths } from '../paths.ts'
import type { GridColumn } from './grid-columns.ts'
import type { PayRequest } from './pay-request.ts'
import { PayslipButton } from './payslip-button.tsx'
import { loanOf, retirementOf } from './sums.ts'
import { isFixed, ROW_PX, type Typing } from './use-grid.ts'

export type Person = RunComparison['people'][number]

type Props = {
  pay: Pay
  row: number
  columns: GridColumn[]
  rows: PayRequest
  isDirty: boolean
  person: Person | undefined
  /** The column the keyboard is at; -1: in another row. */
  active: number
  typing: Typing | null
  grid: string
  onEdit: (pay: Pay) => void
  onClick: (row: number, column: number) => void
  onType: (typing: Typing) => void
  onLeave: () => void
}

/** One person of the grid. It is drawn anew only when something of it changed. */
export const GridRow = memo((props: Props) => {
  const { pay, row, columns, rows, isDirty, person, active, typing, grid, onEdit, onClick } = props
  const { isNz } = useCompany()
  const isLocked = isFixed(pay)
  return (
    <tr aria-rowindex={row + 2} className={isDirty ? 'dirty' : undefined} style={{ height: ROW_PX }}>
      <Who pay={pay} />
      {columns.map((column, index) => {
        const isActive = index === active
        const value = column.read(rows)
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the grid itself hears the keys
          // biome-ignore lint/a11y/useFocusableInteractive: the grid holds the focus and names the cell
          <td
            key={column.id}
            id={`${grid}-${row}-${index}`}
            // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of a table that is a grid
            role="gridcell"
            className={`number typed${isActive ? ' active' : ''}${isLocked ? ' fixed' : ''}`}
            aria-selected={isActive}
            aria-readonly={isLocked || value === null}
            onClick={() => onClick(row, index)}
          >
            {isActive && typing ? <Box {...props} column={column} typing={typing} /> : written(column, value)}
          </td>
        )
      })}
      <Amount value={pay.gross} isSpare />
      <Amount value={pay.tax} isSpare />
      {isNz && <Amount value={loanOf(pay)} isSpare />}
      <Amount value={retirementOf(pay, isNz)} isSpare />
      <Amount value={pay.net} />
      <td className="number since">{sinceLastRun(pay, person)}</td>
      <td className="acts">
        {pay.status === 'pending' ? (
          <button
            type="button"
            className="small"
            disabled={pay.termination !== null}
            onClick={() => onEdit(pay)}
            aria-label={`Edit the pay of ${pay.format_name}`}
          >
            Edit
          </button>
        ) : (
          <PayslipButton pay={pay} isSmall />
        )}
      </td>
    </tr>
  )
})

function Who({ pay }: { pay: Pay }) {
  const { company } = useCompany()
  return (
    <th scope="row" className="who-column">
      <Link href={paths.pay(company.id, pay.id ?? 0)}>{pay.format_name}</Link>
      {pay.pay_department && <span className="soft"> {pay.pay_department}</span>}
      {pay.termination && <Badge text="Final pay" tone="warning" />}
      {pay.warnings.length > 0 && (
        <span className="look" title={pay.warnings.join('\n')}>
          <span aria-hidden="true">!</span>
          <span className="unseen">{pay.warnings.join(' ')}</span>
        </span>
      )}
    </th>
  )
}

function Box({ pay, column, typing, onType, onLeave }: Props & { column: GridColumn; typing: Typing }) {
  return (
    <input
      className={typing.isWrong ? 'wrong' : ''}
      aria-label={`${column.title} of ${pay.format_name}`}
      aria-invalid={typing.isWrong}
      inputMode="decimal"
      autoComplete="off"
      // biome-ignore lint/a11y/noAutofocus: it is what somebody just started to type into
      autoFocus
      value={typing.text}
      onChange={(event) => onType({ ...typing, text: event.target.value, isWrong: false })}
      onBlur={onLeave}
    />
  )
}

const Amount = ({ value, isSpare }: { value: number; isSpare?: boolean }) => (
  <td className={isSpare ? 'number spare' : 'number'}>{money(value)}</td>
)

/** A number of a column as the grid shows it; zeros are left out. */
export function written(column: GridColumn, value: number | null): string {
  if (value === null) return 'several'
  if (value === 0) return ''
  return column.unit === 'dollars' ? money(value) : quantity(Math.round(value * 10_000) / 10_000)
}

/** By how much the net differs from the run before, where somebody has one pay in both. */
function sinceLastRun(pay: Pay, person: Person | undefined): string {
  if (!person?.before) return person ? 'new' : ''
  if (person.pay_ids.length > 1) return ''
  const change = Math.round((pay.net - person.before.net) * 100) / 100
  return change === 0 ? 'same' : `${change > 0 ? '+' : '−'}${money(Math.abs(change))}`
}
