import { Type } from 'typebox'
import { CivilDateText, closed, component, Id, words } from '../../http/schema.ts'
import type { App } from '../../http/types.ts'
import type { Service } from '../../service.ts'
import { summariseBankFile, writeBankFile } from './service.ts'

const BankFileSummary = component(
  'BankFileSummary',
  closed({
    pay_run_id: Type.Integer(),
    pay_date: CivilDateText,
    format: words(['ABA', 'BNZ'] as const),
    payment_count: Type.Integer(),
    total: Type.Number(),
    cash_total: Type.Number({ description: 'Net pays in cash, not in the file.' }),
    other_total: Type.Number({ description: 'Net pays by other means, not in the file.' }),
    payments: Type.Array(
      closed({
        employee_id: Type.Integer(),
        format_name: Type.String(),
        account_name: Type.String(),
        account_number: Type.String({ description: 'The last three digits.' }),
        amount: Type.Number(),
      }),
    ),
    without_account: Type.Array(closed({ employee_id: Type.Integer(), name: Type.String() })),
  }),
)

const params = closed({ company_id: Id, pay_run_id: Id })
const config = { scope: 'payroll.read', limit: 'pays', company: 'owner', errors: [404, 409] } as const

/** Bank files of processed pay runs. */
export function bankFileRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    app.get(
      '/company/:company_id/pay-runs/:pay_run_id/bank-file',
      {
        schema: {
          operationId: 'getBankFile',
          summary: 'The bank file of a processed run',
          description:
            'Direct entry (ABA) for an Australian company, BNZ direct credit for a New Zealand one. Pays in cash or by other means are left out; the summary totals them. Several pays of one employee in the run are paid as one sum, split once over the accounts; a negative pay lowers that sum, and nothing is paid where it is not above zero. An account, a name or an amount that the format cannot hold is refused with 400 and what to correct.',
          tags: ['Pays'],
          params,
          querystring: closed({
            self_balancing: Type.Optional(
              Type.Boolean({ description: 'ABA: add a debit of the total against the company’s account.' }),
            ),
          }),
          response: { 200: Type.String({ description: 'The file as plain text.' }) },
        },
        config,
        // The file is text already; only an error is an object.
        serializerCompiler: () => (answer) => (typeof answer === 'string' ? answer : JSON.stringify(answer)),
      },
      async (request, reply) => {
        const { company, params: path, query } = request
        const options = { isSelfBalancing: query.self_balancing ?? false }
        const file = await writeBankFile(service, company, path.pay_run_id, options)
        return reply
          .headers({
            'content-type': 'text/plain; charset=us-ascii',
            'content-disposition': `attachment; filename="${file.name}"`,
            'x-bank-file-total': file.total,
            'x-bank-file-count': String(file.count),
          })
          .send(file.text)
      },
    )

    app.get(
      '/company/:company_id/pay-runs/:pay_run_id/bank-file/summary',
      {
        schema: {
          operationId: 'getBankFileSummary',
          summary: 'Who a run pays by bank, and what it pays in other ways',
          tags: ['Pays'],
          params,
          response: { 200: BankFileSummary },
        },
        config,
      },
      (request) => summariseBankFile(service, request.company, request.params.pay_run_id),
    )
  }
}
