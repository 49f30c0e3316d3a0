import { useMutation } from '@tanstack/react-query'
import { Link } from 'wouter'
import { call } from '../api/client.ts'
import { useApi, useWrite } from '../api/hooks.ts'
import type { EmployeeChange, Pay } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { day, money } from '../format.ts'
import { ErrorNotice, Notice } from '../parts/notice.tsx'
import { paths } from '../paths.ts'
import { rowsOf } from '../pays/pay-request.ts'

type Owed = NonNullable<EmployeeChange['back_payment']>

/** The back pay owed for a late rise, and a button that adds it to the employee's draft with its method. */
export function BackPay({ owed, employeeId }: { owed: Owed; employeeId: number }) {
  const { api, company, isNz } = useCompany()
  const drafts = useApi<Pay[]>(`${api}/pays?employee_id=${employeeId}&status=pending`)
  const add = useWrite<Pay>(`${api}/pay`, `/api/employees/${employeeId}`)
  const draft = drafts.data?.find(({ termination }) => !termination)
  // The draft may have changed since this screen was opened, so the back pay is added to its current rows.
  const put = useMutation({
    mutationFn: async ({ id }: Pay) => {
      const path = `${api}/pays/${id}`
      const now = await call<Pay>('GET', `${path}?include_version=true`)
      const rows = rowsOf(now)
      const body = { ...rows, back_payments: [...rows.back_payments, owed] }
      return add.mutateAsync({ method: 'PUT', path, body, version: now.version })
    },
  })
  return (
    <Notice kind="warning">
      <p>
        Back pay of {money(owed.amount)} is owed for {day(owed.start_date)} to {day(owed.end_date)}.{' '}
        {isNz ? 'It is taxed as an extra pay.' : 'It is taxed by method B(i) over that time.'}
      </p>
      <ErrorNotice error={drafts.error ?? put.error} />
      {draft ? (
        <button type="button" className="small" disabled={put.isPending} onClick={() => put.mutate(draft)}>
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
