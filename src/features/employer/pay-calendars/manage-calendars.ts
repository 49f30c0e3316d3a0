import { countryOf } from '../../../countries/index.ts'
import type { Queryable, Tx } from '../../../database/connect.ts'
import type { Company } from '../../../database/tables/companies.ts'
import type { PayCalendar } from '../../../database/tables/pay-calendars.ts'
import { timestamp } from '../../../http/view.ts'
import { badRequest, conflict, notFound } from '../../../kernel/problem.ts'
import { errorCode, UNIQUE_VIOLATION } from '../../../kernel/read-error.ts'
import { civilDate } from '../../../kernel/values/dates.ts'
import { type PayPeriod, periodEndFor, periodStartFor } from '../../../payroll/pay-periods.ts'
import type { Service } from '../../../service.ts'
import { requireOwnPeriod } from '../companies/index.ts'
import { cycleOf, type PayCycle } from './cycle.ts'
import {
  deleteCalendar,
  hasRuns,
  insertCalendar,
  lastPaidEnd,
  loadCalendars,
  loadMembers,
  lockCalendar,
  lockMembers,
  type MembersFrom,
  setMembers,
  updateCalendar,
} from './queries.ts'
import type { CalendarMembers, PayCalendarCreate, PayCalendarUpdate, PayCalendarView } from './schema.ts'

export async function readCalendars(service: Service, company: Company): Promise<PayCalendarView[]> {
  const { query } = service.database
  const calendars = [...(await loadCalendars(query, company.id)).values()]
  const members = await loadMembers(
    query,
    calendars.map((calendar) => calendar.id),
  )
  return calendars.map((calendar) => viewOf(calendar, members.get(calendar.id) ?? []))
}

function viewOf(calendar: PayCalendar, employeeIds: readonly number[]): PayCalendarView {
  const { customer_id: _customer, company_id: _company, ...rest } = calendar
  return {
    ...rest,
    employee_ids: [...employeeIds],
    created_at: timestamp(calendar.created_at),
    updated_at: timestamp(calendar.updated_at),
  }
}

async function viewStored(query: Queryable, calendar: PayCalendar): Promise<PayCalendarView> {
  return viewOf(calendar, (await loadMembers(query, [calendar.id])).get(calendar.id) ?? [])
}

export function createCalendar(
  service: Service,
  company: Company,
  body: PayCalendarCreate,
): Promise<PayCalendarView> {
  requireOwnPeriod(company, body.pay_period)
  const now = service.clock.now()
  return naming(() =>
    service.database.transaction(async (tx) => {
      const calendar = await insertCalendar(tx, {
        customer_id: company.customer_id,
        company_id: company.id,
        name: body.name.trim(),
        pay_period: body.pay_period,
        anchor_date: body.anchor_date ?? company.pay_cycle_anchor,
        days_in_arrears: body.days_in_arrears ?? 0,
        payment_day_rule: body.payment_day_rule ?? 'BEFORE',
        created_at: now,
        updated_at: now,
      })
      return viewOf(calendar, [])
    }),
  )
}

/** Changes a calendar from the next run. Existing runs keep their periods. */
export function changeCalendar(
  service: Service,
  company: Company,
  id: number,
  body: PayCalendarUpdate,
): Promise<PayCalendarView> {
  requireOwnPeriod(company, body.pay_period)
  return naming(() =>
    service.database.transaction(async (tx) => {
      const calendar = await requireCalendar(tx, company, id)
      if (body.pay_period && body.pay_period !== calendar.pay_period && (await isInUse(tx, calendar)))
        throw conflict(
          'The pay period cannot change: the calendar has runs or employees. Create another calendar.',
        )
      const changed = await updateCalendar(tx, id, {
        ...body,
        ...(body.name ? { name: body.name.trim() } : {}),
        updated_at: service.clock.now(),
      })
      const view = await viewStored(tx, changed)
      const warnings = await overlapOf(tx, changed)
      return warnings.length > 0 ? { ...view, warnings } : view
    }),
  )
}

