import type { Readable } from 'node:stream'
import { Type } from 'typebox'
import { seesMasks } from '../../../http/masked-answers.ts'
import { routeFor } from '../../../http/route.ts'
import type { App } from '../../../http/types.ts'
import type { Service } from '../../../service.ts'
import { SnapshotView } from '../../pays/snapshots/index.ts'
import { noteSeen } from '../../platform/audit/index.ts'
import { openProgress } from '../../platform/progress/index.ts'
import { drawTogether, zipPayslips } from './bulk.ts'
import { disposition } from './file-name.ts'
import { readSnapshot } from './load.ts'
import { mailPayslips, readPayslipMails } from './mail.ts'
import { requireRunPays } from './queries.ts'
import { renderOne } from './render-one.ts'
import { PayslipMail, PayslipMailRequest, PayslipMails, PayslipsQuery } from './schema.ts'

const route = routeFor('payslips')

/** Payslips as PDF. */
export function payslipRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    route(app, {
      method: 'GET',
      path: '/company/:company_id/pays/:pay_id/snapshot',
      operationId: 'getPaySnapshot',
      summary: 'The snapshot of employee and employer in a pay',
      description:
        'Names, address, terms, accounts and funds at the time the pay was processed. Its payslip, bank file and contribution file use these; a rebuild keeps them unless it is sent with `renew_snapshot=true`. Numbers are masked.',
      response: { 200: SnapshotView },
      errors: [404],
      handler: (request) => readSnapshot(service, request.company, request.params.pay_id),
    })

    route(app, {
      method: 'GET',
      path: '/company/:company_id/pays/:pay_id/payslip',
      operationId: 'getPayslip',
      showsNumbers: true,
      summary: 'The payslip of a pay, as PDF',
      description:
        'One A4 page for a normal pay. The employee’s fifteen payslip flags decide what it shows in addition to what the law requires.',
      produces: ['application/pdf'],
      response: { 200: Type.Unsafe<Buffer>({ type: 'string', format: 'binary' }) },
      errors: [404],
      handler: async (request, reply) => {
        const { company, params } = request
        const { pdf, headers, employeeId } = await renderOne(
          service,
          company,
          params.pay_id,
          seesMasks(request),
        )
        noteSeen(request, [employeeId])
        return reply.headers(headers).send(pdf)
      },
    })
    registerRun(app, service)
    registerMails(app, service)
  }
}

function registerRun(app: App, service: Service): void {
  route(app, {
    method: 'GET',
    path: '/company/:company_id/pay-runs/:pay_run_id/payslips',
    operationId: 'getPayslips',
    showsNumbers: true,
    summary: 'All payslips of a run, as one PDF or as a ZIP with one PDF per payslip',
    description:
      'The processed pays of the run, by the names of the employees. `X-Payslip-Count` has their number. The files of a ZIP are named `<date> <last name> <first name> payslip.pdf`.',
    produces: ['application/pdf', 'application/zip'],
    query: PayslipsQuery,
    response: { 200: Type.Unsafe<Readable>({ type: 'string', format: 'binary' }) },
    errors: [404, 409],
    handler: async (request, reply) => {
      const { company, params, query } = request
      const { pay_run_id: runId } = params
      const payIds = await requireRunPays(service.database.query, company.id, runId)
      const isZip = query.format === 'zip'
      const progress = openProgress(service, company, 'payslips', runId)
      let drawn = 0
      const onDrawn = (slips: number) => {
        drawn += slips
        progress.tell(drawn, payIds.length)
      }
      const drawing = { onDrawn, isMasked: seesMasks(request) }
      const body = isZip
        ? zipPayslips(service, company, payIds, drawing)
        : drawTogether(service, company, payIds, `Payslips of pay run ${runId}`, drawing)
      body.once('close', () => void progress.close())
      return reply
        .headers({
          'content-type': isZip ? 'application/zip' : 'application/pdf',
          'content-disposition': disposition(
            'attachment',
            `payslips of run ${runId}.${isZip ? 'zip' : 'pdf'}`,
          ),
          'x-payslip-count': String(payIds.length),
        })
        .send(body)
    },
  })
}

const mailsPath = '/company/:company_id/pay-runs/:pay_run_id/payslips/emails'

function registerMails(app: App, service: Service): void {
  route(app, {
    method: 'POST',
    path: mailsPath,
    operationId: 'mailPayslips',
    summary: 'Send the payslips of a run by e-mail',
    description:
      'Each employee gets a separate e-mail, at `payslip_email` or else `email_address`. The e-mails are queued with this call, created and sent by a job, and retried while the mail server is down; their state is in the list and in the outbox. A payslip that is queued or was sent is skipped unless `resend` is true.',
    body: PayslipMailRequest,
    response: { 202: PayslipMails },
    errors: [400, 404, 409],
    handler: async ({ company, params, body }, reply) =>
      reply.code(202).send(await mailPayslips(service, company, params.pay_run_id, body)),
  })

  route(app, {
    method: 'GET',
    path: mailsPath,
    operationId: 'listPayslipMails',
    summary: 'The payslips of a run that were mailed, each with its state',
    description:
      'Queued, sent or failed, with the reason; an e-mail that failed can be sent again from the outbox.',
    response: { 200: Type.Array(PayslipMail) },
    errors: [404, 409],
    handler: ({ company, params }) => readPayslipMails(service, company, params.pay_run_id),
  })
}
