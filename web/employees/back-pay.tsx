import { Link } from 'wouter'
import { useApi, useWrite } from '../api/hooks.ts'
import type { EmployeeChange, Pay } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { day, money } from '../format.ts'
import { ErrorNotice, Notice } from '../parts/notice.tsx'
import { paths } from '../paths.ts'
import { rowsOf } from '../pays/pay-request.ts'

type Owed = NonNullable<EmployeeChange['back_payment']>

/** What a late rise owes, and the button that puts it on the employee's draft with its method. */
export function BackPay({ owed, employeeId }: { owed: Owed; employeeId: number }) {
  const { api, company, isNz } = useCompany()
  const drafts = useApi<Pay[]>(`${api}/pays?employee_id=${employeeId}&status=pending`)
  const add = useWrite<Pay>(`${api}/pay`, `/api/employees/${employeeId}`)
  const draft = drafts.data?.find(({ termination }) => !termination)
  const put = (pay: Pay) => {
    const rows = rowsOf(pay)
    const body = { ...rows, back_payments: [...rows.back_payments, owed] }
    add.mutate({ method: 'PUT', path: `${api}/pays/${pay.id}`, body })
  }
  return (
    <Notice kind="warning">
      <p>
        Back pay of {money(owed.amount)} is owed for {day(owed.start_date)} to {day(owed.end_date)}.{' '}
        {isNz ? 'It is taxed as an extra pay.' : 'It is taxed by method B(i) over that time.'}
      </p>
      <ErrorNotice error={drafts.error ?? add.error} />
      {draft ? (
        <button type="button" className="small" disabled={add.isPending} onClick={() => put(draft)}>
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
