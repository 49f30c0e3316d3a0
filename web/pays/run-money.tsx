import type { QueryClient } from '@tanstack/react-query'
import { useApi } from '../api/hooks.ts'
import type { BankFileSummary, SuperContribution } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { money as dollars } from '../format.ts'
import { Notice } from '../parts/notice.tsx'
import type { RunWithPays } from './run-with-pays.ts'

/** Where the money of a run stands, as the service has it stored: the same after a reload and for everybody. */
export function useRunMoney(run: RunWithPays, isProcessed: boolean) {
  const { api, company, isNz } = useCompany()
  const summary = useApi<BankFileSummary>(
    isProcessed ? `${api}/pay-runs/${run.pay_run_id}/bank-file/summary` : null,
  ).data
  const supers = useApi<SuperContribution[]>(
    isProcessed && !isNz
      ? `/api/super-payments/${company.id}/contributions?pay_run_id=${run.pay_run_id}`
      : null,
  ).data
  const openSuper = (supers ?? []).reduce((sum, row) => sum + Math.max(0, row.open_amount), 0)
  return {
    summary,
    isPaid:
      summary !== undefined && summary.open_total === 0 && summary.in_file_total + summary.settled_total > 0,
    isSuperFiled: supers !== undefined && supers.length > 0 && openSuper === 0,
    overpaidSuper: (supers ?? [])
      .filter((row) => row.status === 'overpaid')
      .reduce((sum, row) => sum - row.open_amount, 0),
    bankLabel:
      summary && summary.open_total > 0 && summary.last_file_id !== null
        ? 'Bank file of what is open'
        : 'Bank file',
  }
}

/** What of the run is paid, open or to be recovered. */
export function RunMoney({ money: { summary, overpaidSuper } }: { money: ReturnType<typeof useRunMoney> }) {
  if (!summary) return null
  const isSent = summary.in_file_total + summary.settled_total > 0
  return (
    <>
      {isSent && (
        <p>
          In bank files {dollars(summary.in_file_total)}, settled {dollars(summary.settled_total)}, open{' '}
          {dollars(summary.open_total)}.
        </p>
      )}
      {summary.to_recover_total > 0 && (
        <Notice kind="warning">
          {dollars(summary.to_recover_total)} was paid and is not owed any more. Agree with the employee how
          it comes back; it is never taken from a later pay by itself.
        </Notice>
      )}
      {overpaidSuper > 0 && (
        <Notice kind="warning">{dollars(overpaidSuper)} of super was sent and is not owed any more.</Notice>
      )}
    </>
  )
}

/** Reads anew whatever was read from addresses that start like these. */
export function readAnew(client: QueryClient, ...touches: string[]): Promise<void> {
  return client.invalidateQueries({
    predicate: ({ queryKey: [kind, path] }) =>
      kind === 'api' && touches.some((touch) => String(path).startsWith(touch)),
  })
}
