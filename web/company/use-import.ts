import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { call } from '../api/client.ts'
import { useApi } from '../api/hooks.ts'
import type { Employee, ImportKind, ImportResult } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { labelOf } from '../employees/labels.ts'
import { sectionsFor } from '../employees/sections.ts'
import { foreignHeadings, repeatedPeople } from '../import/doubts.ts'
import { findHeadings, type Matched, matchHeadings } from '../import/headings.ts'
import {
  type Doubts,
  type Fill,
  type PreparedRow,
  prepareRows,
  readTyped,
  withKnownNumbers,
  withUsual,
} from '../import/prepare.ts'
import { type RawTable, readPasted, readTable } from '../import/read-table.ts'
import { placesAlreadyPaid, rowsToStore, withDoubts } from './import-doubts.ts'
import { useUndo } from './use-undo.ts'

export type Options = { payDate: string; periodEnd: string }
export const DRAFTS_PAYS: ReadonlySet<string> = new Set(['timesheets', 'leave-taken'])

/** The rows of a file with its headings, and the user's edits by row and field. */
type Open = { name: string; readAs: string; skipped: number; header: string[]; body: string[][] }
type Edits = ReadonlyMap<number, Readonly<Record<string, string>>>

export type ImportState = ReturnType<typeof useImport>

/** The state of an import. The app reads and matches the file, and the service checks and stores it. */
export function useImport(kind: ImportKind, options: Options) {
  const { api, company } = useCompany()
  const client = useQueryClient()
  const path = `${api}/imports/${kind.kind}`
  const country = company.jurisdiction
  const [open, setOpen] = useState<Open | null>(null)
  const [choices, setChoices] = useState<ReadonlyMap<string, string | null>>(new Map())
  const [fill, setFill] = useState<Fill>({})
  const [edits, setEdits] = useState<Edits>(new Map())
  const [isPaidAgain, setPaidAgain] = useState(false)
  const [problem, setProblem] = useState<Error | null>(null)
  const remembered = useApi<Matched[]>(`${path}/columns`)
  const people = useApi<Employee[]>(kind.kind === 'employees' ? `${api}/employees` : null)
  const fields = useMemo(() => fieldsOf(kind, country), [kind, country])
  const chosen = useMemo(
    () =>
      new Map([
        ...(remembered.data ?? []).map(({ header, field }): [string, string | null] => [
          header.toLowerCase(),
          field,
        ]),
        ...choices,
      ]),
    [remembered.data, choices],
  )
  // Waits for the remembered choices and the employees. Otherwise the first choice would replace the
  // remembered ones with guesses, and every employee would seem new.
  const isReading = open !== null && (remembered.isLoading || people.isLoading)
  const prepared = useMemo(() => {
    if (!open || isReading) return null
    const matched = matchHeadings(open.header, fields, chosen, open.body)
    const all = prepareRows(open, matched, fields, { country, fill })
    const byName = new Map(fields.map((field) => [field.name, field]))
    const typed = all.rows.map((row, place) =>
      withTyped({ row, doubts: all.doubts[place] ?? {} }, edits.get(place), byName),
    )
    const own = typed.map(({ row }) => row)
    const rows = people.data ? withUsual(withKnownNumbers(own, people.data), people.data, byName) : own
    const repeated = people.data ? repeatedPeople(rows, people.data) : []
    const notes = all.notes.map((each, place) => (repeated[place] ? [repeated[place], ...each] : each))
    const doubts = typed.map((each) => each.doubts)
    return { ...all, rows, notes, doubts, repeats: repeated.filter(Boolean).length }
  }, [open, isReading, fields, chosen, fill, edits, people.data, country])
  const query = queryOf(kind.kind, options, true)
  const check = useMutation<ImportResult, Error, { rows: PreparedRow[]; query: string }>({
    mutationFn: (asked) => call('POST', `${path}?${asked.query}`, asked.rows),
  })
  const { mutate: checkRows } = check
  // The last result stays on the screen during the next check, because it contains the boxes to fix, and the
  // user may be typing in one.
  const [checked, setResult] = useState<ImportResult>()
  useEffect(() => {
    if (check.data) setResult(check.data)
  }, [check.data])
  const doubts = prepared?.doubts
  const result = useMemo(() => checked && withDoubts(checked, doubts ?? []), [checked, doubts])
  const forgetResult = () => {
    check.reset()
    setResult(undefined)
  }
  const rows = prepared?.rows
  const isKnown = prepared?.columns.some(({ field }) => field !== null) ?? false
  useEffect(() => {
    if (!rows || rows.length === 0 || !isKnown) return undefined
    // Checks once after several choices in quick succession.
    const timer = setTimeout(() => checkRows({ rows, query }), CHECK_MS)
    return () => clearTimeout(timer)
  }, [rows, query, isKnown, checkRows])

  const remember = useRemembering(`${path}/columns`, setProblem)
  const undo = useUndo(kind)
  const store = useMutation<ImportResult, Error, PreparedRow[]>({
    mutationFn: async (good) => {
      const file = { name: open?.name, partOf: undo.currentId }
      return call<ImportResult>('POST', `${path}?${queryOf(kind.kind, options, false, file)}`, good)
    },
    onSuccess: async ({ import_id: importId }) => {
      undo.show(importId)
      const refused = refusedPlaces(result)
      setEdits((before) => moved(before, refused))
      setOpen(
        (before) =>
          before && { ...before, body: before.body.filter((_row, place) => refused.includes(place)) },
      )
      // The remaining rows have new positions, so they are checked again before they are shown.
      forgetResult()
      setPaidAgain(false)
      await client.invalidateQueries()
    },
  })
  const take = async (name: string, read: () => RawTable | Promise<RawTable>) => {
    setProblem(null)
    store.reset()
    undo.show(null)
    forgetResult()
    setEdits(new Map())
    setPaidAgain(false)
    try {
      const { rows: all, readAs } = await read()
      setOpen({ name, readAs, ...findHeadings(all) })
    } catch (error) {
      setOpen(null)
      setProblem(error instanceof Error ? error : new Error('The file cannot be read.'))
    }
  }
  return {
    open,
    isReading,
    fields,
    fill,
    prepared,
    foreign: open ? foreignHeadings(open.header, country) : [],
    people: people.data,
    result,
    isChecking:
      check.isPending ||
      (result !== undefined && (check.variables?.rows !== rows || check.variables?.query !== query)),
    stored: store.data,
    isStoring: store.isPending,
    error: problem ?? check.error ?? store.error ?? remembered.error,
    takeFile: (file: File) =>
      take(file.name, async () => readTable(new Uint8Array(await file.arrayBuffer()))),
    takeText: (text: string) => take('Pasted cells', () => readPasted(text)),
    match: (header: string, field: string | null) => {
      const next = withChoice(prepared?.columns ?? [], header, field)
      setChoices(new Map(next.map((each) => [each.header.toLowerCase(), each.field])))
      remember(next)
    },
    fillWith: (field: string, value: string | boolean) =>
      setFill((before) => without({ ...before, [field]: value })),
    edit: (place: number, field: string, text: string) =>
      setEdits((before) => new Map(before).set(place, { ...before.get(place), [field]: text })),
    toStore: rowsToStore(rows ?? [], result, isPaidAgain).length,
    alreadyPaid: placesAlreadyPaid(result).size,
    isPaidAgain,
    setPaidAgain,
    store: () => store.mutate(rowsToStore(rows ?? [], result, isPaidAgain)),
    undo,
  }
}

