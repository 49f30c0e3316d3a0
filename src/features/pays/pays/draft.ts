import type { Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import type { PayRunRow } from '../../../database/tables/pays.ts'
import { formatName } from '../../../http/view.ts'
import { addDays, type CivilDate } from '../../../kernel/values/dates.ts'
import { present } from '../../../kernel/values/present.ts'
import type { PayTiming } from '../../../payroll/history.ts'
import { type PayPeriod, periodEndFor } from '../../../payroll/pay-periods.ts'
import type { Service } from '../../../service.ts'
import { loadWaitingLeave, putDaysOnPays, putLeaveOnPays } from '../../employees/requests/index.ts'
import { type PayCycle, paymentDay, requireCycle } from '../../employer/pay-calendars/index.ts'
import { openProgress } from '../../platform/progress/index.ts'
import { loadDraftRecipients, lockCompanyPays } from './context/employees.ts'
import { loadRates } from './context/items.ts'
import { loadLastPays } from './context/last-pays.ts'
import { loadLeaveAhead } from './context/leave-ahead.ts'
import { listPaidElsewhere, type PaidElsewhere } from './context/other-pays.ts'
import type { PipelineRun } from './context/pipeline-run.ts'
import { listSkipped, type Skipped } from './context/skipped.ts'
import { changedWithin, employeeOn } from './context/terms.ts'
import { copyOf } from './copy-pay.ts'
import { countryOf } from './country/index.ts'
import type { PayEmployee } from './job/pay-employee.ts'
import { type PayJob, timingOf } from './job/pay-job.ts'
import { ORDINARY_TIME } from './lines/pay-rates.ts'
import { aheadReason, hasRows, type PaidDay, splitWaiting, withoutPaidAhead } from './paid-ahead.ts'
import { runPayPipeline } from './pipeline.ts'
import { standardRow, withLeave } from './standard-pay.ts'
import { recordAuthors } from './store/authors.ts'
import { ensureRun, findRunsAround, type PayDates } from './store/runs.ts'

export type DraftRequest = {
  payPeriod: PayPeriod
  /** Null for the company's own cycle. */
  calendarId: number | null
  payDate: CivilDate | null
  periodEnd: CivilDate | null
  /** The source of the hours. Standing items apply either way. */
  copyFrom: 'STANDARD_HOURS' | 'LAST_PAY'
}

export type DraftedRun = { runId: number; skipped: Skipped[] }

/** Drafts a pending pay for every active pay recipient without a regular pay in the run. Reports the employees left out. */
export function draftRun(
  service: Service,
  { company, asked }: { company: Company; asked: DraftRequest },
): Promise<DraftedRun> {
  const progress = openProgress(service, company, 'draft')
  const work = async (tx: Tx) => {
    await lockCompanyPays(tx, company.id)
    const cycle = await requireCycle(tx, company, asked.payPeriod, asked.calendarId)
    const dates = datesOfDraft(service, company, cycle, asked)
    const around = await findRunsAround(tx, company.id, dates)
    const run = await ensureRun(tx, company, cycle, dates, around, service.clock.now())
    const recipients = await loadDraftRecipients(tx, run)
    const skipped = await listSkipped(tx, run, { isDrafted: false })
    const timing = timingOf(run, dates.payDate)
    const employees = recipients.map((recipient) => employeeOn(recipient, timing))
    const last = asked.copyFrom === 'LAST_PAY' ? await loadLastPays(tx, employees, run) : []
    const lastOf = Map.groupBy(last, (pay) => pay.row.employee_id)
    const rates = await loadRates(tx, company.id, [...lastOf.keys()])
    const references = new Set([ORDINARY_TIME, ...rates].map(({ reference }) => reference))
    const ids = employees.map((employee) => employee.id)
    const leave = await loadWaitingLeave(tx, company.jurisdiction, ids, run.end_date)
    const ahead = await loadLeaveAhead(tx, run, employees)
    const elsewhere = await listPaidElsewhere(tx, run, ids)
    const paidBefore: PaidDay[] = []
    const jobs = employees.flatMap((employee, index): PayJob[] => {
      const other = elsewhere.get(employee.id)
      const notes = [
        ...changedWithin(present(recipients[index]), timing),
        ...(other ? [paidInRun(other)] : []),
      ]
      const standard = { ...draftJob(employee, run, timing), notes }
      const copies = (lastOf.get(employee.id) ?? []).map((pay) => ({
        ...standard,
        ...copyOf(pay, references, employee),
      }))
      const [first = standard, ...others] = copies
      const days = ahead.get(employee.id) ?? []
      const { waiting, paid } = splitWaiting(leave.get(employee.id) ?? [], days)
      leave.set(employee.id, waiting)
      paidBefore.push(...paid)
      const drafted = [{ ...withLeave(first, waiting), isProposed: true }, ...others]
      if (days.length === 0) return drafted
      const left = withoutPaidAhead(drafted, days)
      if (hasRows(left) || !hasRows(drafted)) return left
      skipped.push({ employee_id: employee.id, format_name: formatName(employee), reason: aheadReason(days) })
      return []
    })
    await putDaysOnPays(tx, paidBefore)
    let done = 0
    const pipelineRun: PipelineRun = {
      service,
      tx,
      company,
      country: countryOf(company),
      event: 'pay.created',
      isDryRun: false,
      isTaxRedistributed: true,
      onStored: (count) => {
        done += count
        progress.tell(done, jobs.length)
      },
    }
    const stored = await runPayPipeline(pipelineRun, jobs)
    // Standard hours are no one's decision. To repeat the last pays is one: they may contain a bonus.
    if (last.length > 0)
      await recordAuthors(
        tx,
        company,
        stored.map(({ rowId }) => rowId),
        service.clock.now(),
      )
    // The leave goes on the first pay of each employee.
    await putLeaveOnPays(tx, leave, [
      ...new Map(stored.toReversed().map((pay) => [pay.employeeId, pay])).values(),
    ])
    return { runId: run.id, skipped }
  }
  return service.database.transaction(work).finally(() => progress.close())
}

const paidInRun = ({ run_id: id, end_date: end, day }: PaidElsewhere) =>
  `The run to ${end} (pay run ${id}) pays hours or leave for the same days, on ${day}. Delete this draft if they are paid there.`

/** The sent dates. Missing ones follow the cycle: its days in arrears after the period end, on a banking day. */
function datesOfDraft(
  service: Service,
  company: Company,
  cycle: PayCycle,
  { payDate, periodEnd }: DraftRequest,
): PayDates {
  const today = service.clock.today()
  if (cycle.daysInArrears === 0 && cycle.calendarId === null) return { payDate: payDate ?? today, periodEnd }
  const from = addDays(payDate ?? today, -cycle.daysInArrears)
  const end = periodEnd ?? periodEndFor(cycle.payPeriod, from, cycle.anchor)
  return { payDate: payDate ?? paymentDay(service.rates, company.jurisdiction, cycle, end), periodEnd: end }
}

function draftJob(employee: PayEmployee, run: PayRunRow, timing: PayTiming): PayJob {
  return {
    name: `Employee ${employee.id}`,
    employee,
    run,
    timing,
    isWorkersComp: false,
    status: 'pending',
    department: null,
    request: { hours: standardRow(employee, timing) },
    lines: null,
    termination: null,
    existing: null,
  }
}
