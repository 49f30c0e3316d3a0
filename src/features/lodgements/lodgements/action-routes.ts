import { Type } from 'typebox'
import type { Company } from '../../../database/tables/companies.ts'
import type { AuthorityCode, Submission } from '../../../database/tables/reporting.ts'
import { expectOutcome } from '../../../database/transaction-hooks.ts'
import { routeFor } from '../../../http/route.ts'
import { closed } from '../../../http/schema.ts'
import type { App } from '../../../http/types.ts'
import { conflict } from '../../../kernel/problem.ts'
import type { Service } from '../../../service.ts'
import { HandAnswer, recordByHand, withdraw } from './by-hand.ts'
import { sendNow } from './queries.ts'
import { requireSubmission } from './read-routes.ts'
import { type DryRunView, SubmissionView } from './schema.ts'
import { sendSubmission } from './send.ts'
import { requireTransport } from './transport.ts'
import { viewSubmission } from './view.ts'

type Office = {
  authority: AuthorityCode
  /** The feature's name, which is also the first segment of its paths. */
  path: 'single-touch' | 'payday-filing'
  /** Suffix of the operation ids, for example `Stp`. */
  name: string
  requireCountry(company: Company): void
  /** Rebuilds a refused message from the current state of its pays. */
  again(
    caller: { company: Company; userId: number },
    submission: Submission,
  ): Promise<{ status: 200 | 201; body: SubmissionView | DryRunView }>
}

/** Actions on a message: send it again, withdraw it, or record its answer. */
export function registerSubmissionActions(app: App, service: Service, office: Office): void {
  const { authority, path, name } = office
  const route = routeFor(path)
  const one = `/${path}/:company_id/submissions/:submission_id` as const
  const viewOf = async (companyId: number, id: number) =>
    viewSubmission(service.database.query, await requireSubmission(service, companyId, authority, id))

  route(app, {
    method: 'POST',
    path: `${one}/resend`,
    operationId: `resend${name}Submission`,
    summary: 'Send a message again',
    description:
      'Sends a waiting message immediately, or asks for the answer to a received one (200). Builds a refused or withdrawn message again from the current pays (201). 409 when there is nothing to send again.',
    body: closed({}, { examples: [{}] }),
    response: { 200: SubmissionView, 201: SubmissionView },
    errors: [400, 404, 409],
    emptyBody: true,
    handler: async (request, reply) => {
      const { company, caller, params } = request
      office.requireCountry(company)
      const row = await requireSubmission(service, company.id, authority, params.submission_id)
      requireTransport(service, authority)
      if (row.status === 'rejected' || row.status === 'withdrawn') {
        const { status, body } = await office.again({ company, userId: caller.userId }, row)
        if ('dry_run' in body) throw new Error('a report was built only as a preview')
        return reply.code(status).send(body)
      }
      if (row.status !== 'queued' && row.status !== 'sent')
        throw conflict(`This submission is ${row.status}: there is nothing to send again.`)
      if (row.transport === 'manual')
        throw conflict('This message is lodged by hand: download it, and record the answer.')
      expectOutcome(200)
      await service.database.transaction((tx) => sendNow(tx, row.id, service.clock.now()))
      await sendSubmission(service, row.id)
      return reply.code(200).send(await viewOf(company.id, row.id))
    },
  })

  route(app, {
    method: 'POST',
    path: `${one}/withdraw`,
    operationId: `withdraw${name}Submission`,
    summary: 'Withdraw a message that was not sent',
    description:
      'Its pays are open again, and the messages after it continue. A message that was already tried may have arrived: send `is_certain` to confirm that it did not.',
    body: closed(
      { is_certain: Type.Optional(Type.Boolean({ default: false })) },
      { examples: [{ is_certain: true }] },
    ),
    response: { 200: SubmissionView },
    errors: [400, 404, 409],
    emptyBody: true,
    handler: async ({ company, params, body }) => {
      office.requireCountry(company)
      await withdraw(service, company, authority, params.submission_id, body.is_certain ?? false)
      return viewOf(company.id, params.submission_id)
    },
  })

  route(app, {
    method: 'POST',
    path: `${one}/record`,
    operationId: `record${name}Answer`,
    summary: 'Record the answer of a message that was lodged by hand',
    description:
      'For a waiting message whose file was lodged by hand: records the receipt or the errors. An accepted message has the status `lodged-by-hand`. For a message that was withdrawn but did arrive, send `has_arrived`.',
    body: HandAnswer,
    response: { 200: SubmissionView },
    errors: [400, 404, 409],
    handler: async ({ company, params, body }) => {
      office.requireCountry(company)
      await recordByHand(service, company, authority, params.submission_id, body)
      return viewOf(company.id, params.submission_id)
    },
  })
}
