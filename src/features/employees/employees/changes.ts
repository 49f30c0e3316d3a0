import { countryOf } from '../../../countries/index.ts'
import type { EmployeeTerms } from '../../../database/tables/employee-terms.ts'
import type { Caller } from '../../../http/caller.ts'
import { timestamp } from '../../../http/view.ts'
import { eachAlone } from '../../../kernel/each-alone.ts'
import { type CivilDate, civilDate } from '../../../kernel/values/dates.ts'
import { type Decimal, decimal, ONE, sum, toCent, ZERO } from '../../../kernel/values/money.ts'
import { hoursBehind } from '../../../payroll/earnings.ts'
import type { TaxMethod } from '../../../payroll/words.ts'
import { isUnpaidLeave } from '../../../payroll/words.ts'
import type { Service } from '../../../service.ts'
import { findCompany } from '../../employer/companies/index.ts'
import type { EmployeeChangeView } from './change-schema.ts'
import { requireEmployee } from './find.ts'
import type { EmployeeInput } from './schema.ts'
import {
  closeChange,
  listBackPayments,
  listChanges,
  listDueChanges,
  listStaleDrafts,
  listUnderpaid,
  lockScheduled,
  type PaidBack,
  type PaidLine,
} from './term-queries.ts'
import { updateEmployeesIn } from './update.ts'
import { asSent, settledOn } from './without-declaration.ts'

/* Changes with an effective date, such as a pay rise from July or casual work from next month. */

/** Applies the changes that are due. */
export async function applyDueChanges(service: Service, stopped?: AbortSignal): Promise<void> {
  const { database, clock, log } = service
  const [today, sandboxId] = [clock.today(), service.sandbox()?.customerId ?? null]
  await eachAlone(
    (after: EmployeeTerms | undefined) => listDueChanges(database.query, today, sandboxId, after),
    (change) => applyChange(service, change),
    { log, failure: 'a scheduled change was not applied', stopped },
  )
}

function applyChange(service: Service, { id, company_id }: EmployeeTerms): Promise<void> {
  return service.database.transaction(async (tx) => {
    const company = await findCompany(tx, service.cipher, company_id)
    const change = await lockScheduled(tx, id)
    if (!company || !change) return
    const item = { ...sentFields(change), id: change.employee_id }
    const [result] = await updateEmployeesIn(service, tx, company, [item], {
      identifierType: 'employee_id',
      ifMatch: undefined,
      due: change,
    })
    const applied = result?.employee
    if (!applied) service.log.warn({ change: id, errors: result?.errors }, 'a scheduled change was refused')
    const fields = applied ? settledOn(change.fields, applied) : change.fields
    await closeChange(tx, id, {
      status: applied ? 'applied' : 'refused',
      fields: JSON.stringify(fields),
      before: change.before && JSON.stringify(change.before),
      applied_at: service.clock.now(),
    })
  })
}

/** What a change sets on its day. Terms derived from others are derived again: the salary may have changed since. */
function sentFields({ sent, fields }: EmployeeTerms): EmployeeInput {
  const values = Object.entries(asSent(fields))
  return Object.fromEntries(sent ? values.filter(([name]) => sent.includes(name)) : values)
}

/** Lists an employee's dated changes, with the drafts that are now stale and the back pay owed. */
export async function readChanges(
  service: Service,
  caller: Caller,
  employeeId: number,
): Promise<EmployeeChangeView[]> {
  const employee = await requireEmployee(service, caller, employeeId, { answer: 404 })
  const company = await findCompany(service.database.query, service.cipher, employee.company_id)
  const { query } = service.database
  const changes = await listChanges(query, employee.id)
  const stale = await listStaleDrafts(query, employee.id)
  const underpaid = Map.groupBy(await listUnderpaid(query, employee.id), (line) => line.change_id)
  const paid = await listBackPayments(query, employee.id)
  const about = {
    hoursPerDay: decimal(employee.standard_hours_per_day),
    taxMethod: company ? countryOf(company.jurisdiction).employee.backPayMethod : 'NORMAL_EARNINGS',
    paid,
  }
  return changes.map((change) => ({
    id: change.id,
    effective_from: change.effective_from,
    status: change.status,
    fields: asSent(change.fields),
    before: change.before ?? {},
    stale_pay_ids: stale.filter((draft) => draft.change_id === change.id).map((draft) => draft.pay_id),
    back_payment: backPayment(change, underpaid.get(change.id) ?? [], about),
    created_at: timestamp(change.created_at),
    applied_at: change.applied_at && timestamp(change.applied_at),
  }))
}

/** The back pay that a rise owes for hours paid at the old rate after its date. Null when nothing is owed. */
function backPayment(
  change: EmployeeTerms,
  lines: readonly PaidLine[],
  { hoursPerDay, taxMethod, paid }: { hoursPerDay: Decimal; taxMethod: TaxMethod; paid: readonly PaidBack[] },
): EmployeeChangeView['back_payment'] {
  const [before, after] = [change.before?.pay_rate_per_hour, change.fields.pay_rate_per_hour]
  if (before === null || before === undefined || after === null || after === undefined) return null
  const rise = decimal(String(after)).minus(String(before))
  if (rise.lte(ZERO)) return null
  const counted = lines.filter((line) => isAfter(line, change.effective_from))
  const amount = toCent(sum(counted.map((line) => hoursOf(line, hoursPerDay))).times(rise))
  const end = counted.at(-1)?.end_date
  const description = `Back pay from ${change.effective_from}`
  if (amount.lte(ZERO) || end === undefined || paid.some((line) => isPaidBy(line, description, change)))
    return null
  return {
    description,
    amount: Number(amount.toFixed()),
    stp_category: 'GROSS',
    tax_method: taxMethod,
    start_date: change.effective_from,
    end_date: end,
  }
}

/** Back pay is one line for the whole change, or one line per pay (`…/back-pay`). */
const isPaidBy = (line: PaidBack, description: string, { effective_from }: EmployeeTerms) =>
  line.description === description ||
  (line.description.startsWith('Back pay ') && (line.end_date ?? '') >= effective_from)

/** A line with a date is compared by that date. A line without one counts only if its whole period is after the change. */
function isAfter({ details, start_date }: PaidLine, from: CivilDate): boolean {
  return details.date ? civilDate(details.date) >= from : start_date >= from
}

function hoursOf({ kind, details }: PaidLine, hoursPerDay: Decimal): Decimal {
  const times = details.multiplier ? decimal(details.multiplier) : ONE
  if (kind === 'leave')
    return isUnpaidLeave(details.leave_type ?? '') ? ZERO : decimal(details.hours ?? '0').times(times)
  const hours = hoursBehind(
    { units: details.units ?? 'hours', value: decimal(details.value ?? '0') },
    hoursPerDay,
  )
  return hours.times(times)
}
