import { writeFileSync } from 'node:fs'
import type { TasmanClient } from '@tasman/client'
import { UsageError, wholeNumber } from './arguments.ts'
import { connect, login, logout } from './connection.ts'
import { importEmployees } from './import.ts'
import { type Io, type Row, table } from './io.ts'
import { listen } from './listen.ts'
import { replayEvents, tailLogs } from './logs.ts'
import { createPay, payRow, previewPay } from './pay.ts'
import { DEFAULT_PROFILE, listProfiles } from './profiles.ts'
import { advanceClock, clockLine, simulate, trigger } from './sandbox.ts'

export type Options = Record<string, string | undefined> & { json?: boolean; yes?: boolean }
export type Context = { io: Io; options: Options; words: string[] }
export type Command = {
  takes: string
  does: string
  /** Options of this command. --json, --url, --profile and --help work with every command. */
  options?: readonly string[]
  /** Positional arguments: `<file>` is required, `[shell]` is optional. */
  words?: readonly string[]
  run(context: Context): Promise<unknown>
}

/** For files with tax and account numbers: only the user may read them. */
const PRIVATE = { mode: 0o600 }
const FIRST_CLIENT = { clientId: 'demo-client', clientSecret: 'demo-secret' }

/** Every command by its name. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  login: {
    takes: '[--url http://127.0.0.1:8080] [--profile name]',
    does: 'sign in with the browser; --client-id and --client-secret name your application, else the demo’s',
    options: ['client-id', 'client-secret', 'scope'],
    run: async ({ io, options }) => {
      const api = await login(io, {
        url: options.url,
        profile: options.profile,
        clientId: options['client-id'] ?? FIRST_CLIENT.clientId,
        clientSecret: options['client-secret'] ?? (options['client-id'] ? '' : FIRST_CLIENT.clientSecret),
        scope: options.scope ?? 'openid payroll.read payroll.write',
      })
      const who = await api.get('/api/oauth/userinfo')
      show({ io, options }, [{ name: who.name, customer: who.customer_name, customer_id: who.customer_id }])
    },
  },
  logout: {
    takes: '[--profile name]',
    does: 'end a login',
    run: ({ options: { url, profile } }) => logout({ url, profile }),
  },
  profiles: {
    takes: '',
    does: 'list the logins and their servers',
    run: async (context) =>
      show(
        context,
        listProfiles().map(({ name, connection: { baseUrl } }) => ({
          name,
          server: baseUrl,
          is_default: name === DEFAULT_PROFILE,
        })),
      ),
  },
  companies: {
    takes: '',
    does: 'list the companies',
    run: async (context) => {
      const companies = await client(context).get('/api/company')
      show(context, companies, ({ id, legal_name, jurisdiction }) => ({ id, legal_name, jurisdiction }))
    },
  },
  'employees list': {
    takes: '-c 1',
    does: 'list the employees of a company',
    options: ['company'],
    run: async (context) => {
      const path = { company_id: company(context) }
      const employees = await client(context).get('/api/company/{company_id}/employees', { path })
      show(
        context,
        employees,
        ({ id, number, first_name, last_name, employment_status, pay_rate_per_hour }) => ({
          id,
          number,
          name: `${first_name} ${last_name}`,
          status: employment_status,
          rate: pay_rate_per_hour,
        }),
      )
    },
  },
  'employees import': {
    takes: '-c 1 people.csv',
    does: 'create employees from a CSV or JSON file, fields named as in the API',
    options: ['company'],
    words: ['<file>'],
    run: (context) => {
      const companyId = company(context)
      return importEmployees(client(context), context.io, companyId, word(context))
    },
  },
  'pays preview': {
    takes: '-c 1 -e 1 [--hours 38] [--date 2026-11-06]',
    does: 'preview a pay; nothing is stored. Without --hours, show what a draft would pay',
    options: ['company', 'employee', 'hours', 'date'],
    run: async (context) => {
      const asked = payOf(context)
      show(context, await previewPay(client(context), context, asked), payRow)
    },
  },
  'pays create': {
    takes: '-c 1 -e 1 [--hours 38] [--date 2026-11-06] [--yes]',
    does: 'process a pay. Without --hours, propose what a draft would pay and ask you to confirm it',
    options: ['company', 'employee', 'hours', 'date', 'yes'],
    run: async (context) => {
      const asked = payOf(context)
      show(context, await createPay(client(context), context, asked), payRow)
    },
  },
  'pays list': {
    takes: '-c 1',
    does: 'list the pays of a company',
    options: ['company'],
    run: async (context) => {
      const path = { company_id: company(context) }
      show(context, (await client(context).get('/api/company/{company_id}/pays', { path })) as never, payRow)
    },
  },
  'pays explain': {
    takes: '-c 1 --pay 7',
    does: 'explain every figure of a pay',
    options: ['company', 'pay'],
    run: async (context) => {
      const path = { company_id: company(context), pay_id: number(context, 'pay') }
      const explanation = await client(context).get('/api/company/{company_id}/pays/{pay_id}/explanation', {
        path,
      })
      if (context.options.json) return context.io.out(JSON.stringify(explanation))
      for (const step of explanation.steps)
        context.io.out(`${step.name}: ${step.amount}\n  ${step.formula}\n  ${step.rule} (${step.source})`)
    },
  },
  payslip: {
    takes: '-c 1 --pay 7 [-o payslip.pdf]',
    does: 'save a payslip',
    options: ['company', 'pay', 'out'],
    run: async (context) => {
      const payId = number(context, 'pay')
      const path = { company_id: company(context), pay_id: payId }
      const pdf = await client(context).get('/api/company/{company_id}/pays/{pay_id}/payslip', { path })
      const file = context.options.out ?? `payslip-${payId}.pdf`
      writeFileSync(file, new Uint8Array(await pdf.arrayBuffer()), PRIVATE)
      context.io.out(file)
    },
  },
  lodge: {
    takes: '-c 1 --pay 7,8',
    does: 'lodge pays with the tax office (AU) or file them with Inland Revenue (NZ)',
    options: ['company', 'pay'],
    run: async (context) => {
      const path = { company_id: company(context) }
      const body = { pay_ids: ids(context.options.pay) }
      const api = client(context)
      const { jurisdiction } = await api.get('/api/company/{company_id}', { path })
      const lodged =
        jurisdiction === 'AU'
          ? await api.post('/api/single-touch/{company_id}/submit-stp-pays', { path, body })
          : await api.post('/api/payday-filing/{company_id}/submit', { path, body })
      const { id, status } = lodged as { id: number; status: string }
      show(context, [{ id, status }])
    },
  },
  'webhooks listen': {
    takes: '[--events pay.created,…] [--forward http://localhost:3000/hook] [--public-url https://…]',
    does: 'receive events on this machine: verify, print, forward; --count <number> ends after that many events',
    options: ['events', 'forward', 'public-url', 'port', 'count'],
    run: (context) => listen(client(context), context),
  },
  'logs tail': {
    takes: '[--count 20]',
    does: 'print the audit log of your account as it grows',
    options: ['count'],
    run: (context) => tailLogs(client(context), context),
  },
  'events replay': {
    takes: '--webhook 3 [--delivery 7]',
    does: 'resend a webhook delivery; without --delivery, every failed one',
    options: ['webhook', 'delivery'],
    run: async (context) => show(context, await replayEvents(client(context), context)),
  },
  trigger: {
    takes: 'pay.created',
    does: 'make one of the nine events happen in the sandbox',
    words: ['<event>'],
    run: async (context) => {
      const entity = await trigger(client(context), word(context))
      show(context, [entity])
    },
  },
  clock: {
    takes: '',
    does: 'print the time in the sandbox',
    run: async (context) => show(context, [clockLine(await client(context).get('/api/sandbox/clock'))]),
  },
  'clock advance': {
    takes: '2026-12-01 | 7d | 12h',
    does: 'advance the sandbox clock, and wait until everything due by then is done',
    words: ['<time>'],
    run: async (context) => show(context, [await advanceClock(client(context), context.io, word(context))]),
  },
  export: {
    takes: '-c 1 [-o company-1.json]',
    does: 'write a company with its employees and pays to one JSON file',
    options: ['company', 'out'],
    run: (context) => exportCompany(client(context), context),
  },
  simulate: {
    takes: '-c 1 --periods 4',
    does: 'pay every employee of a sandbox company for a number of periods, moving its clock along',
    options: ['company', 'periods'],
    run: async (context) => {
      const periods = number(context, 'periods')
      show(context, await simulate(client(context), context.io, company(context), periods))
    },
  },
}

const client = ({ io, options: { url, profile } }: Context): TasmanClient =>
  connect(io.note, { url, profile })

const number = ({ options }: Context, name: string): number =>
  wholeNumber(options[name], name, name === 'periods' ? '<number>' : '<id>')

const company = (context: Context) => number(context, 'company')

function payOf(context: Context) {
  const { hours, date } = context.options
  if (hours !== undefined && !/^\d{1,4}(\.\d{1,4})?$/.test(hours))
    throw new UsageError('--hours must be a number, for example 38 or 7.6.')
  if (date !== undefined && !/^\d{4}-\d\d-\d\d$/.test(date))
    throw new UsageError('--date must be a date, for example 2026-11-06.')
  return { companyId: company(context), employeeId: number(context, 'employee') }
}

function ids(text: string | undefined): number[] {
  if (text === undefined) throw new UsageError('Missing option: --pay <id>,<id>….')
  return text.split(',').map((id) => wholeNumber(id.trim(), 'pay', '<id>'))
}

const word = ({ words: [first = ''] }: Context): string => first

/** Prints a table for people, or the whole response as JSON for programs. */
function show<T extends object>(
  { io, options }: Pick<Context, 'io' | 'options'>,
  rows: readonly T[],
  row: (entry: T) => Row = (entry) => entry as unknown as Row,
): void {
  io.out(options.json ? JSON.stringify(rows) : table(rows.map(row)))
}

async function exportCompany(api: TasmanClient, context: Context): Promise<void> {
  const path = { company_id: company(context) }
  const employees: unknown[] = []
  for await (const employee of api.stream('/api/company/{company_id}/employees', { path }))
    employees.push(employee)
  const pays: unknown[] = []
  for await (const entry of api.stream('/api/company/{company_id}/pays', { path })) pays.push(entry)
  const whole = { company: await api.get('/api/company/{company_id}', { path }), employees, pays }
  const file = context.options.out ?? `company-${path.company_id}.json`
  writeFileSync(file, JSON.stringify(whole, null, 2), PRIVATE)
  show(context, [{ file, employees: employees.length, pays: pays.length }])
}
