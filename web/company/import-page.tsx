import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type DragEvent, useState } from 'react'
import { call, download, sendFile } from '../api/client.ts'
import { useApi } from '../api/hooks.ts'
import type { ImportKind, ImportResult } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { plural, words } from '../format.ts'
import { Field } from '../parts/field.tsx'
import { JobProgress } from '../parts/job-progress.tsx'
import { ErrorNotice, Notice, Waiting } from '../parts/notice.tsx'
import { Page, Panel } from '../parts/page.tsx'
import { ImportColumns, ImportRows } from './import-result.tsx'
import { companyTabs } from './tabs.ts'

type Options = { preset: string; dateFormat: string; payDate: string; periodEnd: string }
const DRAFTS_PAYS = new Set(['timesheets', 'leave-taken'])

/** Moving in: a file is dropped, every row is checked and shown, then all of it is stored or nothing. */
export function ImportPage() {
  const { company, api } = useCompany()
  const kinds = useApi<ImportKind[]>(`${api}/imports`)
  return (
    <Page title="Company" lead={company.legal_name} tabs={companyTabs(company.id)}>
      <ErrorNotice error={kinds.error} />
      {kinds.data ? <ImportForm kinds={kinds.data} /> : !kinds.error && <Waiting />}
    </Page>
  )
}

function ImportForm({ kinds }: { kinds: ImportKind[] }) {
  const { api, today } = useCompany()
  const client = useQueryClient()
  const [name, setName] = useState<string>(kinds[0]?.kind ?? 'employees')
  const [file, setFile] = useState<File | null>(null)
  const [options, setOptions] = useState<Options>({
    preset: '',
    dateFormat: 'YMD',
    payDate: today,
    periodEnd: '',
  })
  const kind = kinds.find((each) => each.kind === name)
  const path = `${api}/imports/${name}`
  const run = useMutation<ImportResult, Error, { sent: File; isTry: boolean }>({
    mutationFn: ({ sent, isTry }) => sendFile(`${path}?${queryOf(name, options, isTry)}`, sent),
    onSuccess: (result) => (result.is_stored ? client.invalidateQueries() : undefined),
  })
  const remember = useMutation<unknown, Error, { header: string; field: string | null }[]>({
    mutationFn: (columns) => call('PUT', `${path}/columns`, columns),
    onSuccess: () => file && run.mutate({ sent: file, isTry: true }),
  })
  const choose = (chosen: File | undefined) => {
    if (!chosen) return
    setFile(chosen)
    run.mutate({ sent: chosen, isTry: true })
  }
  const set = (change: Partial<Options>) => setOptions((before) => ({ ...before, ...change }))
  if (!kind) return null
  const result = run.data
  return (
    <div className="form">
      <Panel title="What the file holds">
        <Field label="The file holds" help={kind.about}>
          {(control) => (
            <select
              {...control}
              value={name}
              onChange={(event) => {
                setName(event.target.value)
                setFile(null)
                run.reset()
              }}
            >
              {kinds.map((each) => (
                <option key={each.kind} value={each.kind}>
                  {words(each.kind.replaceAll('-', '_'))}
                </option>
              ))}
            </select>
          )}
        </Field>
        <div className="fields">
          <OptionFields {...{ kind, options, set }} />
        </div>
        <div className="buttons">
          <button type="button" onClick={() => void download(`${path}/template`, `${name}.csv`)}>
            Download the template
          </button>
        </div>
      </Panel>
      <Panel title="File">
        <DropFile onFile={choose} name={file?.name} />
      </Panel>
      {(run.isPending || remember.isPending) && <JobProgress job="import" text="Checking every row" />}
      <ErrorNotice error={run.error ?? remember.error} />
      {result && file && (
        <>
          <ImportColumns
            kind={kind}
            columns={result.columns}
            onMatch={(columns) => remember.mutate(columns)}
          />
          <Panel title={result.is_stored ? 'Imported' : 'What the file would do'}>
            <ImportRows result={result} />
            {result.is_stored ? (
              <Notice kind="good">{plural(result.totals.rows, 'row', 'rows')} imported.</Notice>
            ) : (
              <div className="buttons">
                <button
                  type="button"
                  className="main"
                  disabled={run.isPending || result.totals.refused > 0}
                  onClick={() => run.mutate({ sent: file, isTry: false })}
                >
                  Import {plural(result.totals.rows, 'row', 'rows')}
                </button>
                {result.totals.refused > 0 && (
                  <Notice kind="problem">
                    {plural(result.totals.refused, 'row is', 'rows are')} refused: nothing is stored until
                    every row is right.
                    {result.rows.length < result.totals.rows && ' The table lists the first of them.'}
                  </Notice>
                )}
              </div>
            )}
          </Panel>
        </>
      )}
    </div>
  )
}

function queryOf(kind: string, options: Options, isTry: boolean): string {
  const query = new URLSearchParams({ date_format: options.dateFormat })
  if (isTry) query.set('dry_run', 'true')
  if (options.preset) query.set('preset', options.preset)
  if (DRAFTS_PAYS.has(kind)) {
    query.set('pay_date', options.payDate)
    if (options.periodEnd) query.set('period_end_date', options.periodEnd)
  }
  return query.toString()
}

type OptionProps = { kind: ImportKind; options: Options; set: (change: Partial<Options>) => void }

function OptionFields({ kind, options, set }: OptionProps) {
  return (
    <>
      {kind.presets.length > 0 && (
        <Field label="Column names of" help="The template’s names are always known.">
          {(control) => (
            <select
              {...control}
              value={options.preset}
              onChange={(event) => set({ preset: event.target.value })}
            >
              <option value="">the template</option>
              {kind.presets.map(({ preset, name }) => (
                <option key={preset} value={preset}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      <Field label="Dates are written as">
        {(control) => (
          <select
            {...control}
            value={options.dateFormat}
            onChange={(event) => set({ dateFormat: event.target.value })}
          >
            <option value="YMD">2026-07-31</option>
            <option value="DMY">31/07/2026</option>
          </select>
        )}
      </Field>
      {DRAFTS_PAYS.has(kind.kind) && (
        <>
          <Field label="Pay date" help="The drafts are planned to be paid on this day.">
            {(control) => (
              <input
                type="date"
                {...control}
                value={options.payDate}
                onChange={(event) => set({ payDate: event.target.value })}
              />
            )}
          </Field>
          <Field label="Period ends on" help="Left empty: the period that holds the pay date.">
            {(control) => (
              <input
                type="date"
                {...control}
                value={options.periodEnd}
                onChange={(event) => set({ periodEnd: event.target.value })}
              />
            )}
          </Field>
        </>
      )}
    </>
  )
}

function DropFile({ onFile, name }: { onFile: (file: File | undefined) => void; name: string | undefined }) {
  const drop = (event: DragEvent) => {
    event.preventDefault()
    onFile(event.dataTransfer.files[0])
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra; the file field inside does the same by keyboard
    <div onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <Field
        label="CSV file"
        help={name ? `${name}. Drop another file here to check it.` : 'Choose a file, or drop it here.'}
      >
        {(control) => (
          <input
            type="file"
            accept=".csv,text/csv"
            {...control}
            onChange={(event) => onFile(event.target.files?.[0])}
          />
        )}
      </Field>
    </div>
  )
}
