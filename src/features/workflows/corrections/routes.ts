import { closed, Id } from '../../../http/schema.ts'
import type { App } from '../../../http/types.ts'
import type { Service } from '../../../service.ts'
import { checkUpdate, IdentifierQuery, PayUpdate, RenewQuery, refuseItemIds } from '../../pays/pays/index.ts'
import { previewCorrection } from './preview.ts'
import { CorrectionPreview } from './schema.ts'

/** What correcting a pay would bring about. */
export function correctionRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    app.post(
      '/company/:company_id/pays/:pay_id/correction-preview',
      {
        schema: {
          operationId: 'previewCorrection',
          summary: 'What correcting a pay would change, and what would follow',
          description:
            'Takes what replacing the items of a pay takes and stores nothing: the figures that would differ, what was paid and reported so far, and what would have to be done after it, in words.',
          tags: ['Pays'],
          params: closed({ company_id: Id, pay_id: Id }),
          querystring: closed({ ...RenewQuery, ...IdentifierQuery }),
          body: PayUpdate,
          response: { 200: CorrectionPreview },
        },
        config: { scope: 'payroll.write', limit: 'pays', company: 'owner', errors: [404, 409] },
        serializerCompiler: () => JSON.stringify,
        preValidation: async (request) => refuseItemIds(request.body),
      },
      ({ company, params, body, query }) => {
        checkUpdate(body)
        return previewCorrection(service, company, params.pay_id, body, {
          isSnapshotRenewed: query.renew_snapshot ?? false,
          identifierType: query.identifier_type,
        })
      },
    )
  }
}
