import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call, download } from '../api/client.ts'
import { useWrite } from '../api/hooks.ts'
import type { Journal } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { invalidatePaths } from './invalidate-paths.ts'

/** The files and the journal of a processed run. Creating one refetches the run's stages. */
export function usePayouts(runId: number) {
  const { api, company } = useCompany()
  const client = useQueryClient()
  const stale = () => invalidatePaths(client, `${api}/pay`, `${api}/reconciliation`, `${api}/obligations`)
  const bankFile = useMutation({
    mutationFn: () => download(`${api}/pay-runs/${runId}/bank-file`, `bank-file-${runId}.txt`),
    onSuccess: stale,
  })
  const superFile = useMutation({
    mutationFn: async () => {
      const path = `/api/super-payments/${company.id}/files`
      const { id } = await call<{ id: number }>('POST', path, { pay_run_id: runId })
      return download(`${path}/${id}`, `super-${id}.csv`)
    },
    onSuccess: () => Promise.all([stale(), invalidatePaths(client, `/api/super-payments/${company.id}`)]),
  })
  const writeJournal = useWrite<Journal[]>(`${api}/journals`, `${api}/pay-runs/${runId}/stages`)
  return {
    bankFile,
    superFile,
    journal: {
      ...writeJournal,
      mutate: () =>
        writeJournal.mutate({ method: 'POST', path: `${api}/journals`, body: { pay_run_id: runId } }),
    },
  }
}
