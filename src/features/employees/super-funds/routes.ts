import { Type } from 'typebox'
import { restoreNumbers } from '../../../http/masked-answers.ts'
import { routeFor } from '../../../http/route.ts'
import { closed, component } from '../../../http/schema.ts'
import type { App } from '../../../http/types.ts'
import type { Service } from '../../../service.ts'
import { readChoice, recordChoice, requestStapledFund } from './choice.ts'
import { SuperChoiceInput, SuperChoiceView } from './choice-schema.ts'
import { FundSuggestion, MemberCheck, SuperFund, SuperFundInput } from './schema.ts'
import { findFunds, readSuperFunds, writeSuperFunds } from './super-funds.ts'
import { verifyMember } from './verify.ts'

const route = routeFor('super-funds')

const url = '/employees/:employee_id/super-funds'

/** The super funds that receive an Australian employee's contributions. */
export function superFundRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    route(app, {
      method: 'GET',
      path: '/super-funds/search',
      operationId: 'searchSuperFunds',
      summary: 'Find a super fund by name or USI',
      description:
        'Funds that the registry returned before and funds of your employees; a complete new USI is looked up in the registry. At most ten. Empty: no match, or the registry is not available.',
      query: closed({
        text: Type.String({ minLength: 3, maxLength: 100, description: 'Part of the name, or the USI.' }),
      }),
      response: { 200: component('FundSuggestions', closed({ results: Type.Array(FundSuggestion) })) },
      limit: 'lookup',
      isByCompany: true,
      handler: async ({ caller, query }) => ({ results: await findFunds(service, caller, query.text) }),
    })

    const choice = '/employees/:employee_id/super-choice' as const
    route(app, {
      method: 'GET',
      path: choice,
      operationId: 'getSuperChoice',
      summary: 'The state of an employee’s choice of super fund',
      description: 'AU: the form, the employee’s answer, the stapled fund, and what to do next.',
      response: { 200: SuperChoiceView },
      errors: [400, 404],
      handler: ({ caller, params }) => readChoice(service, { caller, employeeId: params.employee_id }),
    })

    const record = {
      path: choice,
      body: SuperChoiceInput,
      response: { 200: SuperChoiceView },
      errors: [400, 404, 409],
    } as const
    route(app, {
      ...record,
      method: 'PATCH',
      operationId: 'updateSuperChoice',
      summary: 'Record that the choice of fund was offered, and the answer',
      description: 'AU. Omitted members do not change.',
      handler: ({ caller, params, body }) =>
        recordChoice(service, { caller, employeeId: params.employee_id }, body),
    })

    route(app, {
      ...record,
      method: 'POST',
      operationId: 'recordSuperChoice',
      summary: 'Record the choice of fund (use PATCH)',
      description: 'Does the same as PATCH of this path, which replaces it.',
      deprecated: {
        since: '2026-11-18',
        sunset: '2027-11-18',
        instead: '/api/employees/{employee_id}/super-choice',
      },
      handler: ({ caller, params, body }) =>
        recordChoice(service, { caller, employeeId: params.employee_id }, body),
    })

    route(app, {
      method: 'POST',
      path: `${choice}/stapled-fund`,
      operationId: 'requestStapledFund',
      summary: 'Ask the tax office for the stapled fund of an employee',
      description:
        'AU. 409 before the choice was offered, and where the employee chose a fund. A fund that the tax office names becomes the employee’s fund if none is entered. Without a connection the answer is `unavailable`: ask in the tax office’s online services.',
      response: { 200: SuperChoiceView },
      errors: [400, 404, 409],
      approvable: true,
      handler: ({ caller, params }) =>
        requestStapledFund(service, { caller, employeeId: params.employee_id }),
    })

    route(app, {
      method: 'POST',
      path: `${url}/verify`,
      operationId: 'verifySuperMember',
      summary: 'Ask the funds of an employee whether they know the member',
      description:
        'AU. Member number, name, birth date and tax file number go to each fund through the provider of the installation. Nothing is stored. 409 where funds cannot be asked.',
      response: { 200: Type.Array(MemberCheck) },
      errors: [400, 404, 409],
      handler: ({ caller, params }) => verifyMember(service, caller, params.employee_id),
    })

    route(app, {
      method: 'GET',
      path: url,
      operationId: 'listSuperFunds',
      summary: 'List the super funds of an employee',
      description: 'The list is empty for an employee of a New Zealand company.',
      response: { 200: Type.Array(SuperFund) },
      errors: [404],
      etag: true,
      handler: async (request, reply) => {
        const { funds, tag } = await readSuperFunds(service, request.caller, request.params.employee_id)
        return reply.header('etag', tag).send(funds)
      },
    })

    route(app, {
      method: 'PUT',
      path: url,
      operationId: 'replaceSuperFunds',
      summary: 'Replace the super funds of an employee',
      description:
        'The list replaces the previous one. An `APRA` fund has a `usi`, an `SMSF` an `abn` and `esa`; the percentages add up to 100. Refused (400) for an employee of a New Zealand company and for a USI that does not exist in the registry. Returns 412 when `If-Match` does not match the list’s ETag.',
      body: Type.Array(SuperFundInput, { maxItems: 20 }),
      response: { 200: Type.Array(SuperFund) },
      errors: [400, 404, 409, 412],
      approvable: true,
      unmask: true,
      preValidation: async (request) => {
        for (const name of ['bank_account_number', 'member_number'] as const)
          await restoreNumbers(request, name, async (employeeId) => {
            const { funds } = await readSuperFunds(service, request.caller, employeeId)
            return funds.map((row) => row[name])
          })
      },
      etag: true,
      handler: async (request, reply) => {
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
    })
  }
}
