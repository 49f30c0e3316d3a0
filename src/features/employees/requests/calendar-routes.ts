import { Type } from 'typebox'
import { isOwnSession } from '../../../http/limits.ts'
import { routeFor } from '../../../http/route.ts'
import type { App } from '../../../http/types.ts'
import { forbidden } from '../../../kernel/problem.ts'
import type { Service } from '../../../service.ts'
import { createFeed, endFeed, readCalendar, readFeeds, writeFeed } from './calendar.ts'
import { CalendarFeed, CalendarQuery, LeaveCalendarDay } from './calendar-schema.ts'

const route = routeFor('requests')
const url = '/company/:company_id/leave-calendar'

/** The leave calendar, on screen and for calendar programs. */
export function calendarRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    route(app, {
      method: 'GET',
      path: url,
      operationId: 'getLeaveCalendar',
      summary: 'Who is away on which day',
      description: 'Leave that was requested, approved or paid, between two dates of at most a year.',
      query: CalendarQuery,
      response: { 200: Type.Array(LeaveCalendarDay) },
      errors: [400],
      handler: ({ company, query }) => readCalendar(service, company, query),
    })

    route(app, {
      method: 'GET',
      path: `${url}/feeds`,
      operationId: 'listCalendarFeeds',
      summary: 'The addresses of the leave calendar for calendar programs',
      description: 'The list omits the addresses: they are secret and shown only once.',
      response: { 200: Type.Array(CalendarFeed) },
      handler: ({ company }) => readFeeds(service, company),
    })

    route(app, {
      method: 'DELETE',
      path: `${url}/feeds/:feed_id`,
      operationId: 'revokeCalendarFeed',
      summary: 'Revoke an address for calendar programs',
      description: 'The address returns 404 from then on.',
      response: { 204: Type.Null({ description: 'Revoked.' }) },
      errors: [404],
      handler: async ({ company, params }, reply) => {
        await endFeed(service, company, params.feed_id)
        return reply.code(204).send(null)
      },
    })
  }
}

/** Only people may create feed addresses. Applications are rejected before anything is read. */
export function calendarFeedRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    app.addHook('onRequest', async ({ caller }) => {
      if (!isOwnSession(caller))
        throw forbidden('Calendar addresses are created in the web app, not through an application.')
    })

    route(app, {
      method: 'POST',
      path: `${url}/feeds`,
      operationId: 'createCalendarFeed',
      summary: 'Create an address for calendar programs',
      description:
        'Only in the web app. iCalendar (RFC 5545) with granted and paid leave from 30 days ago to a year ahead: who is away, not why. The address works without signing in until it is revoked, or until the person who made it may no longer read the company.',
      response: { 201: CalendarFeed },
      handler: async ({ caller, company }, reply) =>
        reply.code(201).send(await createFeed(service, caller, company)),
    })
  }
}

/** The feed itself, outside the API for programs that cannot sign in. */
export function calendarFeedPage(service: Service) {
  return async (app: App): Promise<void> => {
    app.get<{ Params: { token: string } }>(
      '/calendar/:token',
      { schema: { hide: true }, config: { scope: 'public', limit: 'lookup' } },
      async (request, reply) => {
        const text = await writeFeed(service, request.params.token)
        if (text === undefined)
          return reply.code(404).type('text/plain').send('This calendar address does not work.')
        return reply
          .type('text/calendar; charset=utf-8')
          .header('cache-control', 'private, max-age=900')
          .send(text)
      },
    )
  }
}
