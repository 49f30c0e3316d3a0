import { Type } from 'typebox'
import { restoreNumbers } from '../../../http/masked-answers.ts'
import { routeFor } from '../../../http/route.ts'
import type { App } from '../../../http/types.ts'
import type { Service } from '../../../service.ts'
import { readBankAccounts, writeBankAccounts } from './bank-accounts.ts'
import { ACCOUNTS_MAX, BankAccount, BankAccountInput } from './schema.ts'

const route = routeFor('bank-accounts')

const url = '/employees/:employee_id/bank-accounts'

/** The ranked accounts across which an employee's pay is split. */
export function bankAccountRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    route(app, {
      method: 'GET',
      path: url,
      operationId: 'listBankAccounts',
      summary: 'List the bank accounts of an employee by rank',
      description: 'The first rank is paid first; the account without a limit receives the rest.',
      response: { 200: Type.Array(BankAccount) },
      errors: [404],
      etag: true,
      handler: async (request, reply) => {
        const { accounts, tag } = await readBankAccounts(service, request.caller, request.params.employee_id)
        return reply.header('etag', tag).send(accounts)
      },
    })

    route(app, {
      method: 'PUT',
      path: url,
      operationId: 'replaceBankAccounts',
      approvable: true,
      summary: 'Replace the bank accounts of an employee',
      description:
        'The list replaces the previous one; an empty list removes all. Exactly one account, the last, receives the `REMAINDER`. The inline bank details of the employee are separate. Returns 412 when `If-Match` does not match the list’s ETag.',
      body: Type.Array(BankAccountInput, {
        maxItems: ACCOUNTS_MAX,
        'x-problem': `must not have more than ${ACCOUNTS_MAX} accounts`,
      }),
      response: { 200: Type.Array(BankAccount) },
      errors: [404, 409, 412],
      unmask: true,
      preValidation: (request) =>
        restoreNumbers(request, 'account_number', async (employeeId) => {
          const { accounts } = await readBankAccounts(service, request.caller, employeeId)
          return accounts.map((row) => row.account_number)
        }),
      etag: true,
      handler: async (request, reply) => {
        const { caller, params: path, body, headers } = request
        const { accounts, tag } = await writeBankAccounts(
          service,
          caller,
          path.employee_id,
          body,
          headers['if-match'],
        )
        return reply.header('etag', tag).send(accounts)
      },
    })
  }
}
