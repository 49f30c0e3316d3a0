import { type ClipboardEvent, type DragEvent, useState } from 'react'
import { download } from '../api/client.ts'
import { useApi } from '../api/hooks.ts'
import type { ImportKind } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { inLabels } from '../employees/labels.ts'
import { plural, words } from '../format.ts'
import { Field } from '../parts/field.tsx'
import { JobProgress } from '../parts/job-progress.tsx'
import { ErrorNotice, Notice, Waiting } from '../parts/notice.tsx'
import { Page, Panel } from '../parts/page.tsx'
import { plainWords } from '../plain-words.ts'
import { EarlierImports } from './earlier-imports.tsx'
import { ImportColumns } from './import-columns.tsx'
import { ImportRows, RowsToFix } from './import-rows.tsx'
import { undoneText } from './import-words.ts'
import { companyTabs } from './tabs.ts'
import { DRAFTS_PAYS, type ImportState, type Options, useImport } from './use-import.ts'

/** The import: the user drops a file or pastes cells. Every row is checked and shown before anything is stored. */
export function ImportPage() {
  const { company, api } = useCompany()
  const kinds = useApi<ImportKind[]>(`${api}/imports`)
  const [name, setName] = useState('employees')
  const kind = kinds.data?.find((each) => each.kind === name)
  return (
    <Page title="Company" lead={company.legal_name} tabs={companyTabs(company.id)}>
      <ErrorNotice error={kinds.error} />
      {!kinds.data && !kinds.error && <Waiting />}
      {kind && <ImportForm key={name} kind={kind} kinds={kinds.data ?? []} onKind={setName} />}
    </Page>
  )
}

type FormProps = { kind: ImportKind; kinds: ImportKind[]; onKind: (name: string) => void }

function ImportForm({ kind, kinds, onKind }: FormProps) {
  const { api, today } = useCompany()
  const [options, setOptions] = useState<Options>({ payDate: today, periodEnd: '' })
  const state = useImport(kind, options)
  const { current } = state.undo
  return (
    <div className="form">
      <Panel title="Contents of the file">
        <Field
          label="The file contains"
          help={`Each row: ${inLabels(kind.about.charAt(0).toLowerCase() + kind.about.slice(1))}`}
        >
          {(control) => (
            <select {...control} value={kind.kind} onChange={(event) => onKind(event.target.value)}>
              {kinds.map((each) => (
                <option key={each.kind} value={each.kind}>
                  {words(each.kind)}
                </option>
              ))}
            </select>
          )}
        </Field>
        {DRAFTS_PAYS.has(kind.kind) && <PayDates options={options} onChange={setOptions} />}
        <DropFile state={state} />
        <div className="buttons">
          <button
            type="button"
            onClick={() => void download(`${api}/imports/${kind.kind}/template`, `${kind.kind}.csv`)}
          >
            Download the template
          </button>
        </div>
      </Panel>
      <ErrorNotice error={state.error} />
      {current && <ErrorNotice error={state.undo.error} />}
      {state.undo.undone !== undefined && (
        <Notice kind="good">
          {undoneText(state.undo.undone)} {(state.undo.undone.warnings ?? []).map(plainWords).join(' ')}
        </Notice>
      )}
      {state.stored && state.undo.undone === undefined && (
        <Notice kind="good">
          {plural(state.stored.totals.rows, 'row')} imported.
          {state.prepared && state.prepared.rows.length > 0 && ' Fix the rows below and import them again.'}{' '}
          {current && (
            <button
              type="button"
              className="link"
              disabled={state.undo.isPending}
              onClick={() => state.undo.start(current)}
            >
              {state.undo.isPending ? 'Undoing …' : 'Undo this import'}
            </button>
          )}
        </Notice>
      )}
      {state.isReading && <Waiting />}
      {state.open && state.prepared && state.prepared.rows.length > 0 && (
        <>
          <ImportColumns state={state} />
          {(state.isChecking || state.isStoring) && <JobProgress job="import" text="Checking every row" />}
          <Preview state={state} />
        </>
      )}
      <EarlierImports undo={state.undo} />
    </div>
  )
}

