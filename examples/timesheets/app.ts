// A timesheet application on the Tasman API, in one file. Customers connect with OAuth, enter hours and see payslips, and payroll
// changes arrive by webhook. It keeps `accounts` in memory, where a real application would use a database.
import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import {
  createClient,
  createOAuth,
  type Model,
  refreshingTokens,
  type Started,
  type TasmanClient,
  TasmanError,
  verifyWebhook,
  type WebhookEvent,
} from '@tasman/client'

export type Settings = {
  /** The URLs of Tasman and of this application. */
  tasmanUrl: string
  publicUrl: string
  clientId: string
  clientSecret: string
}

type Account = { api: TasmanClient; customer: string; secret: string; events: WebhookEvent[] }
type Visit = { started?: Started; customerId?: number }
type Context = { request: IncomingMessage; response: ServerResponse; visit: Visit; url: URL }

/** Creates the application's server. It is not listening yet. */
export function createTimesheets(settings: Settings): Server {
  const { tasmanUrl, publicUrl, clientId, clientSecret } = settings
  const redirectUri = `${publicUrl}/callback`
  const oauth = createOAuth({ baseUrl: tasmanUrl, clientId, clientSecret, redirectUri })
  const visits = new Map<string, Visit>()
  const accounts = new Map<number, Account>()

  /** The visitor's account. The id comes from the session, so no other account can be reached. */
  const accountOf = ({ visit }: Context): Account => {
    const account = visit.customerId === undefined ? undefined : accounts.get(visit.customerId)
    if (!account) throw new Refusal(401, 'Connect first.')
    return account
  }

  const routes: Record<string, (context: Context) => Promise<void>> = {
    'GET /': async (context) => {
      const account = accounts.get(context.visit.customerId ?? 0)
      html(context, account ? await timesheet(account) : '<p><a href="/connect">Connect your payroll</a></p>')
    },

    'GET /connect': async (context) => {
      context.visit.started = await oauth.start()
      redirect(context, context.visit.started.url)
    },

    'GET /callback': async (context) => {
      const { started } = context.visit
      if (!started) throw new Refusal(400, 'This sign-in was not started here.')
      delete context.visit.started
      const tokens = await oauth.finish(context.url, started)
      const api = createClient({ baseUrl: tasmanUrl, token: refreshingTokens(oauth, tokens) })
      const { customer_id, customer_name } = await api.get('/api/oauth/userinfo')
      const secret = await listen(api, `${publicUrl}/webhooks/${customer_id}`)
      accounts.set(customer_id, { api, customer: customer_name, secret, events: [] })
      context.visit.customerId = customer_id
      redirect(context, '/')
    },

    'POST /hours': async (context) => {
      const { api } = accountOf(context)
      const form = new URLSearchParams(String(await bodyOf(context.request)))
      const employee_id = Number(form.get('employee_id'))
      const hours = [{ description: 'Ordinary hours', units: 'hours', value: form.get('hours') ?? '0' }]
      // The key identifies the timesheet, so it is paid once however often the form is sent.
      await api.put('/api/company/{company_id}/pays/create', {
        path: { company_id: Number(form.get('company_id')) },
        body: [{ employee_id, hours }],
        idempotencyKey: `timesheet-${form.get('timesheet')}`,
      })
      redirect(context, '/')
    },

    'GET /payslip': async (context) => {
      const { api } = accountOf(context)
      const { searchParams } = context.url
      const path = {
        company_id: Number(searchParams.get('company_id')),
        pay_id: Number(searchParams.get('pay_id')),
      }
      const pdf = await api.get('/api/company/{company_id}/pays/{pay_id}/payslip', { path })
      context.response.setHeader('content-type', 'application/pdf')
      context.response.end(Buffer.from(await pdf.arrayBuffer()))
    },

    'POST /webhooks': async ({ request, response, url }) => {
      const account = accounts.get(Number(url.pathname.split('/')[2]))
      if (!account) throw new Refusal(404, 'Nobody listens here.')
      const body = new Uint8Array(await bodyOf(request))
      const event = await verifyWebhook({ secret: account.secret, headers: request.headers, body })
      const isNew = !account.events.some(
        ({ id, deliveryId }) => id === event.id && deliveryId === event.deliveryId,
      )
      if (isNew) account.events.push(event)
      response.writeHead(204).end()
    },
  }

  return createServer((request, response) => {
    const url = new URL(request.url ?? '/', publicUrl)
    const context = { request, response, url, visit: visitOf(request, response, visits) }
    const route = routes[`${request.method} /${url.pathname.split('/')[1]}`]
    const work = route ? route(context) : Promise.reject(new Refusal(404, 'There is no such page.'))
    work.catch((error: unknown) => refuse(context, error))
  })
}

