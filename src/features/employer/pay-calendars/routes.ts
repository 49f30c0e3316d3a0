import { Type } from 'typebox'
import { routeFor } from '../../../http/route.ts'
import type { App } from '../../../http/types.ts'
import type { Service } from '../../../service.ts'
import {
  changeCalendar,
  createCalendar,
  readCalendars,
  removeCalendar,
  replaceMembers,
} from './manage-calendars.ts'
import {
  CalendarMembers,
  PayCalendarCreate,
  PayCalendarUpdate,
  PayCalendarView,
  UpcomingRun,
} from './schema.ts'
import { listUpcoming } from './upcoming.ts'

const route = routeFor('pay-calendars')

/** Several pay cycles in one company, such as weekly wages and monthly salaries. */
export function payCalendarRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    route(app, {
      method: 'GET',
      path: '/company/:company_id/pay-calendars',
      operationId: 'listPayCalendars',
      summary: 'List the pay calendars of a company',
      description:
        'Employees without one follow the company’s own cycle (`pay_cycle_anchor`) of their pay period.',
      response: { 200: Type.Array(PayCalendarView) },
      handler: (request) => readCalendars(service, request.company),
    })

    route(app, {
      method: 'GET',
      path: '/company/:company_id/upcoming-pay-runs',
      operationId: 'listUpcomingPayRuns',
      summary: 'The next run of every pay cycle in use',
      description:
        'The run with drafts; otherwise the period after the last processed one, or the current period if nothing was paid yet. Sorted by pay date.',
      response: { 200: Type.Array(UpcomingRun) },
      handler: (request) => listUpcoming(service, request.company),
    })

    route(app, {
      method: 'POST',
      path: '/company/:company_id/pay-calendars',
      operationId: 'createPayCalendar',
      summary: 'Add a pay calendar',
      description: 'Employees without their own calendar follow the company’s calendar for their pay period.',
      body: PayCalendarCreate,
      response: { 201: PayCalendarView },
      errors: [409],
      handler: async (request, reply) =>
        reply.code(201).send(await createCalendar(service, request.company, request.body)),
    })

    route(app, {
      method: 'PATCH',
      path: '/company/:company_id/pay-calendars/:calendar_id',
      operationId: 'updatePayCalendar',
      summary: 'Change a pay calendar',
      description:
        'Applies from the next run. `warnings` says if the next period overlaps the last one paid.',
      body: PayCalendarUpdate,
      response: { 200: PayCalendarView },
      errors: [404, 409],
      emptyBody: true,
      handler: (request) =>
        changeCalendar(service, request.company, request.params.calendar_id, request.body),
    })

    route(app, {
      method: 'DELETE',
      path: '/company/:company_id/pay-calendars/:calendar_id',
      operationId: 'deletePayCalendar',
      summary: 'Delete a pay calendar that no run has used',
      description: 'Its employees go back to the company’s own cycle.',
      response: { 204: Type.Null({ description: 'Deleted.' }) },
      errors: [404, 409],
      handler: async (request, reply) => {
        await removeCalendar(service, request.company, request.params.calendar_id)
        return reply.code(204).send(null)
      },
    })

    route(app, {
      method: 'PUT',
      path: '/company/:company_id/pay-calendars/:calendar_id/employees',
      operationId: 'setPayCalendarEmployees',
      summary: 'Set the employees of a calendar',
      description:
        'The list replaces the previous one. An employee has one calendar at a time, of the same pay period.',
      body: CalendarMembers,
      response: { 200: PayCalendarView },
      errors: [404],
      handler: (request) =>
        replaceMembers(service, request.company, request.params.calendar_id, request.body),
    })
  }
}
