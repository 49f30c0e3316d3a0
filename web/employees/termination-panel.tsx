import { useMutation } from '@tanstack/react-query'
import { Link } from 'wouter'
import { download } from '../api/client.ts'
import { useApi } from '../api/hooks.ts'
import type { Employee } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { day } from '../format.ts'
import { ErrorNotice } from '../parts/notice.tsx'
import { Panel } from '../parts/page.tsx'
import { paths } from '../paths.ts'
import { Beneficiary } from './stp-details.tsx'
import { type Termination, TerminationResult } from './termination-result.tsx'

/** The termination: the payouts, the final pay, and the statement for the employee. */
export function TerminationPanel({ employee }: { employee: Employee }) {
  const { company, isNz } = useCompany()
  const ending = useApi<Termination>(`/api/employees/${employee.id}/termination`)
  if (!ending.data) return null
  const { pay_id: payId, reason } = ending.data
  const isDeath = !isNz && String(reason).startsWith('DEATH')
  return (
    <>
      <Panel
        title={`Ended on ${day(employee.termination_date)}`}
        actions={
          <>
            {payId !== null && <Link href={paths.pay(company.id, payId)}>Open the final pay</Link>}
            <StatementButton employee={employee} />
          </>
        }
      >
        <TerminationResult result={ending.data} />
      </Panel>
      {isDeath && <Beneficiary employee={employee} />}
    </>
  )
}

/** Downloads the termination statement. */
export function StatementButton({ employee }: { employee: Employee }) {
  const name = `${employee.last_name} ${employee.first_name} termination statement.pdf`
  const get = useMutation({
    mutationFn: () => download(`/api/employees/${employee.id}/termination/statement`, name),
  })
  return (
    <>
      <button type="button" className="reads" disabled={get.isPending} onClick={() => get.mutate()}>
        Download the statement
      </button>
      <ErrorNotice error={get.error} />
    </>
  )
}
