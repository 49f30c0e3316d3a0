import { useMutation, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link } from 'wouter'
import { call, download } from '../api/client.ts'
import { inPlainLabels } from '../employees/labels.ts'
import { day } from '../format.ts'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { ErrorNotice, Waiting } from '../parts/notice.tsx'
import { Panel } from '../parts/page.tsx'
import { paths } from '../paths.ts'
import { type BulkJob, type BulkRun, fileOf, remarksOf, STEP_WORDS, type WholeBulkJob } from './bulk-types.ts'

/** All runs of a job that is done, from all pages. */
export function useAllRuns(job: BulkJob | undefined) {
  return useQuery({
    queryKey: ['api', `/api/bulk-jobs/${job?.id}`, 'all', JSON.stringify(job?.counts)],
    enabled: job?.is_done === true,
    queryFn: async () => {
      const runs: BulkRun[] = []
      for (let after: number | null = 0; after !== null; ) {
        const page: WholeBulkJob = await call('GET', `/api/bulk-jobs/${job?.id}?limit=500&after=${after}`)
        runs.push(...page.runs)
        after = page.next
      }
      return runs
    },
  })
}

/** Every run with its remarks and its bank file, which can be downloaded one by one or all together. */
export function BulkRuns({ runs, error }: { runs: BulkRun[] | undefined; error: Error | null }) {
  const files = useMutation({
    mutationFn: async (wanted: readonly BulkRun[]) => {
      for (const run of wanted) {
        const id = fileOf(run)
        const path = `/api/company/${run.company_id}/payments/files/${id}/content`
        if (id !== null) await download(path, `bank file ${id}.txt`, { prefix: `${run.company} ` })
      }
    },
  })
  const { mutate: get, isPending } = files
  const withFile = (runs ?? []).filter((run) => fileOf(run) !== null)
  const columns = useMemo(
    (): Column<BulkRun>[] => [
      {
        id: 'company',
        title: 'Company',
        value: (run) => run.company,
        cell: (run) => (
          <Link
            href={
              run.pay_run_id === null ? paths.pays(run.company_id) : paths.run(run.company_id, run.pay_run_id)
            }
          >
            {run.company}
          </Link>
        ),
      },
      {
        id: 'day',
        title: 'Pay day',
        isShort: true,
        value: (run) => run.pay_date ?? '',
        cell: (run) => day(run.pay_date),
      },
      {
        id: 'done',
        title: 'Done',
        value: (run) =>
          run.outcomes
            .filter(({ state }) => state === 'done')
            .map(({ step }) => STEP_WORDS[step])
            .join(', '),
      },
      { id: 'remarks', title: 'Remarks', value: (run) => remarksOf(run).map(inPlainLabels).join(' ') },
      {
        id: 'file',
        title: 'Bank file',
        isPlain: true,
        value: () => '',
        cell: (run) =>
          fileOf(run) !== null && (
            <button
              type="button"
              className="small reads"
              disabled={isPending}
              aria-label={`Download the bank file of ${run.company}`}
              onClick={() => get([run])}
            >
              Download
            </button>
          ),
      },
    ],
    [get, isPending],
  )
  return (
    <Panel
      title="All runs of this job"
      actions={
        withFile.length > 1 && (
          <button type="button" className="reads" disabled={isPending} onClick={() => get(withFile)}>
            {isPending ? 'Downloading …' : `Download all ${withFile.length} bank files`}
          </button>
        )
      }
    >
      <ErrorNotice error={error ?? files.error} />
      {runs ? (
        <DataTable
          caption="All runs of this job"
          rows={runs}
          columns={columns}
          rowKey={(run) => run.id}
          pageSize={50}
        />
      ) : (
        !error && <Waiting lines={6} />
      )}
    </Panel>
  )
}
