import { useApi } from '../api/hooks.ts'
import { money } from '../format.ts'

type Owed = { weeks: number | null; amount: number | null }
type Entitlements = {
  notice: Owed
  redundancy: Owed
  long_service_leave: Owed
  long_service_balance_weeks: number | null
}

type Props = { employeeId: number; terminationDate: string; reason: string; cessation: string }

/** The minimum entitlements at the end of an Australian employment, shown next to the termination form. */
export function OwedAtTheEnd({ employeeId, terminationDate, reason, cessation }: Props) {
  const query = new URLSearchParams({ termination_date: terminationDate, reason })
  if (reason === 'TERMINATION') query.set('cessation_type_code', cessation)
  const owed = useApi<Entitlements>(
    terminationDate ? `/api/employees/${employeeId}/entitlements?${query}` : null,
  ).data
  if (!owed) return null
  const { notice, redundancy, long_service_leave: longService, long_service_balance_weeks: balance } = owed
  return (
    <p className="soft">
      Legal minimum: notice {shown(notice)} if the employer ends it
      {reason === 'REDUNDANCY' && `, redundancy pay ${shown(redundancy)} unless the employer is small`}, long
      service leave {shown(longService)}
      {balance !== null && ` (${balance} weeks are accrued)`}. An award or agreement may give more.
    </p>
  )
}

function shown({ weeks, amount }: Owed): string {
  if (weeks === null) return 'not known'
  const text = `${weeks} ${weeks === 1 ? 'week' : 'weeks'}`
  return amount ? `${text} (${money(amount)})` : text
}
