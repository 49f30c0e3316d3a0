import type { Company } from '../../../database/tables/companies.ts'
import { formatName } from '../../../http/view.ts'
import { conflict, InvalidRequest } from '../../../kernel/problem.ts'
import { decimal } from '../../../kernel/values/money.ts'
import { present } from '../../../kernel/values/present.ts'
import type { Service } from '../../../service.ts'
import { type DraftContent, type StoredDrafts, writeDrafts } from './edit-drafts.ts'
import type { PayJob } from './job/pay-job.ts'
import { isCell, requireKept } from './kept-members.ts'
import type { Line } from './lines/lines.ts'
import { textOf } from './lines/match.ts'
import { withoutSplit } from './lines/split-rows.ts'
import type { DraftChange, PayHoursInput, PayLeaveInput } from './request/schema.ts'
import type { PayView } from './schema/pay.ts'

/** Changes individual lines of drafts in one run and keeps their other lines. Either all changes apply or none. */
export async function changeDrafts(
  service: Service,
  { company, runId, changes }: { company: Company; runId: number; changes: readonly DraftChange[] },
): Promise<StoredDrafts> {
  refuseRepeatedRows(changes)
  requireAmounts(changes)
  return writeDrafts(service, company, runId, changes, (job, index, shown) =>
    changed(job, present(changes[index]), { index, shown }),
  )
}

const LISTS = ['hours', 'leave', 'allowances'] as const
type List = (typeof LISTS)[number]

/** A sent row, with the keys that identify its line and its new amount. */
type Sent = { list: List; place: number; kind: string; description: string; amount: string }

function sentRows({ hours = [], leave = [], allowances = [] }: DraftChange): Sent[] {
  return [
    ...hours.map((row, place) => sent('hours', place, nameOf(row), row.description, row.value)),
    ...leave.map((row, place) => sent('leave', place, row.leave_type, row.description, row.hours)),
    ...allowances.map((row, place) =>
      sent('allowances', place, nameOf(row), row.description, row.amount ?? 0),
    ),
  ]
}

const sent = (
  list: List,
  place: number,
  kind: string,
  description: string,
  amount: number | string,
): Sent => ({
  list,
  place,
  kind,
  description,
  amount: textOf(amount),
})

const nameOf = ({ description }: { description: string }) => description.trim().toLowerCase()

/** Rejects a second row of the same kind, because both would refer to the same cell. */
function refuseRepeatedRows(changes: readonly DraftChange[]): void {
  const places = changes.flatMap((change, index) => {
    const seen = new Set<string>()
    return sentRows(change).flatMap(({ list, place, kind, description }) => {
      const key = `${list}:${kind}`
      if (!seen.has(key)) {
        seen.add(key)
        return []
      }
      const what = list === 'leave' ? `leave_type ${kind}` : `"${description.trim()}"`
      const msg = `A change can have one row of each kind: ${what} is sent twice for this pay. To give it several rows, replace the rows of the pay`
      return [{ loc: ['body', index, list, place], msg, type: 'value_error' }]
    })
  })
  if (places.length > 0) throw new InvalidRequest(places)
}

/** Zero removes an allowance. A missing amount is more likely an oversight, so it is rejected. */
function requireAmounts(changes: readonly DraftChange[]): void {
  const places = changes.flatMap(({ allowances = [] }, index) =>
    allowances.flatMap(({ description, amount }, place) => {
      if (amount !== undefined && amount !== null) return []
      const msg = `"${description.trim()}" has no amount. Send its amount, or 0 to remove it`
      return [{ loc: ['body', index, 'allowances', place, 'amount'], msg, type: 'missing' }]
    }),
  )
  if (places.length > 0) throw new InvalidRequest(places)
}

/** The position of the change in the request, and the draft as last shown. */
type Place = { index: number; shown: PayView }

/**
 * The draft's lines with the sent amounts, plus the new rows. Lines keep their requested values, not those reduced by the
 * last calculation. The same cells therefore always give the same pay.
 */
function changed(job: PayJob, change: DraftChange, { index, shown }: Place): DraftContent {
  let lines = [...(job.existing?.lines ?? [])]
  const added: Sent[] = []
  for (const row of sentRows(change)) {
    const own = lines.filter((line) => isOf(line, row))
    if (own.length > 1)
      throw conflict(
        `The pay of ${formatName(job.employee)} has several rows of "${row.description}": change them in the pay itself.`,
      )
    if (Number(row.amount) === 0) lines = lines.filter((line) => !own.includes(line))
    else if (own.length === 0) added.push(row)
    else {
      for (const line of own.filter(isCell))
        requireKept(line, shown[row.list], change[row.list]?.[row.place] ?? {}, [
          'body',
          index,
          row.list,
          row.place,
        ])
      lines = lines.map((line) => (own.includes(line) ? withAmount(line, row.amount) : line))
    }
  }
  const isAdded = (list: List) => (_row: unknown, place: number) =>
    added.some((row) => row.list === list && row.place === place)
  const rate = job.employee.pay_rate_per_hour
  return {
    lines,
    request: {
      pay_department: job.department,
      hours: (change.hours ?? []).filter(isAdded('hours')).map((row) => withoutUsualRate(row, rate)),
      leave: (change.leave ?? []).filter(isAdded('leave')).map((row) => withoutUsualRate(row, rate)),
      allowances: (change.allowances ?? []).filter(isAdded('allowances')),
      // The draft's existing lines already include these.
      deductions: [],
      bonuses: [],
      pay_sacrifices: [],
      back_payments: [],
    },
  }
}

function isOf(line: Line, { list, kind }: Sent): boolean {
  if (line.kind === 'leave') return list === 'leave' && line.details.leave_type === kind
  const ownList = line.kind === 'hours' ? 'hours' : line.kind === 'allowance' ? 'allowances' : null
  return ownList === list && nameOf(line) === kind
}

function withAmount(line: Line, amount: string): Line {
  if (line.kind === 'hours') return { ...line, details: { ...line.details, value: amount } }
  if (line.kind === 'allowance') return { ...line, details: { ...line.details, amount, units: '1' } }
  if (line.kind !== 'leave') return line
  const { hours, loading_given: loading } = line.details
  return {
    ...line,
    details: { ...withoutSplit(line.details), hours: amount, loading_given: shareOf(loading, amount, hours) },
  }
}

/** An entered loading applies to the hours it was entered with, so it is scaled to the new hours. */
function shareOf(loading: string | null, hours: string, before: string): string | null {
  if (loading === null || Number(before) === 0) return loading
  return decimal(loading).times(decimal(hours)).div(decimal(before)).toFixed()
}

/** A removed row that is sent again with the employee's usual rate follows that rate, as it did before. */
function withoutUsualRate<Row extends PayHoursInput | PayLeaveInput>(row: Row, usual: string | null): Row {
  if (usual === null || row.rate === null || row.rate === undefined) return row
  if (('rate_reference' in row && row.rate_reference) || ('rate_description' in row && row.rate_description))
    return row
  const expected = decimal(usual).times(decimal(textOf(row.multiplier ?? 1)))
  return expected.eq(decimal(textOf(row.rate))) ? { ...row, rate: null } : row
}
