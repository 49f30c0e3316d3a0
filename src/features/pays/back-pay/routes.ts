import { routeFor } from '../../../http/route.ts'
import type { App } from '../../../http/types.ts'
import { civilDateOrNone } from '../../../kernel/values/dates.ts'
import type { Service } from '../../../service.ts'
import { payBackPay, previewBackPay } from './put-on-pay.ts'
import { BackPay, BackPayQuery, BackPayRequest } from './schema.ts'

const route = routeFor('back-pay')

/** Back pay owed after a backdated rate rise. */
export function backPayRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    route(app, {
      method: 'GET',
      path: '/employees/:employee_id/back-pay',
      operationId: 'previewBackPay',
      summary: 'Back pay owed since a rate rise, one item for each pay',
      description:
        'Every pay since that day is calculated again with the rates that now apply, and nothing is stored. Hours, overtime as a multiple of the rate, leave and its loading count; rates sent with a row do not change. Back payments for the same period are deducted.',
      query: BackPayQuery,
      response: { 200: BackPay },
      errors: [404],
      handler: ({ caller, params, query }) =>
        previewBackPay(service, {
          caller,
          employeeId: params.employee_id,
          since: civilDateOrNone(query.since ?? null),
        }),
    })

    route(app, {
      method: 'POST',
      path: '/employees/:employee_id/back-pay',
      operationId: 'payBackPay',
      approvable: true,
      summary: 'Put the back pay that is owed onto the next pay',
      description:
        'The items of the preview become back payments on the employee’s next draft, or on a separate pay with `pay_date`. They are taxed by the country’s rule for back pay; the explanation of that pay has the steps. Returns 409 if nothing is owed, or there is neither a draft nor a `pay_date`.',
      body: BackPayRequest,
      response: { 200: BackPay },
      errors: [404, 409],
      handler: ({ caller, params, body }) =>
        payBackPay(service, { caller, employeeId: params.employee_id, request: body }),
    })
  }
}
