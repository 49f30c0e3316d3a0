import { todayOf } from '../../../countries/index.ts'
import type { Queryable, Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import type { Employee } from '../../../database/tables/employees.ts'
import type { Caller } from '../../../http/caller.ts'
import { saying } from '../../../http/view.ts'
import { badRequest, conflict, forbidden, invalid } from '../../../kernel/problem.ts'
import { addDays, type CivilDate, civilDate, daysBetween } from '../../../kernel/values/dates.ts'
import { decimal, sum, whole } from '../../../kernel/values/money.ts'
import type { Service } from '../../../service.ts'
import type { LeavePreview } from './calendar-schema.ts'
import { workDaysIn } from './leave-days.ts'
import { balanceOf, isAsked, leaveName } from './leave-types.ts'
import { notifyOfficers } from './notify-officers.ts'
import { loadOutlooks } from './outlook.ts'
import { insertDays, insertRequest, readTakenDays } from './queries.ts'
import { requireRequest } from './read.ts'
import type { EmployeeRequest, LeaveRequestCreate } from './schema.ts'

const LONGEST_DAYS = 184
const LATEST_DAYS_AGO = 92
const LATEST_DAYS_AHEAD = 730

/** Requests leave on the working days between two dates, for the payroll officer to approve or decline. */
export async function askForLeave(
  service: Service,
  tx: Tx,
  caller: Caller,
  company: Company,
  employee: Employee,
  asked: LeaveRequestCreate,
): Promise<EmployeeRequest> {
  const plan = await planLeave(service, tx, company, employee, asked)
  const { from, to, days, maybeHolidays, perDay, hours, balance, waiting } = plan
  const country = company.jurisdiction
  const name = leaveName(country, asked.leave_type)
  const isShort = balance?.minus(waiting).lt(hours) === true
  if (isShort && !employee.allow_edit_leave_requests_when_negative)
    throw badRequest(
      `${name}: you ask for ${hours.toFixed(2)} hours and have ${balance?.minus(waiting).toFixed(2)} left. Ask for fewer days, or for another kind of leave.`,
    )
  const id = await insertRequest(
    tx,
    service.cipher,
    {
      customer_id: company.customer_id,
      company_id: company.id,
      employee_id: employee.id,
      kind: 'leave',
      leave_type: asked.leave_type,
      start_date: from,
      end_date: to,
      message: asked.message?.trim() || null,
      created_at: service.clock.now(),
      created_by: caller.userId,
    },
    null,
  )
  await insertDays(
    tx,
    { id, customerId: company.customer_id, employeeId: employee.id },
    days.map((date) => ({ date, hours: perDay.toFixed(2) })),
  )
  const view = await requireRequest(service, tx, { customerId: company.customer_id, id })
  await notifyOfficers(service, tx, company, view)
  return saying(view, [
    ...(isShort ? [`${name} would fall below zero with this request.`] : []),
    ...maybeHolidays.map(
      (day) =>
        `${day} is a public holiday in part of the country: if it is one for you, request the other days only.`,
    ),
  ])
}

/** Works out the working days, hours and balance of a leave request. Rejects leave that cannot be requested. */
async function planLeave(
  service: Service,
  query: Queryable | Tx,
  company: Company,
  employee: Employee,
  asked: LeaveRequestCreate,
) {
  if (!employee.allow_edit_leave_requests)
    throw forbidden('Your employer does not allow you to request leave here.')
  const country = company.jurisdiction
  if (!isAsked(country, asked.leave_type))
    throw invalid(['body', 'leave_type'], `leave_type ${asked.leave_type} is not for ${country}`)
  const [from, to] = checkDates(service, company, employee, asked)
  const except = new Set(asked.except_dates ?? [])
  const { days, maybeHolidays } = workDaysIn({ from, to, except }, employee, country, service.rates)
  if (days.length === 0) throw badRequest('You do not work on any of these days.')
  const taken = await readTakenDays(query, employee.id)
  const twice = days.find((day) => taken.some((row) => row.date === day))
  if (twice) throw conflict(`You have already asked for ${twice}. Withdraw that request first.`)
  const perDay = decimal(String(asked.hours_per_day ?? employee.standard_hours_per_day))
  const hours = perDay.times(whole(days.length))

  const balance = balanceOf(employee, asked.leave_type)
  // Leave that is requested or approved but not yet paid will also reduce the balance.
  const waiting = sum(
    taken
      .filter((row) => row.leave_type === asked.leave_type && row.pay_status !== 'processed')
      .map((row) => decimal(row.hours)),
  )
  return { from, to, days, maybeHolidays, perDay, hours, balance, waiting }
}

/** Previews a leave request before it is made. */
export async function previewLeave(
  service: Service,
  company: Company,
  employee: Employee,
  asked: LeaveRequestCreate,
): Promise<LeavePreview> {
  const { query } = service.database
  const { from, days, hours, balance, waiting } = await planLeave(service, query, company, employee, asked)
  const today = todayOf(service, company)
  const find = await loadOutlooks(query, [employee], company.jurisdiction, today)
  const outlook = find(employee, { leave_type: asked.leave_type, start_date: from, hours, waiting })
  return {
    days: days.length,
    hours: Number(hours.toFixed(2)),
    balance_hours: balance === null ? null : Number(balance.toFixed(2)),
    waiting_hours: Number(waiting.toFixed(2)),
    balance_on_day: outlook?.on_day ?? null,
    balance_after: outlook?.after ?? null,
  }
}

function checkDates(
  service: Service,
  company: Company,
  employee: Employee,
  asked: LeaveRequestCreate,
): [CivilDate, CivilDate] {
  const [from, to] = [civilDate(asked.start_date), civilDate(asked.end_date)]
  const today = todayOf(service, company)
  if (to < from) throw invalid(['body', 'end_date'], 'end_date must not be before start_date')
  if (daysBetween(from, to) >= LONGEST_DAYS)
    throw invalid(['body', 'end_date'], `a request covers at most ${LONGEST_DAYS} days: send several`)
  if (from < addDays(today, -LATEST_DAYS_AGO) || to > addDays(today, LATEST_DAYS_AHEAD))
    throw invalid(
      ['body', 'start_date'],
      'the days must be within the last three months or the next two years',
    )
  if (from < employee.start_date)
    throw badRequest(`You started on ${employee.start_date}: ask from that day on.`)
  if (employee.is_terminated) throw conflict('Your employment has ended.')
  return [from, to]
}
