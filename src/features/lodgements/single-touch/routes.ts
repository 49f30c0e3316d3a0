import { Type } from 'typebox'
import { routeFor } from '../../../http/route.ts'
import { closed } from '../../../http/schema.ts'
import type { App } from '../../../http/types.ts'
import type { Service } from '../../../service.ts'
import { registerSubmissionActions } from '../lodgements/action-routes.ts'
import {
  DryRunView,
  Finalisation,
  openText,
  PaySelection,
  SubmissionView,
  YearSelection,
} from '../lodgements/index.ts'
import { registerSubmissionReads, requireSubmission } from '../lodgements/read-routes.ts'
import { registerPayeeRoutes } from './payee-routes.ts'
import { requireSingleTouch } from './report.ts'
import { resubmit } from './resubmit.ts'
import { registerSenderRoutes } from './sender-routes.ts'
import { replaceSubmission, submitPays } from './submit.ts'
import { finaliseYear, updateYear } from './update.ts'

const route = routeFor('single-touch')

const answers = { 201: SubmissionView, 200: Type.Union([SubmissionView, DryRunView]) }

/** Single Touch Payroll: pay events, update events, replacements and finalisation. */
export function singleTouchRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    route(app, {
      method: 'POST',
      path: '/single-touch/:company_id/submit-stp-pays',
      operationId: 'submitStpPays',
      summary: 'Lodge pays with the tax office',
      description:
        'Builds an STP Phase 2 pay event from the year to date of everyone who was paid (one event for each pay date), checks it against every rule, stores it and sends it to the gateway. 201: new; the status shows its progress. 200: all these pays are already lodged, with the submission that contains them; or a dry run, with the document and all errors. 400 lists the first errors, and nothing is stored. Super-only contractors are left out.',
      body: PaySelection,
      response: answers,
      errors: [400, 404, 409],
      handler: async (request, reply) => {
        const { company, caller } = request
        const { status, body } = await submitPays({ service, company, userId: caller.userId }, request.body)
        return reply.code(status).send(body)
      },
    })

    route(app, {
      method: 'POST',
      path: '/single-touch/:company_id/update',
      operationId: 'updateStpYear',
      summary: 'Send an update event',
      description:
        'Corrects year-to-date amounts without a payment: for everyone whose figures differ from what the tax office has (pays changed or deleted since). Named employees are always sent, for example to report a new name, address or tax file number. A finalised payee stays finalised.',
      body: YearSelection,
      response: answers,
      errors: [400, 409],
      emptyBody: true,
      handler: async (request, reply) => {
        const { company, caller } = request
        const { status, body } = await updateYear({ service, company, userId: caller.userId }, request.body)
        return reply.code(status).send(body)
      },
    })

    route(app, {
      method: 'POST',
      path: '/single-touch/:company_id/finalise',
      operationId: 'finaliseStpYear',
      summary: 'Declare an income year complete',
      description:
        'Sends the year again, marked as final: for the employees named, or for everyone who was reported. Anyone with processed pays of the year that are not lodged is held back by name; `is_strict` refuses the request instead. A leaver can be finalised at any time; a later update keeps the year final, a later pay reopens it. 200: it is already final. Due on 14 July after the year.',
      body: Finalisation,
      response: answers,
      errors: [400, 409],
      handler: async (request, reply) => {
        const { company, caller } = request
        const { status, body } = await finaliseYear({ service, company, userId: caller.userId }, request.body)
        return reply.code(status).send(body)
      },
    })

    route(app, {
      method: 'POST',
      path: '/single-touch/:company_id/submissions/:submission_id/replace',
      operationId: 'replaceStpSubmission',
      summary: 'Replace the last pay event as a whole',
      description:
        'Full file replacement: the same submission id, built from the current state of the same pays. Only the last pay event, and only once. 409 when it cannot be replaced.',
      body: closed({ dry_run: PaySelection.properties.dry_run }, { examples: [{ dry_run: true }] }),
      response: answers,
      errors: [400, 404, 409],
      emptyBody: true,
      handler: async (request, reply) => {
        const { company, caller } = request
        const { status, body } = await replaceSubmission(
          { service, company, userId: caller.userId },
          request.params.submission_id,
          { isDryRun: request.body.dry_run ?? false },
        )
        return reply.code(status).send(body)
      },
    })

    registerSubmissionActions(app, service, {
      authority: 'ATO',
      path: 'single-touch',
      name: 'Stp',
      requireCountry: requireSingleTouch,
      again: (caller, submission) => resubmit({ service, ...caller }, submission),
    })

    registerSubmissionReads(app, service, {
      office: 'ATO',
      path: 'single-touch',
      list: {
        operationId: 'listStpSubmissions',
        summary: 'List lodgements with the tax office, newest first',
        description:
          'Every submission with its state: queued, received, accepted, partly accepted or rejected.',
      },
      show: {
        operationId: 'getStpSubmission',
        summary: 'Read a submission with its document and its answer',
        description: 'The message, with the tax office’s reply for each payee.',
      },
      requireCountry: requireSingleTouch,
    })

    route(app, {
      method: 'GET',
      path: '/single-touch/:company_id/submissions/:submission_id/xml',
      operationId: 'getStpSubmissionXml',
      showsNumbers: true,
      summary: 'The file for the sending service provider',
      description: 'Documents after delimiters, without a root element, as the tax office requires.',
      produces: ['text/xml'],
      response: { 200: Type.String() },
      errors: [404],
      handler: async (request, reply) => {
        const row = await requireSubmission(service, request.company.id, 'ATO', request.params.submission_id)
        const xml = openText(service.cipher, 'submissions.content', row.message_id, row.content)
        return reply.type('text/xml; charset=utf-8').send(xml)
      },
    })

    registerPayeeRoutes(app, service)
    registerSenderRoutes(app, service)
  }
}
