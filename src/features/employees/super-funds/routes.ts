import { Type } from 'typebox'
import { closed, Id } from '../../../http/schema.ts'
import type { App } from '../../../http/types.ts'
import type { Service } from '../../../service.ts'
import { FundSuggestion, SuperFund, SuperFundInput } from './schema.ts'
import { findFunds, readSuperFunds, writeSuperFunds } from './service.ts'

const tags = ['Super funds']
const params = closed({ employee_id: Id })
const url = '/employees/:employee_id/super-funds'

/** The super funds that an Australian employee's contributions go to. */
export function superFundRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    app.get(
      '/super-funds/search',
      {
        schema: {
          operationId: 'searchSuperFunds',
          summary: 'Find a super fund by name or USI',
          description:
            'Funds that the registry told of before and funds of your employees; a whole USI that is new is asked of the registry. At most ten. Empty: nothing fits, or the registry cannot be asked.',
          tags,
          querystring: closed({
            text: Type.String({ minLength: 3, maxLength: 100, description: 'Part of the name, or the USI.' }),
          }),
          response: { 200: closed({ results: Type.Array(FundSuggestion) }) },
        },
        config: { scope: 'payroll.read', limit: 'lookup' },
      },
      async ({ caller, query }) => ({ results: await findFunds(service, caller, query.text) }),
    )

    app.get(
      url,
      {
        schema: {
          operationId: 'listSuperFunds',
          summary: 'List the super funds of an employee',
          description: 'An employee of a New Zealand company has none.',
          tags,
          params,
          response: { 200: Type.Array(SuperFund) },
        },
        config: { scope: 'payroll.read', errors: [404] },
      },
      async (request, reply) => {
        const { funds, tag } = await readSuperFunds(service, request.caller, request.params.employee_id)
        return reply.header('etag', tag).send(funds)
      },
    )

    app.put(
      url,
      {
        schema: {
          operationId: 'replaceSuperFunds',
          summary: 'Replace the super funds of an employee',
          description:
            'The list takes the place of the one before. An `APRA` fund has a `usi`, an `SMSF` an `abn` and `esa`; the percentages make 100. Refused (400) for an employee of a New Zealand company and for a USI that the registry knows not to exist. `If-Match` with another ETag than the list’s answers 412.',
          tags,
          params,
          body: Type.Array(SuperFundInput, { maxItems: 20 }),
          response: { 200: Type.Array(SuperFund) },
        },
        config: { scope: 'payroll.write', errors: [400, 404, 409, 412] },
      },
      async (request, reply) => {
        const { caller, params: path, body, headers } = request
        const { funds, tag } = await writeSuperFunds(
          service,
          caller,
          path.employee_id,
          body,
          headers['if-match'],
        )
        return reply.header('etag', tag).send(funds)
      },
    )
  }
}
