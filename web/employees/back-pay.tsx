import { Link } from 'wouter'
import { useApi, useWrite } from '../api/hooks.ts'
import type { EmployeeChange, Pay } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { day, money } from '../format.ts'
import { ErrorNotice, Notice } from '../parts/notice.tsx'
import { paths } from '../paths.ts'

type Owed = NonNullable<EmployeeChange['back_payment']>

/**
 * The back pay owed for a pay rise that was entered late, and a button that adds it to the employee's next
 * draft.
 */
export function BackPay({ owed, employeeId }: { owed: Owed; employeeId: number }) {
  const { api, company, isNz } = useCompany()
  const drafts = useApi<Pay[]>(`${api}/pays?employee_id=${employeeId}&status=pending`)
  const add = useWrite<unknown>(`${api}/pay`, `/api/employees/${employeeId}`)
  const draft = drafts.data?.find(({ termination }) => !termination)
  // The service splits it by the kind of hours, and adds it to the current rows of the next draft.
  const put = () =>
    add.mutate({
      method: 'POST',
      path: `/api/employees/${employeeId}/back-pay`,
      body: { since: owed.start_date },
    })
  return (
    <Notice kind="warning">
      <p>
        Back pay of {money(owed.amount)} is owed for {day(owed.start_date)} to {day(owed.end_date)}.{' '}
        {isNz
          ? 'It is taxed as an extra pay.'
          : 'It is taxed by method B(i) over that time, and by method B(ii) for an earlier income year.'}
      </p>
      <ErrorNotice error={drafts.error ?? add.error} />
      {draft ? (
        <button type="button" className="small" disabled={add.isPending} onClick={put}>
          Add it to the draft of {day(draft.pay_run_end_date)}
        </button>
      ) : (
        drafts.data && (
          <p>
            <Link href={paths.home(company.id)}>Start the next run</Link>, then add it here with one click.
          </p>
        )
      )}
    </Notice>
  )
}
