import { Type } from 'typebox'
import { closed, Id } from '../../../http/schema.ts'
import type { App } from '../../../http/types.ts'
import type { Service } from '../../../service.ts'
import {
  CalendarMembers,
  PayCalendarCreate,
  PayCalendarUpdate,
  PayCalendarView,
  UpcomingRun,
} from './schema.ts'
import { changeCalendar, createCalendar, readCalendars, removeCalendar, replaceMembers } from './service.ts'
import { listUpcoming } from './upcoming.ts'

const tags = ['Pay calendars']
const inCompany = closed({ company_id: Id })
const one = closed({ company_id: Id, calendar_id: Id })

/** Several pay cycles of one company: weekly staff, monthly salaries. */
export function payCalendarRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    app.get(
      '/company/:company_id/pay-calendars',
      {
        schema: {
          operationId: 'listPayCalendars',
          summary: 'List the pay calendars of a company',
          description:
            'Employees without one keep to the company’s own cycle (`pay_cycle_anchor`) of their pay period.',
          tags,
          params: inCompany,
          response: { 200: Type.Array(PayCalendarView) },
        },
        config: { scope: 'payroll.read', company: 'owner' },
      },
      (request) => readCalendars(service, request.company),
    )

    app.get(
      '/company/:company_id/upcoming-pay-runs',
      {
        schema: {
          operationId: 'listUpcomingPayRuns',
          summary: 'The next run of every cycle that somebody is paid by',
          description:
            'A run with drafts is the next one; else the period behind the last processed one, or the one of today where nothing was paid yet. By pay date.',
          tags,
          params: inCompany,
          response: { 200: Type.Array(UpcomingRun) },
        },
        config: { scope: 'payroll.read', company: 'owner' },
      },
      (request) => listUpcoming(service, request.company),
    )

    app.post(
      '/company/:company_id/pay-calendars',
      {
        schema: {
          operationId: 'createPayCalendar',
          summary: 'Add a pay calendar',
          description:
            'Employees without one of their own follow the company’s calendar of their pay period.',
          tags,
          params: inCompany,
          body: PayCalendarCreate,
          response: { 201: PayCalendarView },
        },
        config: { scope: 'payroll.write', company: 'owner', errors: [409] },
      },
      async (request, reply) =>
        reply.code(201).send(await createCalendar(service, request.company, request.body)),
    )

    app.patch(
      '/company/:company_id/pay-calendars/:calendar_id',
      {
        schema: {
          operationId: 'updatePayCalendar',
          summary: 'Change a pay calendar',
          description:
            'Holds from the next run on. `warnings` says where the next period overlaps the last one paid.',
          tags,
          params: one,
          body: PayCalendarUpdate,
          response: { 200: PayCalendarView },
        },
        config: { scope: 'payroll.write', company: 'owner', errors: [404, 409], emptyBody: true },
      },
      (request) => changeCalendar(service, request.company, request.params.calendar_id, request.body),
    )

    app.delete(
      '/company/:company_id/pay-calendars/:calendar_id',
      {
        schema: {
          operationId: 'deletePayCalendar',
          summary: 'Delete a pay calendar that no run has used',
          description: 'Its employees go back to the company’s own cycle.',
          tags,
          params: one,
          response: { 204: Type.Null({ description: 'Deleted.' }) },
        },
        config: { scope: 'payroll.write', company: 'owner', errors: [404, 409] },
      },
      async (request, reply) => {
        await removeCalendar(service, request.company, request.params.calendar_id)
        return reply.code(204).send(null)
      },
    )

    app.put(
      '/company/:company_id/pay-calendars/:calendar_id/employees',
      {
        schema: {
          operationId: 'setPayCalendarEmployees',
          summary: 'Set who is paid by a calendar',
          description:
            'The list takes the place of the one before. An employee has one calendar at a time, of the same pay period.',
          tags,
          params: one,
          body: CalendarMembers,
          response: { 200: PayCalendarView },
        },
        config: { scope: 'payroll.write', company: 'owner', errors: [404] },
      },
      (request) =>
        replaceMembers(service, request.company, request.params.calendar_id, request.body.employee_ids),
    )
  }
}
