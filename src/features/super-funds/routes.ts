import { Type } from 'typebox'
import { closed, Id } from '../../http/schema.ts'
import type { App } from '../../http/types.ts'
import type { Service } from '../../service.ts'
import { SuperFund, SuperFundInput } from './schema.ts'
import { readSuperFunds, writeSuperFunds } from './service.ts'

const tags = ['Super funds']
const params = closed({ employee_id: Id })
const url = '/employees/:employee_id/super-funds'

/** The super funds that an Australian employee's contributions go to. */
export function superFundRoutes(service: Service) {
  return async (app: App): Promise<void> => {
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
