import { Type } from 'typebox'
import { routeFor } from '../../../http/route.ts'
import type { App } from '../../../http/types.ts'
import type { Service } from '../../../service.ts'
import { readHappenings } from './read.ts'
import { Happening, HappeningsQuery } from './schema.ts'

const route = routeFor('happenings')

/** Routes for recent actions of colleagues. */
export function happeningRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    route(app, {
      method: 'GET',
      path: '/company/:company_id/happenings',
      operationId: 'listHappenings',
      summary: 'What happened in a company since yesterday',
      description:
        'What people did, in everyday words, newest first: for everyone who may read the company. For the next page, send the last `id` as `before`. Values before and after, sign-ins and who looked at numbers are in the audit log of the owner.',
      query: HappeningsQuery,
      response: { 200: Type.Array(Happening) },
      errors: [400],
      handler: ({ company, query }) => readHappenings(service, company, query),
    })
  }
}
