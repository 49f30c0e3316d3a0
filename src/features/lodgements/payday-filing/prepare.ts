import {
  buildAmendment,
  buildReturn,
  type Filer,
  type LineChange,
  lineRecord,
  NO_IRD_NUMBER,
} from '../../../countries/nz/payday-filing/build.ts'
import { buildDetails } from '../../../countries/nz/payday-filing/build-details.ts'
import type { FileRecord } from '../../../countries/nz/payday-filing/records.ts'
import { checkFile } from '../../../countries/nz/payday-filing/validate.ts'
import { formatName } from '../../../http/view.ts'
import { present } from '../../../kernel/values/present.ts'
import type { Service } from '../../../service.ts'
import type { FormerIdentity, ReportError } from '../lodgements/index.ts'
import { adjustmentLeft, adjustmentsOf, type LeftAdjustment, leftOf } from './adjustments.ts'
import { type FilingContext, openLine } from './context.ts'
import type { SameLine } from './join-queries.ts'
import { isSameLine, keyOf, lineAsFiled, lineFacts, type PriorAdjustments } from './lines.ts'
import type { FiledLine, LineRow } from './load.ts'
import {
  detailsOf,
  leftOutOf,
  type People,
  type PersonDetails,
  type ReportedPeople,
  reportedOf,
} from './people.ts'
import { type Payday, type PlannedLine, type PreparedFiling, plannedLine, reversalOf } from './planned.ts'

type Context = {
  service: Service
  known: FilingContext
  filer: Filer
  formers: readonly FormerIdentity[]
}
/** The context of one payday. */
type PaydayContext = {
  people: People
  reported: ReportedPeople
  rows: readonly LineRow[]
  prior: PriorAdjustments
}
type Change = {
  before: FileRecord | null
  planned: PlannedLine
  alsoGone: PlannedLine | null
  identityId: number | null
  /** The pays were deleted: an adjustment of an earlier period stays in the line, or goes with it. */
  adjustment?: LeftAdjustment
}

/**
 * Compares a payday's pays with the filed lines. New lines make a return, and changed lines make an
 * amendment. `same` lists pays whose lines already match, and `sameLines` these lines with their current pays.
 */
export function prepareFilings(
  context: Context,
  payday: Payday,
): { filings: PreparedFiling[]; same: number[]; sameLines: SameLine[] } {
  const known = contextOf(context, payday)
  const wrong = new Set(context.formers.flatMap((former) => (former.is_wrong ? [former.id] : [])))
  const held = payday.filed.filter((line) => !payday.without.has(line.employee_id))
  const filed = held.filter((line) => !wrong.has(line.identity_id ?? 0))
  const filedKeys = new Set(filed.map(keyOf))
  const fresh = known.rows.filter((row) => !filedKeys.has(keyOf(row)))
  const { changes: found, same, sameLines } = changesOf(context, payday, known, filed, fresh)
  const reversed = held.filter((line) => wrong.has(line.identity_id ?? 0) && line.line !== null)
  const changes = [...found, ...reversed.map((line) => wrongLine(context, line))]
  const moved = new Set(changes.flatMap(({ alsoGone, planned }) => (alsoGone ? [keyOfLine(planned)] : [])))
  const returned = fresh.filter((row) => !moved.has(keyOf(row)))
  const filings: PreparedFiling[] = []
  if (returned.length > 0 || payday.isFinalReturn) filings.push(returnOf(context, payday, known, returned))
  for (const [identityId, own] of Map.groupBy(changes, (change) => change.identityId))
    filings.push(amendmentOf(context, payday, known, own, { identityId, hasReturn: returned.length > 0 }))
  return { filings, same, sameLines }
}

/**
 * A line that was filed under a wrong number of the employer is amended to nil. Its pays are filed under the
 * right number.
 */
function wrongLine({ service }: Context, line: FiledLine): Change {
  return {
    before: openLine(service, line, line.line ?? ''),
    planned: { ...reversalOf(line), payIds: [] },
    alsoGone: null,
    identityId: line.identity_id,
  }
}

function contextOf({ known, service }: Context, payday: Payday): PaydayContext {
  const { people, dates, lines } = known
  const rows = (known.rows.get(payday.payDate) ?? []).filter((row) => !payday.without.has(row.employee_id))
  return {
    people,
    rows,
    reported: { dates, lines, optOuts: payday.optOuts },
    prior: adjustmentsOf(service, payday, rows),
  }
}

/**
 * Filed lines that are out of date. A line that moved to another tax code is one change, from the old code to
 * the new.
 */
function changesOf(
  { service }: Context,
  payday: Payday,
  { people, rows, prior }: PaydayContext,
  filed: readonly FiledLine[],
  fresh: readonly LineRow[],
): { changes: Change[]; same: number[]; sameLines: SameLine[] } {
  const now = new Map(rows.map((row) => [keyOf(row), row]))
  const free = [...fresh]
  const { isIdentityRenewed } = payday
  const same: number[] = []
  const sameLines: SameLine[] = []
  const changes = filed.flatMap((line): Change[] => {
    const before = line.line === null ? null : openLine(service, line, line.line)
    const row = now.get(keyOf(line))
    if (!row && before !== null) {
      const place = free.findIndex((each) => each.employee_id === line.employee_id)
      const [next] = place < 0 ? [] : free.splice(place, 1)
      if (next) {
        const record = lineAsFiled(before, next, people, { prior, isIdentityRenewed })
        const planned = plannedLine(next, record)
        return [{ before, planned, alsoGone: reversalOf(line), identityId: line.identity_id }]
      }
    }
    const left = row || before === null ? null : leftOf(before, payday.prior.get(line.employee_id))
    const record = row
      ? before
        ? lineAsFiled(before, row, people, { prior, isIdentityRenewed })
        : lineRecord(lineFacts(row, people, prior))
      : (left?.record ?? null)
    if (isSameLine(before, record)) {
      same.push(...(row?.pay_ids ?? []))
      if (row) sameLines.push({ ...line, pay_ids: row.pay_ids, gone_ids: without(line.pay_ids, row.pay_ids) })
      return []
    }
    const planned = row
      ? { ...plannedLine(row, record), payIds: union(row.pay_ids, line.pay_ids) }
      : { ...reversalOf(line), record }
    const { identity_id: identityId } = line
    return [
      {
        before,
        planned,
        alsoGone: null,
        identityId,
        ...(left?.adjustment ? { adjustment: left.adjustment } : {}),
      },
    ]
  })
  return { changes, same, sameLines }
}

