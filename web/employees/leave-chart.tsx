import { roundMoney } from '../format.ts'
import type { Liability } from './liability.ts'

const SHOWN = 10

/** The ten largest leave liabilities as bars. The table shows everyone. */
export function LeaveChart({ rows }: { rows: Liability[] }) {
  const largest = rows.slice(0, SHOWN).filter(({ total }) => total > 0)
  const most = largest[0]?.total ?? 1
  return (
    <ul className="bar-list">
      {largest.map(({ employee, total }) => (
        <li key={employee.id}>
          <span>
            {employee.first_name.charAt(0)}. {employee.last_name}
          </span>
          <i style={{ width: `${(total / most) * 100}%` }} />
          <span>{roundMoney(total)}</span>
        </li>
      ))}
    </ul>
  )
}
