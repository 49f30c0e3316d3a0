import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { useWrite } from '../api/hooks.ts'
import type { Pay } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { ErrorNotice, Notice, Waiting } from '../parts/notice.tsx'
import { paths } from '../paths.ts'
import { plainWords } from '../plain-words.ts'

/** Deletes a pay, after showing the consequences. */
export function DeletePay({ pay }: { pay: Pay }) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <button type="button" className="danger" onClick={() => setIsAsking(true)}>
        Delete
      </button>
      {isAsking && <DeleteDialog pay={pay} onClose={() => setIsAsking(false)} />}
    </>
  )
}

function DeleteDialog({ pay, onClose }: { pay: Pay; onClose: () => void }) {
  const { company, api } = useCompany()
  const [, navigate] = useLocation()
  const path = `${api}/pays/${pay.id}`
  const look = useWrite<{ warnings: string[] }>()
  const remove = useWrite<void>(`${api}/pay-runs`, '/api/employees', `${api}/employees`)
  const { mutate } = look
  useEffect(() => mutate({ method: 'DELETE', path: `${path}?dry_run=true` }), [mutate, path])
  const go = () =>
    remove.mutate(
      { method: 'DELETE', path },
      { onSuccess: () => navigate(paths.run(company.id, pay.pay_run_id ?? 0)) },
    )
  return (
    <Dialog title={`Delete the pay of ${pay.format_name}?`} onClose={onClose}>
      <div className="form">
        <p>
          Leave and year-to-date figures are restored as if it had never existed.
          {pay.status === 'processed' && ' The amounts already paid become money to recover.'}
        </p>
        {look.isPending && <Waiting text="Checking the consequences …" />}
        {look.data?.warnings.map((sentence) => (
          <Notice key={sentence} kind="warning">
            {plainWords(sentence)}
          </Notice>
        ))}
        <ErrorNotice error={look.error ?? remove.error} />
        <div className="buttons">
          <button type="button" className="danger" disabled={remove.isPending || look.isPending} onClick={go}>
            Delete the pay
          </button>
          <button type="button" onClick={onClose}>
            Keep it
          </button>
        </div>
      </div>
    </Dialog>
  )
}
