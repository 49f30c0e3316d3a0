import { Type } from 'typebox'
import { closed, Id } from '../../../http/schema.ts'
import type { App } from '../../../http/types.ts'
import type { Service } from '../../../service.ts'
import { ACCOUNTS_MAX, BankAccount, BankAccountInput } from './schema.ts'
import { readBankAccounts, writeBankAccounts } from './service.ts'

const tags = ['Bank accounts']
const params = closed({ employee_id: Id })
const url = '/employees/:employee_id/bank-accounts'

/** The ranked accounts that an employee's pay is split over. */
export function bankAccountRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    app.get(
      url,
      {
        schema: {
          operationId: 'listBankAccounts',
          summary: 'List the bank accounts of an employee by rank',
          description: 'The first rank is paid first; the account without a limit takes the rest.',
          tags,
          params,
          response: { 200: Type.Array(BankAccount) },
        },
        config: { scope: 'payroll.read', errors: [404] },
      },
      async (request, reply) => {
        const { accounts, tag } = await readBankAccounts(service, request.caller, request.params.employee_id)
        return reply.header('etag', tag).send(accounts)
      },
    )

    app.put(
      url,
      {
        schema: {
          operationId: 'replaceBankAccounts',
          summary: 'Replace the bank accounts of an employee',
          description:
            'The list takes the place of the one before; an empty list removes all. Exactly one account, the last, takes the `REMAINDER`. The inline bank details of the employee are independent of it. `If-Match` with another ETag than the list’s answers 412.',
          tags,
          params,
          body: Type.Array(BankAccountInput, {
            maxItems: ACCOUNTS_MAX,
            'x-problem': `must not hold more than ${ACCOUNTS_MAX} accounts`,
          }),
          response: { 200: Type.Array(BankAccount) },
        },
        config: { scope: 'payroll.write', errors: [404, 409, 412] },
      },
      async (request, reply) => {
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
    )
  }
}
