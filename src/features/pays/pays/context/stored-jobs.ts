import type { Tx } from '../../../../database/connect.ts'
import type { Company } from '../../../../database/tables/companies.ts'
import type { EmployeeTerms } from '../../../../database/tables/employee-terms.ts'
import type { PayRow, PayStatus } from '../../../../database/tables/pays.ts'
import { civilDate } from '../../../../kernel/values/dates.ts'
import { present } from '../../../../kernel/values/present.ts'
import { loadTerms } from '../../../employees/employees/index.ts'
import { countryOf } from '../country/index.ts'
import type { PayCountry } from '../country/types.ts'
import type { PayEmployee } from '../job/pay-employee.ts'
import { lastDayOf, type PayJob, type PaySnapshot, timingOf } from '../job/pay-job.ts'
import { rememberBaseRate } from '../lines/base-rate.ts'
import { currentLine, NOTHING_TAKEN } from '../lines/item-lines.ts'
import { lineOf } from '../lines/line-input.ts'
import type { PayCreate } from '../request/schema.ts'
import type { TerminationBlock } from '../request/termination-schema.ts'
import { loadBalancesBefore } from './balances.ts'
import { loadEmployeesById } from './employees.ts'
import { loadItems } from './items.ts'
import type { WholePay } from './loaded-pay.ts'
import {
  changedWithin,
  employeeOn,
  type LoadedEmployee,
  serviceOn,
  termsAsMade,
  withoutChangesForNextPay,
} from './terms.ts'

/**
 * Converts stored pays to jobs, to process them with their lines or rebuild them from a request. A processed pay uses the
 * facts stored with it, unless it is renewed. Renewed pays and drafts use the terms now recorded for their days.
 */
export async function jobsOf(
  tx: Tx,
  company: Company,
  pays: readonly WholePay[],
  options: {
    status: PayStatus
    request?: PayCreate
    terminations?: ReadonlyMap<number, TerminationBlock>
    isRenewed?: boolean
  },
): Promise<PayJob[]> {
  const employeeIds = [...new Set(pays.map((pay) => pay.row.employee_id))]
  const employees = new Map(
    (await loadEmployeesById(tx, company.id, employeeIds)).map((employee) => [employee.today.id, employee]),
  )
  const items = new Map((await loadItems(tx, employeeIds, null)).map((item) => [item.id, item]))
  const { request } = options
  const isRemembered = ({ row }: WholePay) => row.status === 'processed' && !options.isRenewed
  const balances = await loadBalancesBefore(
    tx,
    pays.filter(({ row }) => row.status === 'processed').map(({ row }) => row.id),
  )
  const country = countryOf(company)
  const changed = [...employees.values()].flatMap(({ today, timeline }) => (timeline ? today.id : []))
  const isMade = pays.some(({ row }) => row.status === 'processed')
  const recorded = isMade ? await loadTerms(tx, changed) : undefined
  return pays.map((pay): PayJob => {
    const { row, run, lines } = pay
    const current = present(employees.get(row.employee_id))
    const changes = recorded?.get(row.employee_id) ?? []
    const isRenewed = row.status === 'processed' && !isRemembered(pay)
    const loaded = isRenewed ? withoutChangesForNextPay(current, changes, row) : current
    const timing = timingOf(run, civilDate(row.processed_date))
    const termination = options.terminations?.get(row.id) ?? null
    const days = { ...timing, lastDay: lastDayOf(termination), payId: row.id }
    const made = isRemembered(pay)
      ? asMade(loaded, changes, pay, days, country.employeeRecordOf(row.facts))
      : null
    const record = made ? made.record : endedAsMade(employeeOn(loaded, days), pay, country)
    const employee = { ...record, ...balances.get(row.id) }
    const linked = lines.map((line) =>
      rememberBaseRate(lineOf(line, items.get(line.item_id) ?? null), employee.pay_rate_per_hour, country),
    )
    const stored = isRemembered(pay) ? linked : linked.map((line) => currentLine(line, NOTHING_TAKEN))
    return {
      name: 'The pay',
      employee,
      ...(isRemembered(pay) ? { facts: row.facts } : {}),
      run,
      timing,
      isWorkersComp: row.is_workers_comp,
      status: options.status,
      department: request ? request.pay_department || null : row.pay_department,
      note: request?.note === undefined ? row.note : request.note || null,
      request: request ?? null,
      lines: request ? null : stored,
      termination,
      notes: made ? (request ? changedWithin(made, days) : []) : changedWithin(loaded, days),
      existing: {
        id: row.id,
        createdAt: row.created_at,
        lastTermsId: row.last_terms_id,
        wasProcessed: row.status === 'processed',
        stored: row.status === 'processed' ? row : null,
        lines: stored,
        linesAsStored: linked,
        snapshot: snapshotOf(row),
        stp: {
          status: row.stp_status,
          serviceAction: row.stp_service_action,
          timestamp: row.stp_timestamp,
          reportedHash: row.told_hash,
        },
      },
    }
  })
}

/**
 * A renewed pay that was made before the final pay stays so: the final pay has counted it. One made after the final pay
 * follows the employment, whose end may have been reversed.
 */
function endedAsMade(employee: PayEmployee, { row }: WholePay, country: PayCountry): PayEmployee {
  if (row.status !== 'processed' || !employee.is_terminated) return employee
  if (country.employeeRecordOf(row.facts).is_terminated) return employee
  return { ...employee, is_terminated: false, termination_date: null }
}

/** The employee as stored with a pay, with the rates by day as they were when it was made. */
function asMade(
  loaded: LoadedEmployee,
  recorded: readonly EmployeeTerms[],
  { row, run }: WholePay,
  days: Parameters<typeof serviceOn>[1],
  stored: Partial<PayEmployee>,
) {
  const { termination_date } = serviceOn(loaded, days)
  const record = { ...loaded.today, termination_date, ...stored }
  const timeline = termsAsMade(recorded, {
    created_at: row.created_at,
    last_terms_id: row.last_terms_id,
    periodEnd: civilDate(run.end_date),
    ratePerHour: record.pay_rate_per_hour,
  })
  const rates = timeline?.get('pay_rate_per_hour')
  // Without them, the warning says on which days the terms change.
  return { record: { ...record, ...(rates ? { rates } : {}) }, timeline: timeline ?? loaded.timeline }
}

function snapshotOf({ snapshot_id: own, employer_snapshot_id: employer }: PayRow): PaySnapshot | null {
  return own === null || employer === null ? null : { own, employer }
}

/** The termination requests of pending final pays. */
export async function loadTerminationRequests(
  tx: Tx,
  payIds: readonly number[],
): Promise<Map<number, TerminationBlock>> {
  if (payIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom('terminations')
    .select(['pay_id', 'request'])
    .where('pay_id', 'in', [...payIds])
    .execute()
  return new Map(rows.map((row) => [row.pay_id, row.request as unknown as TerminationBlock]))
}