const isInUse = async (tx: Tx, calendar: PayCalendar) =>
  (await hasRuns(tx, calendar.id)) || (await loadMembers(tx, [calendar.id])).size > 0

/** With a different anchor, the next period may overlap days that were already paid. */
async function overlapOf(tx: Tx, { id, pay_period, anchor_date }: PayCalendar): Promise<string[]> {
  const last = await lastPaidEnd(tx, id)
  if (last === null) return []
  const end = periodEndFor(pay_period, last, anchor_date)
  if (end === last) return []
  return [
    `The ${pay_period} period ${periodStartFor(pay_period, end)} to ${end} overlaps the one paid up to ${last}: pays of both are taxed together as one period.`,
  ]
}

export async function removeCalendar(service: Service, company: Company, id: number): Promise<void> {
  await service.database.transaction(async (tx) => {
    const calendar = await requireCalendar(tx, company, id)
    if (await hasRuns(tx, calendar.id))
      throw conflict(
        'The calendar has pay runs and is part of their record. Remove its employees from it instead.',
      )
    await setMembers(tx, id, [], daysOf(service, company))
    await deleteCalendar(tx, id)
  })
}

/** Replaces the employees of a calendar. Those no longer listed return to the company's own cycle. */
export function replaceMembers(
  service: Service,
  company: Company,
  id: number,
  { employee_ids: employeeIds, effective_from }: CalendarMembers,
): Promise<PayCalendarView> {
  const days = daysOf(service, company, effective_from)
  return service.database.transaction(async (tx) => {
    const calendar = await requireCalendar(tx, company, id)
    const found = await lockMembers(tx, company.id, employeeIds)
    const known = new Set(found.map((employee) => employee.id))
    const missing = employeeIds.filter((each) => !known.has(each))
    if (missing.length > 0)
      throw badRequest(
        `employee_ids must be employees of this company that are not deleted; these are not: ${missing.join(', ')}`,
      )
    const others = found.filter((employee) => employee.pay_period !== calendar.pay_period)
    if (others.length > 0)
      throw badRequest(
        `The calendar is ${calendar.pay_period}; these employees have another pay period: ${others.map((each) => `${each.first_name} ${each.last_name} (${each.pay_period})`).join(', ')}.`,
      )
    await setMembers(tx, id, [...known], days)
    return viewStored(tx, calendar)
  })
}

function daysOf(service: Service, { jurisdiction }: Company, effectiveFrom?: string): MembersFrom {
  const today = service.clock.today(countryOf(jurisdiction).timeZone)
  const from = effectiveFrom === undefined ? null : civilDate(effectiveFrom)
  if (from !== null && from > today)
    throw badRequest('effective_from must not be after today: change the calendar on that day.')
  return { effectiveFrom: from, today, now: service.clock.now() }
}

async function requireCalendar(tx: Tx, company: Company, id: number): Promise<PayCalendar> {
  const calendar = await lockCalendar(tx, company.id, id)
  if (!calendar) throw notFound('Pay calendar not found.')
  return calendar
}

/** Finds the cycle for a draft. */
export async function requireCycle(
  tx: Tx,
  company: Company,
  payPeriod: PayPeriod,
  calendarId: number | null,
): Promise<PayCycle> {
  if (calendarId === null) return cycleOf(company, payPeriod, undefined)
  const calendar = await requireCalendar(tx, company, calendarId)
  if (calendar.pay_period !== payPeriod)
    throw badRequest(`The calendar ${calendar.name} is ${calendar.pay_period}, not ${payPeriod}.`)
  return cycleOf(company, payPeriod, calendar)
}

function naming<T>(work: () => Promise<T>): Promise<T> {
  return work().catch((error: unknown) => {
    if (errorCode(error) !== UNIQUE_VIOLATION) throw error
    throw conflict('The company already has a pay calendar with this name.')
  })
}
