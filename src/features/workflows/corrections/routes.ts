import { routeFor } from '../../../http/route.ts'
import { closed } from '../../../http/schema.ts'
import type { App } from '../../../http/types.ts'
import type { Service } from '../../../service.ts'
import { checkUpdate, IdentifierQuery, PayUpdate, RenewQuery, refuseItemIds } from '../../pays/pays/index.ts'
import { previewCorrection } from './preview.ts'
import { CorrectionPreview } from './schema.ts'

const route = routeFor('corrections')

/** Routes that preview the consequences of a pay correction. */
export function correctionRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    route(app, {
      method: 'POST',
      path: '/company/:company_id/pays/:pay_id/correction-preview',
      operationId: 'previewCorrection',
      summary: 'Preview the correction of a pay and its consequences',
      description:
        'Takes the same body as replacing the items of a pay, and stores nothing. Returns the figures that would differ, what was paid and reported so far, and the next steps, in words.',
      query: closed({ ...RenewQuery, ...IdentifierQuery }),
      body: PayUpdate,
      response: { 200: CorrectionPreview },
      errors: [404, 409],
      serializerCompiler: () => JSON.stringify,
      preValidation: async (request) => refuseItemIds(request.body),
      handler: ({ company, params, body, query }) => {
        checkUpdate(body)
        return previewCorrection(service, company, params.pay_id, body, {
          isSnapshotRenewed: query.renew_snapshot ?? false,
          identifierType: query.identifier_type,
        })
      },
    })
  }
}
