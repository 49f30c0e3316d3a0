import type { Readable } from 'node:stream'
import { Type } from 'typebox'
import { closed, Id } from '../../../http/schema.ts'
import type { App } from '../../../http/types.ts'
import type { Service } from '../../../service.ts'
import { SnapshotView } from '../../pays/snapshots/index.ts'
import { openProgress } from '../../platform/progress/index.ts'
import { drawTogether, zipPayslips } from './bulk.ts'
import { disposition } from './file-name.ts'
import { readSnapshot } from './load.ts'
import { mailPayslips, readPayslipMails } from './mail.ts'
import { drawPayslipOf } from './one.ts'
import { requireRunPays } from './queries.ts'
import { PayslipMail, PayslipMailRequest, PayslipMails, PayslipsQuery, RunPath } from './schema.ts'

/** Payslips as PDF. */
export function payslipRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    app.get(
      '/company/:company_id/pays/:pay_id/snapshot',
      {
        schema: {
          operationId: 'getPaySnapshot',
          summary: 'What a pay remembers of the employee and the employer',
          description:
            'Names, address, terms, accounts and funds as they stood when the pay was processed. Its payslip, bank file and contribution file are made of these; a rebuild keeps them unless it is sent with `renew_snapshot=true`. Numbers are masked.',
          tags: ['Pays'],
          params: closed({ company_id: Id, pay_id: Id }),
          response: { 200: SnapshotView },
        },
        config: { scope: 'payroll.read', limit: 'pays', company: 'owner', errors: [404] },
      },
      (request) => readSnapshot(service, request.company, request.params.pay_id),
    )

    app.get(
      '/company/:company_id/pays/:pay_id/payslip',
      {
        schema: {
          operationId: 'getPayslip',
          summary: 'The payslip of a pay, as PDF',
          description:
            'One A4 page for a normal pay. The employee’s fifteen payslip flags decide what it shows beside what the law asks for.',
          tags: ['Pays'],
          produces: ['application/pdf'],
          params: closed({ company_id: Id, pay_id: Id }),
          response: { 200: Type.Unsafe<Buffer>({ type: 'string', format: 'binary' }) },
        },
        config: { scope: 'payroll.read', limit: 'pays', company: 'owner', errors: [404] },
      },
      async (request, reply) => {
        const { pdf, headers } = await drawPayslipOf(service, request.company, request.params.pay_id)
        return reply.headers(headers).send(pdf)
      },
    )
    registerRun(app, service)
    registerMails(app, service)
  }
}

function registerRun(app: App, service: Service): void {
  app.get(
    '/company/:company_id/pay-runs/:pay_run_id/payslips',
    {
      schema: {
        operationId: 'getPayslips',
        summary: 'All payslips of a run, as one PDF or as a ZIP of single ones',
        description:
          'The processed pays of the run, by the names of the employees. `X-Payslip-Count` says how many. The files of a ZIP are named `<date> <last name> <first name> payslip.pdf`.',
        tags: ['Pays'],
        produces: ['application/pdf', 'application/zip'],
        params: RunPath,
        querystring: PayslipsQuery,
        response: { 200: Type.Unsafe<Readable>({ type: 'string', format: 'binary' }) },
      },
      config: { scope: 'payroll.read', limit: 'pays', company: 'owner', errors: [404, 409] },
    },
    async ({ company, params, query }, reply) => {
      const { pay_run_id: runId } = params
      const payIds = await requireRunPays(service.database.query, company.id, runId)
      const isZip = query.format === 'zip'
      const progress = openProgress(service, company, 'payslips', runId)
      let drawn = 0
      const onDrawn = (slips: number) => {
        drawn += slips
        progress.tell(drawn, payIds.length)
      }
      const body = isZip
        ? zipPayslips(service, company, payIds, onDrawn)
        : drawTogether(service, company, payIds, `Payslips of pay run ${runId}`, onDrawn)
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
  )
}

const mailsPath = '/company/:company_id/pay-runs/:pay_run_id/payslips/emails'

function registerMails(app: App, service: Service): void {
  app.post(
    mailsPath,
    {
      schema: {
        operationId: 'mailPayslips',
        summary: 'Send the payslips of a run by e-mail',
        description:
          'Each employee gets a mail of their own, at `payslip_email` or else `email_address`. The mails are queued with this call, drawn and sent by a job, and tried again while the mail server is down; their state is in the list and in the outbox. A payslip that waits or was sent is left out unless `resend` says otherwise.',
        tags: ['Pays'],
        params: RunPath,
        body: PayslipMailRequest,
        response: { 202: PayslipMails },
      },
      config: { scope: 'payroll.write', limit: 'pays', company: 'owner', errors: [400, 404, 409] },
    },
    async ({ company, params, body }, reply) =>
      reply.code(202).send(await mailPayslips(service, company, params.pay_run_id, body)),
  )

  app.get(
    mailsPath,
    {
      schema: {
        operationId: 'listPayslipMails',
        summary: 'The payslips of a run that were mailed, each with its state',
        description:
          'Queued, sent or failed, with the reason; a mail that failed can be sent again from the outbox.',
        tags: ['Pays'],
        params: RunPath,
        response: { 200: Type.Array(PayslipMail) },
      },
      config: { scope: 'payroll.read', limit: 'pays', company: 'owner', errors: [404, 409] },
    },
    ({ company, params }) => readPayslipMails(service, company, params.pay_run_id),
  )
}