const CHECK_MS = 250

/** The fields of the company's country, with their labels. */
function fieldsOf(kind: ImportKind, country: 'AU' | 'NZ') {
  const isShown =
    kind.kind === 'employees'
      ? new Set(
          sectionsFor(
            country,
            kind.fields.map(({ name }) => name),
          )
            .flatMap((section) => section.fields)
            // An import adds a New Zealand account to the list of accounts. In the form, accounts have a
            // separate page.
            .concat('primary_bank_account_number', 'primary_bank_account_name'),
        )
      : null
  return kind.fields
    .filter(({ name }) => isShown?.has(name) ?? true)
    .map((field) => ({ ...field, label: labelFor(field.name, country) }))
}

/** In a form, the section shows whose name a field is. In a list of columns, the label must say so. */
function labelFor(name: string, country: 'AU' | 'NZ'): string {
  const label = labelOf(name, country)
  return name.startsWith('kin_') ? `Next of kin: ${label.toLowerCase()}` : label
}

/** A field can have only one column. The column that had it before is skipped. */
function withChoice(columns: readonly Matched[], header: string, field: string | null): Matched[] {
  return columns.map((each) => {
    if (each.header === header) return { header, field }
    return { header: each.header, field: each.field === field ? null : each.field }
  })
}

const without = (fill: Fill): Fill =>
  Object.fromEntries(Object.entries(fill).filter(([, value]) => value !== ''))

type Fields = ReadonlyMap<string, ReturnType<typeof fieldsOf>[number]>

function withTyped(
  { row, doubts }: { row: PreparedRow; doubts: Doubts },
  typed: Readonly<Record<string, string>> | undefined,
  fields: Fields,
): { row: PreparedRow; doubts: Doubts } {
  const values: Record<string, string | boolean> = { ...row }
  const left: Record<string, string> = { ...doubts }
  for (const [name, text] of Object.entries(typed ?? {})) {
    const field = fields.get(name)
    if (!field) continue
    const { value, doubt } = readTyped(text, field)
    values[name] = value
    delete left[name]
    if (doubt) left[name] = doubt
  }
  return { row: without(values), doubts: left }
}

const refusedPlaces = (result: ImportResult | undefined) =>
  (result?.rows ?? []).filter(({ action }) => action === 'refused').map(({ row }) => row)

/** Moves the edits to the new positions of their rows. */
const moved = (edits: Edits, kept: readonly number[]): Edits =>
  new Map(kept.flatMap((before, now) => (edits.has(before) ? [[now, edits.get(before) ?? {}] as const] : [])))

/**
 * Sends the newest list after the response to the previous one. Each list contains all choices, so none is
 * lost.
 */
function useRemembering(path: string, onFail: (error: Error) => void) {
  const last = useRef<Promise<unknown>>(Promise.resolve())
  return (columns: Matched[]) => {
    const known = columns.map(({ header, field }) => ({ header, field }))
    last.current = last.current.then(() => call('PUT', path, known)).catch(onFail)
  }
}

const NAME_MAX = 200
/** The name of the file, and the import of its first rows. */
type FileOf = { name?: string | undefined; partOf?: number | undefined }

function queryOf(kind: string, options: Options, isTry: boolean, file: FileOf = {}): string {
  const query = new URLSearchParams({ named_by_field: 'true' })
  if (file.name) query.set('file_name', file.name.slice(0, NAME_MAX))
  if (file.partOf !== undefined) query.set('part_of', String(file.partOf))
  if (isTry) query.set('dry_run', 'true')
  if (DRAFTS_PAYS.has(kind)) {
    query.set('pay_date', options.payDate)
    if (options.periodEnd) query.set('period_end_date', options.periodEnd)
  }
  return query.toString()
}
