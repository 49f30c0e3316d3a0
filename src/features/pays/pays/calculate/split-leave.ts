import type { LeavePart } from '../../../../countries/contract/country.ts'
import type { Rates } from '../../../../countries/index.ts'
import type { EmployeeLedger } from '../country/types.ts'
import { pastQuestionOf } from '../job/past-question.ts'
import type { PayJob } from '../job/pay-job.ts'
import { toPayLines } from '../lines/line-input.ts'
import type { AskedLeave, Line } from '../lines/lines.ts'
import { rateOfDay } from '../lines/pay-rates.ts'
import { askedLeaveOf } from '../lines/split-rows.ts'

/**
 * Splits requested leave that spans a public holiday into several lines and adds a note. A renewed pay splits again what was
 * requested. A pay recalculated from its stored facts keeps its lines, unless new rows of leave are sent for it.
 */
export function splitLeaveLines(
  job: PayJob,
  lines: readonly Line[],
  ledger: EmployeeLedger,
  rates: Rates,
): { lines: readonly Line[]; notes: string[] } {
  const mayAsk = job.facts ? job.request?.leave : job.request || job.isRenewed
  const isAsked = mayAsk && lines.some(({ kind }) => kind === 'leave')
  if (!ledger.splitLeave || !isAsked) return { lines, notes: [] }
  const { isWorkersComp, termination } = job
  const asked = {
    past: pastQuestionOf(job),
    lines: toPayLines(lines),
    isWorkersComp,
    termination,
    taxShare: null,
  }
  const splits = ledger.splitLeave(asked, rates)
  if (splits.size === 0) return { lines, notes: [] }
  let place = 0
  const split = lines.flatMap((line): Line[] => {
    if (line.kind !== 'leave') return [line]
    const parts = splits.get(place)
    const asked = askedLeaveOf(line, place++)
    return parts ? parts.map((part, index) => lineOf({ line, asked }, part, index === 0, job)) : [line]
  })
  const notes = [...splits.values()].flatMap((parts) => parts.flatMap(({ note }) => note ?? []))
  return { lines: split, notes }
}

type Asked = { line: Line<'leave'>; asked: AskedLeave }

function lineOf({ line, asked }: Asked, part: LeavePart, isFirst: boolean, { employee }: PayJob): Line {
  const { id, ...rest } = line
  const details = {
    ...line.details,
    leave_type: part.leaveType,
    date: part.date,
    hours: part.hours.toFixed(),
    split_from: asked,
  }
  const kept = isFirst && id !== undefined ? { ...rest, id } : rest
  if (part.holiday === undefined) return { ...kept, details }
  // The law sets the price of the holiday. The rate of the line is for the leave only.
  return {
    ...kept,
    description: `Public holiday: ${part.holiday}`,
    details: {
      ...details,
      rate: rateOfDay(employee, part.date),
      multiplier: null,
      has_own_rate: false,
      loading_given: null,
    },
  }
}