function Preview({ state }: { state: ImportState }) {
  const { result } = state
  if (!result) return null
  return (
    <>
      <RowsToFix state={state} result={result} />
      <Panel title="What the import would change">
        {state.prepared && state.prepared.repeats > 0 && (
          <Notice kind="warning">
            {plural(state.prepared.repeats, 'row repeats a person', 'rows repeat a person')}: see the remarks.
            Take them out of the file, or give each person an employee number.
          </Notice>
        )}
        <p>
          {[
            [result.totals.create, 'new'],
            [result.totals.update, 'changed'],
            [result.totals.replace, 'replaced'],
            [result.totals.draft, 'drafted'],
            [result.totals.refused, 'to be fixed first'],
          ]
            .filter(([count]) => count)
            .map(([count, what]) => `${count} ${what}`)
            .join(', ')}
          . Nothing is stored yet.
        </p>
        <ImportRows state={state} result={result} />
        {state.alreadyPaid > 0 && (
          <Notice kind="warning">
            {plural(state.alreadyPaid, 'row is', 'rows are')} already in a draft or a pay: see the remarks.
            Was this file imported before?
            <label className="check-line">
              <input
                type="checkbox"
                checked={state.isPaidAgain}
                onChange={({ target }) => state.setPaidAgain(target.checked)}
              />
              <span>
                Import {state.alreadyPaid === 1 ? 'it' : 'them'} again: the hours are then paid twice.
              </span>
            </label>
          </Notice>
        )}
        <div className="buttons">
          <button
            type="button"
            className="main"
            disabled={state.isStoring || state.isChecking || state.toStore === 0}
            onClick={state.store}
          >
            Import {plural(state.toStore, 'row')}
          </button>
        </div>
      </Panel>
    </>
  )
}

function PayDates({ options, onChange }: { options: Options; onChange: (options: Options) => void }) {
  return (
    <div className="fields">
      <Field label="Pay date" help="The planned pay date of the drafts.">
        {(control) => (
          <input
            type="date"
            {...control}
            value={options.payDate}
            onChange={(event) => onChange({ ...options, payDate: event.target.value })}
          />
        )}
      </Field>
      <Field label="Period ends on" help="Optional: otherwise the period that includes the pay date.">
        {(control) => (
          <input
            type="date"
            {...control}
            value={options.periodEnd}
            onChange={(event) => onChange({ ...options, periodEnd: event.target.value })}
          />
        )}
      </Field>
    </div>
  )
}

function DropFile({ state }: { state: ImportState }) {
  const { open } = state
  const drop = (event: DragEvent) => {
    event.preventDefault()
    const [file] = event.dataTransfer.files
    if (file) void state.takeFile(file)
    else void state.takeText(event.dataTransfer.getData('text'))
  }
  const paste = (event: ClipboardEvent) => {
    event.preventDefault()
    const [file] = event.clipboardData.files
    if (file) void state.takeFile(file)
    else void state.takeText(event.clipboardData.getData('text'))
  }
  const titles = open && open.skipped > 0 ? ` The headings are in row ${open.skipped + 1}.` : ''
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra; the fields inside do the same by keyboard
    <div className="drop" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <Field
        label="File"
        help={
          open
            ? `${open.name}: ${open.readAs}, ${plural(open.body.length, 'row')}.${titles} Drop another file here to check that one.`
            : 'Excel (.xlsx) or CSV, as your old program exports it. Choose a file, or drop it here.'
        }
      >
        {(control) => (
          <input
            type="file"
            accept=".csv,.tsv,.txt,.xlsx,text/csv,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
            {...control}
            onChange={({ target }) => {
              const [file] = target.files ?? []
              if (file) void state.takeFile(file)
            }}
          />
        )}
      </Field>
      <Field label="Or paste cells" help="Copy them in a spreadsheet, with their headings.">
        {(control) => (
          <textarea rows={1} value="" onPaste={paste} readOnly={false} onChange={() => {}} {...control} />
        )}
      </Field>
    </div>
  )
}
