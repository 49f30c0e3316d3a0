import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { call } from '../api/client.ts'
import { useCompany } from '../current-company.tsx'
import { day, plural } from '../format.ts'
import { Dialog } from '../parts/dialog.tsx'
import { ErrorNotice } from '../parts/notice.tsx'
import { paths } from '../paths.ts'
import type { RunWithPays } from './run-with-pays.ts'

/** Discards a run without processed pays, after a confirmation. */
export function DiscardRun({ run }: { run: RunWithPays }) {
  const { company, api } = useCompany()
  const [, navigate] = useLocation()
  const [isAsking, setIsAsking] = useState(false)
  const client = useQueryClient()
  const path = `${api}/pay-runs/${run.pay_run_id}`
  const discard = useMutation({
    mutationFn: () => call<void>('DELETE', path),
    onSuccess: () => {
      navigate(paths.pays(company.id), { replace: true })
      // Refetches the lists, but not the run itself, because it no longer exists.
      const isOfRun = (address: unknown) => String(address).startsWith(path)
      void client.invalidateQueries({
        predicate: ({ queryKey: [, address] }) => /pay-runs(\?|$)/.test(String(address)) && !isOfRun(address),
      })
    },
  })
  return (
    <>
      <button type="button" className="danger" onClick={() => setIsAsking(true)}>
        Discard the run
      </button>
      {isAsking && (
        <Dialog title={`Discard the run to ${day(run.pay_run_end_date)}?`} onClose={() => setIsAsking(false)}>
          <p>
            {plural(run.pays.length, 'draft')} and everything typed into them will be lost. Nothing was paid
            or reported.
          </p>
          <ErrorNotice error={discard.error} />
          <div className="buttons">
            <button
              type="button"
              className="danger"
              disabled={discard.isPending}
              onClick={() => discard.mutate()}
            >
              Discard
            </button>
            <button type="button" onClick={() => setIsAsking(false)}>
              Keep it
            </button>
          </div>
        </Dialog>
      )}
    </>
  )
}