const without = (ids: readonly number[], others: readonly number[]) =>
  ids.filter((id) => !others.includes(id))
const union = (a: readonly number[], b: readonly number[]) => [...new Set([...a, ...b])]

function returnOf(
  { filer }: Context,
  payday: Payday,
  { people, reported, prior }: PaydayContext,
  rows: readonly LineRow[],
): PreparedFiling {
  const { payDate, isFinalReturn } = payday
  const facts = rows.map((row) => lineFacts(row, people, prior))
  const { lines: file, totals } = buildReturn(filer, payDate, facts, { isFinalReturn })
  const lines = rows.map((row, index) => plannedLine(row, lineRecord(present(facts[index]))))
  const { lines: count, ...amounts } = totals
  const returned = lines.map((line) => ({ ...line, isReturned: true }))
  return finish(
    'submit',
    payday,
    lines,
    file,
    detailsOf(returned, people, reported, payDate),
    filer,
    people,
    {
      employee_lines: String(count),
      ...Object.fromEntries(Object.entries(amounts).map(([name, sum]) => [snake(name), sum.toFixed(2)])),
    },
  )
}

function amendmentOf(
  { filer: presentFiler, formers, known }: Context,
  payday: Payday,
  { people: currentPeople, reported }: PaydayContext,
  changes: readonly Change[],
  options: { identityId: number | null; hasReturn: boolean },
): PreparedFiling {
  const people = options.identityId === null ? currentPeople : known.formerPeople
  const former = formers.find(({ id }) => id === options.identityId)
  const filer = former ? { ...presentFiler, irdNumber: former.ird_number ?? '' } : presentFiler
  const pairs = changes.map(({ before, planned }): LineChange => ({ filed: before, now: planned.record }))
  const file = buildAmendment(filer, payday.payDate, pairs)
  const lines = changes.map(({ planned }) => planned)
  // The next return reports a number that arrived later. An employee who has left has no next return.
  const amended = changes.map(({ before, planned }) => ({
    ...planned,
    isReturned:
      before?.ird_number === NO_IRD_NUMBER &&
      planned.record !== null &&
      planned.record.ird_number !== NO_IRD_NUMBER &&
      present(people.get(planned.employeeId)).is_terminated,
  }))
  const details = options.hasReturn ? [] : detailsOf(amended, people, reported, payday.payDate)
  const filing = finish('amend', { ...payday, isFinalReturn: false }, lines, file, details, filer, people, {})
  const { identityId } = options
  const warnings = [...filing.warnings, ...changes.flatMap((change) => adjustmentLeft(change, people))]
  return {
    ...filing,
    identityId,
    warnings,
    lines: [...lines, ...changes.flatMap(({ alsoGone }) => alsoGone ?? [])],
  }
}

function finish(
  kind: PreparedFiling['kind'],
  { payDate, isFinalReturn, sentAgain }: Payday,
  lines: readonly PlannedLine[],
  rows: readonly string[],
  details: readonly PersonDetails[],
  filer: Filer,
  people: People,
  totals: Record<string, string>,
): PreparedFiling {
  const file = fileOf(rows)
  const detailsFile = details.length > 0 ? fileOf(buildDetails(filer, details)) : null
  const perLine = kind === 'submit' ? 1 : 2
  const owners = details.flatMap((person) => [
    person.employeeId,
    ...person.taxCodes.map(() => person.employeeId),
  ])
  return {
    kind,
    identityId: null,
    payDate,
    isFinal: isFinalReturn,
    lines,
    totals,
    file,
    detailsFile,
    reported: reportedOf(details, people),
    errors: [
      ...errorsOf(file, people, (line) => lines[Math.floor((line - 1) / perLine)]?.employeeId),
      ...(detailsFile ? errorsOf(detailsFile, people, (line) => owners[line - 1]) : []),
    ],
    warnings: [
      ...leftOutOf(details, people),
      ...[...new Set(lines.map((line) => line.employeeId))].flatMap((id) => sentAgain.get(id) ?? []),
    ],
  }
}

function errorsOf(
  file: string,
  people: People,
  ownerOf: (line: number) => number | undefined,
): ReportError[] {
  return checkFile(file).map(({ line, field, rule, code, message }) => {
    const employee = people.get(line === 0 ? 0 : (ownerOf(line) ?? 0))
    return {
      employee_id: employee?.id ?? null,
      employee: employee ? formatName(employee) : null,
      field,
      rule,
      code,
      message,
    }
  })
}

const fileOf = (rows: readonly string[]) => `${rows.join('\r\n')}\r\n`
const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const keyOfLine = (line: PlannedLine) => `${line.employeeId}/${line.payRunId}/${line.taxCode}`
