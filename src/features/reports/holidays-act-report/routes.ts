import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { sendJsonRows } from '../../../http/json-rows.ts'
import { routeFor } from '../../../http/route.ts'
import { CivilDateText, closed, words } from '../../../http/schema.ts'
import type { App } from '../../../http/types.ts'
import { readFileInThread } from '../../../kernel/worker-pool.ts'
import type { Service } from '../../../service.ts'
import { checkHistoryFile } from './check-history.ts'
import { checkStored } from './check-stored.ts'
import { countHistory } from './count-history.ts'
import { historyLetterPdf, letterPdf } from './letter.ts'
import { requireNewZealand } from './new-zealand.ts'
import { type AnswerFormat, HolidaysActReport, HolidaysActSettlement, SettlementRequest } from './schema.ts'
import { settleArrears } from './settle.ts'
import { writeCsv } from './write.ts'

const route = routeFor('holidays-act-report')

const format = Type.Optional(
  words(['json', 'csv'], { description: 'Default: as the `Accept` header asks, otherwise JSON.' }),
)
const shared = {
  produces: ['application/json', 'text/csv'],
  response: { 200: HolidaysActReport },
}
const MEGABYTE = 1024 * 1024
/** A smaller file is checked faster than a thread starts. */
const SMALL_BYTES = 64 * 1024
/** A letter is about one person, so a history of that person is enough. */
const LETTER_BYTES = MEGABYTE / 2
const WORKER = new URL('./check-worker.ts', import.meta.url)
/** A hundred thousand rows take about half a minute of calculation. */
const LIMITS = { timeoutMs: 180_000, heapMb: 400 }

/** Routes that compare the Holidays Act's requirements for leave with the amounts paid. */
export function holidaysActReportRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    route(app, {
      method: 'GET',
      path: '/company/:company_id/holidays-act-report',
      ...shared,
      operationId: 'checkHolidaysAct',
      summary: 'Every payment for leave in a period: owed under the Holidays Act 2003, and paid',
      description:
        'New Zealand. Dates are pay dates, both included, at most ten years apart. Each payment is calculated again from the current pays, with its section and steps; what is found to be owed for one counts as gross earnings for the next. Calendar, work pattern and employment say which public holidays were due: those that no row pays, and those that used up leave, are rows too. `unchecked` names the years that could not be checked in full. `format=csv` or `Accept: text/csv` returns CSV.',
      query: closed({ from_date: CivilDateText, to_date: CivilDateText, format }),
      errors: [400],
      handler: async (request, reply) => {
        const { from_date, to_date } = request.query
        const report = await checkStored(service, request.company, { from: from_date, to: to_date })
        return answer(request, reply, report, `holidays-act-${from_date}-${to_date}.csv`)
      },
    })
    settlementRoutes(service, app)
    await app.register(sentHistoryRoute(service))
  }
}

const Pdf = Type.Unsafe<Buffer>({ type: 'string', format: 'binary' })

/** Routes to settle arrears: back payments for current employees, and a letter for everyone. */
function settlementRoutes(service: Service, app: App): void {
  route(app, {
    method: 'POST',
    path: '/company/:company_id/holidays-act-report/back-pay',
    operationId: 'settleHolidaysActArrears',
    summary: 'Put the arrears that the Holidays Act report finds onto the next drafts',
    description:
      'New Zealand. For each current employee with arrears between the dates, one back payment for each period, taxed as an extra pay. Arrears already on a pay or a draft are deducted, so a repeated call pays nothing twice. `skipped` lists the others with the reason: no draft, already paid, or no longer employed.',
    body: SettlementRequest,
    response: { 200: HolidaysActSettlement },
    errors: [400],
    handler: ({ company, body }) => settleArrears(service, company, body),
  })

  route(app, {
    method: 'GET',
    path: '/company/:company_id/holidays-act-report/letter',
    operationId: 'getHolidaysActLetter',
    summary: 'Letters about what the Holidays Act report found, as PDF',
    description:
      'New Zealand. The letter to one employee, or without `employee_id` the letters to everyone who is owed something, each on a separate page. Also for former employees. Returns 404 if nothing is owed for these dates.',
    query: closed({
      employee_id: Type.Optional(Type.Integer()),
      from_date: CivilDateText,
      to_date: CivilDateText,
    }),
    produces: ['application/pdf'],
    response: { 200: Pdf },
    errors: [400, 404],
    showsNumbers: true,
    handler: async ({ company, query }, reply) =>
      reply
        .headers({
          'content-type': 'application/pdf',
          'content-disposition': `inline; filename="holidays-act-${query.employee_id ?? 'letters'}.pdf"`,
        })
        .send(await letterPdf(service, company, query)),
  })
}

