import { Type } from 'typebox'
import type { Caller } from '../../../http/caller.ts'
import { routeFor } from '../../../http/route.ts'
import { closed } from '../../../http/schema.ts'
import type { App } from '../../../http/types.ts'
import type { Service } from '../../../service.ts'
import { approve, endWaiting, requireApprovalRow, requirePerson } from './decide.ts'
import { listApprovals, type NamedApproval } from './queries.ts'
import { Approval, ApprovalState, Decision, WholeApproval } from './schema.ts'
import { approvalTag, viewApproval, viewWhole } from './view.ts'

const route = routeFor('approvals')

/** Requests that wait for a second person. */
export function approvalRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    app.addHook('onRequest', async ({ caller, routeOptions: { url = '' } }) => {
      if (/\/(approve|reject)$/.test(url)) requirePerson(caller)
    })
    const whole = (row: NamedApproval, { userId }: Caller) => viewWhole(service.cipher, row, userId)

    route(app, {
      method: 'GET',
      path: '/approvals',
      operationId: 'listApprovals',
      isByCompany: true,
      summary: 'List approvals, waiting and decided',
      description: 'Newest first, at most 100. For the next page, send the last `id` as `before`.',
      query: closed({
        state: Type.Optional(ApprovalState),
        company_id: Type.Optional(Type.Integer()),
        before: Type.Optional(Type.Integer()),
      }),
      response: { 200: Type.Array(Approval) },
      handler: async ({ caller, query }) =>
        (await listApprovals(service.database.query, caller, query)).map(viewApproval),
    })

    route(app, {
      method: 'GET',
      path: '/approvals/:approval_id',
      operationId: 'getApproval',
      isByCompany: true,
      summary: 'Read an approval with its request and, once done, its response',
      description:
        '`answer` is the response of the request once it was approved and done. A write that needs approval returns 202 with the `approval_id` to read here.',
      response: { 200: WholeApproval },
      errors: [404],
      showsNumbers: true,
      etag: true,
      handler: async ({ caller, params }, reply) => {
        const row = await requireApprovalRow(service, caller, params.approval_id)
        return reply.header('etag', approvalTag(row)).send(whole(row, caller))
      },
    })

    route(app, {
      method: 'POST',
      path: '/approvals/:approval_id/approve',
      asksProof: true,
      operationId: 'approve',
      isByCompany: true,
      summary: 'Approve a request that another person prepared',
      description:
        'In the web app only; applications never approve. The request is carried out with the current access of the person who prepared it. If its effect has changed since, it is `voided` and nothing happens. Send the `digest` that you were shown as `If-Match`.',
      response: { 200: WholeApproval },
      errors: [404, 409, 412],
      emptyBody: true,
      handler: async ({ caller, params, headers }) =>
        whole(await approve(service, app, caller, params.approval_id, headers['if-match']), caller),
    })

    for (const [verb, state, summary] of [
      ['reject', 'rejected', 'Reject a request that another person prepared'],
      ['withdraw', 'withdrawn', 'Withdraw what you prepared'],
    ] as const)
      route(app, {
        method: 'POST',
        path: `/approvals/:approval_id/${verb}`,
        operationId: `${verb}Approval`,
        isByCompany: true,
        summary,
        description: 'The prepared request is not carried out.',
        body: Decision,
        response: { 200: Approval },
        errors: [404, 409],
        emptyBody: true,
        handler: async ({ caller, params, body }) =>
          viewApproval(
            await endWaiting(service, caller, params.approval_id, { state, reason: body.reason ?? null }),
          ),
      })
  }
}