class Refusal extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** Shows Tasman's own message for a refused request, because it says what to do. */
function refuse(context: Context, error: unknown): void {
  const isKnown = error instanceof TasmanError || error instanceof Refusal
  if (!isKnown) console.error(error)
  context.response.statusCode = (isKnown && error.status) || 500
  html(context, `<p role="alert">${safe(isKnown ? error.message : 'Something went wrong.')}</p>`)
}

/** Registers the webhook. An account without the API admin role works without events. */
async function listen(api: TasmanClient, url: string): Promise<string> {
  try {
    const { endpoints } = await api.get('/api/webhooks')
    for (const { id } of endpoints.filter((endpoint) => endpoint.url === url))
      await api.delete('/api/webhooks/{webhook_id}', { path: { webhook_id: id } })
    const { secret } = await api.post('/api/webhooks', {
      body: {
        url,
        events: ['employee.created', 'employee.updated', 'pay.created', 'pay.updated', 'pay.deleted'],
      },
    })
    return secret ?? ''
  } catch (error) {
    if (error instanceof TasmanError && error.status === 403) return ''
    throw error
  }
}

/** All employees with a field for hours, and the existing pays. */
async function timesheet({ api, customer, events }: Account): Promise<string> {
  const companies = await api.get('/api/company')
  const parts = await Promise.all(companies.map((company) => companyPart(api, company)))
  const news = events.map(({ type, entity }) => `<li>${safe(type)} ${entity.id}</li>`)
  return `<h1>${safe(customer)}</h1>${parts.join('')}<h2>What happened</h2><ul>${news.join('')}</ul>`
}

async function companyPart(api: TasmanClient, company: Model<'Company'>): Promise<string> {
  const path = { company_id: company.id }
  const [employees, pays] = await Promise.all([
    api.get('/api/company/{company_id}/employees', { path }),
    api.get('/api/company/{company_id}/pays', { path }),
  ])
  const fields = employees.map(
    ({ id, first_name, last_name }) => `<form method="post" action="/hours">
      <label>${safe(`${first_name} ${last_name}`)} <input name="hours" value="38" inputmode="decimal"></label>
      <input type="hidden" name="company_id" value="${company.id}"><input type="hidden" name="employee_id" value="${id}">
      <input type="hidden" name="timesheet" value="${randomBytes(8).toString('hex')}"><button>Pay</button></form>`,
  )
  const slips = (pays as Model<'Pay'>[]).map(
    ({ id, format_name, net }) =>
      `<li><a href="/payslip?company_id=${company.id}&amp;pay_id=${id}">${safe(format_name)}: ${net}</a></li>`,
  )
  return `<h2>${safe(company.legal_name)}</h2>${fields.join('')}<ul>${slips.join('')}</ul>`
}

/** A session in a cookie that scripts cannot read and other sites cannot send. */
function visitOf(request: IncomingMessage, response: ServerResponse, visits: Map<string, Visit>): Visit {
  const [, known] = /(?:^|; )visit=([0-9a-f]{32})/.exec(request.headers.cookie ?? '') ?? []
  const visit = known === undefined ? undefined : visits.get(known)
  if (visit) return visit
  const id = randomBytes(16).toString('hex')
  const fresh: Visit = {}
  visits.set(id, fresh)
  response.setHeader('set-cookie', `visit=${id}; HttpOnly; SameSite=Lax; Path=/`)
  return fresh
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

function html({ response }: Context, content: string): void {
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.end(`<!doctype html><html lang="en"><title>Timesheets</title>${content}</html>`)
}

function redirect({ response }: Context, location: string): void {
  response.writeHead(303, { location }).end()
}

const safe = (text: string) => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