/** The body is the file itself, whatever content type the request has. */
function sentHistoryRoute(service: Service) {
  return async (app: App): Promise<void> => {
    const bodyLimit = service.settings.bodyLimitMb * MEGABYTE
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    route(app, {
      method: 'POST',
      path: '/company/:company_id/holidays-act-report',
      ...shared,
      operationId: 'checkHolidaysActHistory',
      summary: 'Check the pay history from another system against the Holidays Act 2003',
      description:
        'CSV with a header, one row for each employee and period (further rows of a period name further leave), at most 100,000 rows, 5,000 of one employee and 50,000 with a payment for leave, 500 columns and 5,000,000 cells: they are counted before the file is read. Columns: `employee`, `start_date` (of the employment), `period_start`, `period_end`, `gross` (gross earnings of s 14, leave paid among them; the final holiday pay is taken out of the earnings of its own 8%, and `assumptions` says so); `regular_allowances` and `irregular_payments` (parts of it); `hours` and `days` paid; `hours_per_week`, `days_per_week`, `weekly_pay` (the agreement, from that period on; before the first value, 40, 5 and none); `leave_type`, `leave_date` (its first day), `leave_hours`, `leave_paid`; `work_pattern` (such as MO 8,TU 8,WE 8,TH 8,FR 8) and `region` (of the anniversary day), from that period on, and `alternative_days` (given in the period); `holiday_pay` (8% in the wages of the period, part of gross). Without `work_pattern`, public holidays are not checked, and `unchecked` says so; without `region`, anniversary days are not checked; without `alternative_days`, missing alternative days are not reported. `assumptions` of each row lists other assumptions about empty columns; gaps between periods, and averages over weeks before the first row, are in `unchecked`. Leave types are ANNUAL_HOLIDAYS, SICK, NZ_BEREAVEMENT, NZ_FAMILY_VIOLENCE, PAID_PUBLIC_HOLIDAY, ALT_HOLIDAY, PUBLIC_HOLIDAY_WORKED, UNPAID, PAID_PARENTAL and FINAL_HOLIDAY_PAY (`leave_date`: the last day; `leave_hours`: entitled hours not taken, or empty where the history is whole). Nothing is stored.',
      'x-body': ['text/csv'],
      query: closed({ format }),
      errors: [400, 413],
      bodyLimit,
      handler: async (request, reply) => {
        const { company } = request
        requireNewZealand(company)
        const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        await countHistory(bytes)
        const name = 'holidays-act-history.csv'
        if (bytes.length <= SMALL_BYTES)
          return answer(request, reply, await checkHistoryFile(bytes, service.rates.nz), name)
        const parts = await readFileInThread<Uint8Array[]>(WORKER, bytes, {
          customerId: company.customer_id,
          about: { format: formatOf(request) },
          ...LIMITS,
        })
        return sendAs(request, reply, Readable.from(parts), name)
      },
    })
    route(app, {
      method: 'POST',
      path: '/company/:company_id/holidays-act-report/history-letter',
      operationId: 'getHolidaysActHistoryLetter',
      summary: 'Letter about arrears to a person in a sent pay history, as PDF',
      description:
        'New Zealand. The body is the CSV of `checkHolidaysActHistory`, at most 512 kB: send only the rows of the person. `employee` is the name as the file has it; the person need not be an employee here. 404 where nothing is owed. Nothing is stored.',
      'x-body': ['text/csv'],
      query: closed({ employee: Type.String({ minLength: 1, maxLength: 120 }) }),
      produces: ['application/pdf'],
      response: { 200: Pdf },
      errors: [400, 404, 413],
      bodyLimit: LETTER_BYTES,
      handler: async ({ company, query, body }, reply) => {
        requireNewZealand(company)
        const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
        await countHistory(bytes)
        const report = await checkHistoryFile(bytes, service.rates.nz)
        return reply
          .headers({
            'content-type': 'application/pdf',
            'content-disposition': 'inline; filename="holidays-act-letter.pdf"',
          })
          .send(await historyLetterPdf(service, company, query.employee, report))
      },
    })
  }
}

type Asked = FastifyRequest<{ Querystring: { format?: AnswerFormat } }>

function answer(request: Asked, reply: FastifyReply, report: HolidaysActReport, name: string) {
  const { rows, ...rest } = report
  if (formatOf(request) === 'csv') return sendAs(request, reply, Readable.from(writeCsv(rows)), name)
  return rows.length <= AT_ONCE ? report : sendJsonRows(reply, rest, rows)
}

function sendAs(request: Asked, reply: FastifyReply, parts: Readable, name: string) {
  if (formatOf(request) === 'json') return reply.type('application/json; charset=utf-8').send(parts)
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(parts)
}

const formatOf = ({ query, headers }: Asked): AnswerFormat =>
  query.format ?? (prefersCsv(headers.accept) ? 'csv' : 'json')

/** Longer answers are written in batches, because one large write would block other requests. */
const AT_ONCE = 500

/** The client accepts CSV and does not mention JSON. */
const prefersCsv = (accept = '') => accept.includes('text/csv') && !accept.includes('application/json')
